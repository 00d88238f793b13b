"""The score sheet of Mulatschag: contract, trump, tricks, folds, who dropped out (MU5 to MU15)."""

from itertools import product

import pytest
from pydantic import ValidationError

import games
from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from tests.games.rounds import seeds

GAME = games.get("mulatschag")
PLAYED = {"holder": 0, "bid": 2, "trump": "acorns"}


def data_of(*tricks, **contract):
    return {**contract, "players": [{"tricks": taken} for taken in tricks]}


def scores_of(*tricks, **contract):
    return GAME.sheet.model_validate(data_of(*tricks, **contract)).scores()


def faults(*tricks, **contract):
    with pytest.raises(ValidationError) as caught:
        GAME.sheet.model_validate(data_of(*tricks, **contract))
    return {".".join(map(str, error["loc"])): error["msg"] for error in caught.value.errors()}


def written_sheet(table, folds):
    """Return the sheet that players would write at the end of a round."""
    facts = GAME.facts(table.state)
    was_played = facts["holder"] is not None
    return {
        "holder": facts["holder"],
        "bid": facts["bid"],
        "mulatschag": facts["mulatschag"],
        "trump": GAME.pack.suit_names["ELHS".index(facts["trump"])] if was_played else None,
        "folds": folds,
        "dropped": facts["dropped"],
        "players": [{"tricks": tricks} for tricks in facts["tricks"]],
    }


def random_rounds(players, number):
    """Yield a table at the end of each counted round of random matches, and the folds before."""
    done, seed = 0, 0
    while done < number:
        table = Table(GAME, players, secret=seed.to_bytes(32, "big"), cycles=20)
        while not table.over:
            table.deal()
            folds = GAME.facts(table.state)["multiplier"].bit_length() - 1
            runner.advance(table, [builtin.get("random")] * players, seed=b"%d" % seed)
            if not table.rounds[-1].redeal:
                yield table, folds
                done += 1
        seed += 1


@pytest.mark.parametrize("players", GAME.players)
def test_sheet_and_engine_agree_on_random_rounds(players):
    for table, folds in random_rounds(players, len(seeds(GAME))):
        sheet = GAME.sheet.model_validate(written_sheet(table, folds))
        assert sheet.scores() == table.round_scores
        assert GAME.scores_fault(players, table.round_scores) is None


@pytest.mark.slow
def test_random_rounds_end_in_every_way():
    ends = {kind_of_end(table, folds) for table, folds in random_rounds(4, 3000)}
    assert {end[0] for end in ends} == {"bid", "mulatschag", "dropped"}
    assert {end[1] for end in ends} == {True, False}
    assert {end[2] for end in ends} >= {0, 1}


def kind_of_end(table, folds):
    facts = GAME.facts(table.state)
    kind = "mulatschag" if facts["mulatschag"] else "bid"
    kind = kind if facts["dropped"] is None else "dropped"
    return kind, facts["trump"] == "H", folds


class TestScores:
    """MU15, and the numbers of the rule text."""

    def test_made_contract_takes_a_point_for_each_trick(self):
        assert scores_of(2, 3, **PLAYED) == [-2, -3]

    def test_failed_contract_gives_ten_points_and_no_trick_counts(self):
        assert scores_of(1, 2, 2, **PLAYED) == [10, -2, -2]

    def test_made_mulatschag(self):
        contract = {"holder": 1, "mulatschag": True, "trump": "bells"}
        assert scores_of(0, 5, 0, **contract) == [10, -10, 10]

    def test_failed_mulatschag(self):
        contract = {"holder": 1, "mulatschag": True, "trump": "bells"}
        assert scores_of(0, 4, 1, 0, **contract) == [-5, 20, -5, -5]

    def test_two_folds_and_herz_are_eightfold(self):
        assert scores_of(4, 1, 0, **PLAYED | {"trump": "hearts"}, folds=2) == [-32, -8, 0]

    def test_who_dropped_out_has_three_points_more(self):
        """MU10"""
        assert scores_of(2, 3, 0, 0, **PLAYED, dropped=3) == [-2, -3, 0, 3]

    def test_multiplier_applies_to_dropping_out_too(self):
        """MU10, MU15"""
        assert scores_of(1, 3, 1, 0, **PLAYED, dropped=3, folds=1) == [20, -6, -2, 6]

    @pytest.mark.parametrize("folds", [0, 3])
    def test_round_in_which_all_passed_scores_nothing(self, folds):
        """MU7"""
        assert scores_of(0, 0, 0, folds=folds) == [0, 0, 0]


