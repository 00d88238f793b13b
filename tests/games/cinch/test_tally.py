"""How rounds of Cinch are told to have been scored."""

from tests.games.told import told

PILES = ["HA HJ H5 D5", "", "H3", "HT H2 C5"]


def lines(scores, *, contract, dead=((), (), (), ())):
    facts = {"contract": contract, "declarer": 0, "trump": "H", "dead": dead}
    won = [{"cards": pile.split()} for pile in PILES]
    return dict(told("cinch", scores=scores, facts=facts, won=won))


def test_each_point_is_told_with_its_side():
    said = lines([10, 0, 10, 0], contract=9)
    assert said["High: the highest trump"] == [1, None, 1, None]
    assert said["Low: the lowest trump"] == [None, 1, None, 1]
    assert said["Ten of trumps"] == [None, 1, None, 1]
    assert said["Pedros, 5 each"] == [10, None, 10, None], "the left one too, others not"
    assert said["Points"] == [12, 2, 12, 2]
    assert said["Bid made: 12 − 2"] == [10, None, 10, None]


def test_broken_bid_scores_for_the_defenders():
    assert lines([0, 15, 0, 15], contract=13)["Bid broken: 14 + 13 − 12"] == [None, 15, None, 15]
