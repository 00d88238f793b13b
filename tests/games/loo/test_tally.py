"""How rounds of Loo are told to have been scored."""

from tests.games.told import told


def test_pot_is_what_was_paid_and_not_won():
    facts = {"taker": None, "tricks": [3, 2, 0, 0, 0], "looed": [2], "revealed": []}
    scores, before = [6, 4, -5, -5, 0], [-5, 0, 0, 0, 0]
    totals = [own + score for own, score in zip(before, scores, strict=True)]
    assert told("loo", scores=scores, totals=totals, facts=facts, dealer=3) == [
        ("The pot was 10", ()),
        ("Tricks, 2 each", [6, 4, None, None, None]),
        ("Looed", [None, None, -5, None, None]),
        ("The dealer’s ante", [None, None, None, -5, None]),
    ]