class TestFaults:
    @pytest.mark.parametrize("tricks", [(2, 2), (3, 3), (5, 1, 0), (0, 0, 0, 0)])
    def test_tricks_are_five(self, tricks):
        field = f"players.{len(tricks) - 1}.tricks"
        assert "not 5" in faults(*tricks, **PLAYED)[field]

    @pytest.mark.parametrize("tricks", [-1, 6, "all", 1.5])
    def test_tricks_that_cannot_be_name_their_field(self, tricks):
        assert "players.1.tricks" in faults(5, tricks, **PLAYED)

    def test_holder_sits_at_the_table(self):
        assert "no seat 2" in faults(2, 3, **PLAYED | {"holder": 2})["holder"]

    @pytest.mark.parametrize("holder", [-1, 4])
    def test_holder_is_a_seat(self, holder):
        assert "holder" in faults(2, 3, 0, 0, **PLAYED | {"holder": holder})

    def test_contract_needs_a_bid_or_a_mulatschag(self):
        assert "bid" in faults(2, 3, holder=0, trump="acorns")

    def test_mulatschag_has_no_bid(self):
        """MU5"""
        assert "bid" in faults(5, 0, **PLAYED, mulatschag=True)

    @pytest.mark.parametrize("bid", [0, 6])
    def test_bid_is_one_to_five(self, bid):
        """MU4"""
        assert "bid" in faults(2, 3, **PLAYED | {"bid": bid})

    @pytest.mark.parametrize("trump", [None, "clubs", "H"])
    def test_trump_is_one_of_four_suits(self, trump):
        assert "trump" in faults(2, 3, **PLAYED | {"trump": trump})

    @pytest.mark.parametrize("folds", [-1, 17])
    def test_folds_are_a_number_that_can_be(self, folds):
        """MU6"""
        assert "folds" in faults(2, 3, **PLAYED, folds=folds)

    @pytest.mark.parametrize(
        "contract",
        [{"bid": 2}, {"trump": "hearts"}, {"mulatschag": True}, {"dropped": 3}],
        ids=lambda contract: next(iter(contract)),
    )
    def test_nothing_is_written_if_all_passed(self, contract):
        """MU7"""
        assert set(faults(0, 0, 0, 0, **contract)) == set(contract)

    def test_no_tricks_are_played_if_all_passed(self):
        """MU7"""
        assert "players.1.tricks" in faults(0, 5)

    @pytest.mark.parametrize(("holder", "last"), [(0, 3), (1, 0), (3, 2)])
    def test_only_the_last_to_exchange_drops_out(self, holder, last):
        """MU10"""
        tricks = [0] * 4
        tricks[holder] = 5
        contract = PLAYED | {"holder": holder}
        for seat in {0, 1, 2, 3} - {last}:
            assert f"seat {last}" in faults(*tricks, **contract, dropped=seat)["dropped"]
        assert scores_of(*tricks, **contract, dropped=last)[last] == 3

    def test_only_one_of_four_drops_out(self):
        """MU10"""
        assert "of four" in faults(2, 3, 0, **PLAYED, dropped=2)["dropped"]

    def test_nobody_drops_out_of_a_mulatschag(self):
        """MU5"""
        contract = {"holder": 0, "mulatschag": True, "trump": "bells", "dropped": 3}
        assert "Mulatschag" in faults(5, 0, 0, 0, **contract)["dropped"]

    def test_who_dropped_out_takes_no_trick(self):
        """MU10"""
        assert "players.3.tricks" in faults(2, 2, 0, 1, **PLAYED, dropped=3)

    @pytest.mark.parametrize("count", [1, 5])
    def test_sheet_is_for_two_to_four(self, count):
        assert "players" in faults(5, *[0] * (count - 1), **PLAYED)

    def test_unknown_field_is_named(self):
        assert "weli" in faults(2, 3, **PLAYED, weli=True)


def possible_scores(players):
    """Return the basic points of all rounds there are, found by the sheet."""
    shares = [t for t in product(range(6), repeat=players) if sum(t) == 5]
    found = {(0,) * players}
    for holder, tricks in product(range(players), shares):
        last = (holder - 1) % players
        drops = [None, last] if players == 4 and tricks[last] == 0 else [None]
        for bid, dropped in product(range(1, 6), drops):
            contract = {"holder": holder, "bid": bid, "trump": "bells", "dropped": dropped}
            found.add(tuple(scores_of(*tricks, **contract)))
        contract = {"holder": holder, "mulatschag": True, "trump": "bells"}
        found.add(tuple(scores_of(*tricks, **contract)))
    return found


class TestScoresFault:
    """Plain scores are refused exactly if no round gives them."""

    @pytest.mark.sweep(1)
    @pytest.mark.parametrize("players", [2, 3])
    def test_scores_are_possible_iff_some_round_gives_them(self, players):
        basic = possible_scores(players)
        possible = {tuple(m * score for score in scores) for scores in basic for m in (1, 2, 4, 8)}
        for scores in product(range(-20, 21), repeat=players):
            is_possible = GAME.scores_fault(players, scores) is None
            assert is_possible == (scores in possible), scores

    def test_scores_of_four_are_possible_iff_some_round_gives_them(self):
        possible = possible_scores(4)
        odd = {scores for scores in possible if any(score % 2 for score in scores)}
        for scores in product((-5, -4, -3, -2, -1, 0, 3, 10, 20), repeat=4):
            if any(score % 2 for score in scores):
                assert (GAME.scores_fault(4, scores) is None) == (scores in odd), scores

    @pytest.mark.parametrize("folds", range(18))
    def test_multiplied_scores_are_possible(self, folds):
        """MU6, MU15: sixteen folds and Herz."""
        assert GAME.scores_fault(2, [-2 << folds, -3 << folds]) is None

    def test_more_folds_are_not(self):
        assert GAME.scores_fault(2, [-2 << 18, -3 << 18])

    @pytest.mark.parametrize(
        "scores", [[-3, -6], [1, -5], [-4, -4], [10, 10], [-10, -10], [-6, -9], [20, -11]]
    )
    def test_scores_that_cannot_be_are_refused(self, scores):
        assert "five tricks" in GAME.scores_fault(2, scores)
