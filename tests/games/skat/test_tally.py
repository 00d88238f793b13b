"""How rounds of Skat are told to have been scored."""

import pytest

from tests.games.told import told

GAME = {"bid": 18, "declarer": 0, "hand": False, "announced": None}


def game(contract, points, score, **facts):
    """Return what is said of multipliers, and of the score, of a game of the first seat."""
    own = GAME | {"contract": contract, "points": [points, 0, 0], "tricks": [5, 3, 2]} | facts
    _, *said, (last, values) = told("skat", scores=[score, 0, 0], facts=own)
    assert values == [score, None, None]
    return [words for words, _ in said], last


@pytest.mark.parametrize(
    ("told_of", "multipliers", "scored"),
    [
        (
            game("spades", 30, -88, matadors=2),
            "spades, with 2, game 3, schneider 4",
            "Lost: 2 × 4 × 11",
        ),
        (game("clubs", 61, 24, matadors=1), "clubs, with 1, game 2", "Won: 2 × 12"),
        (
            game("grand", 100, 144, matadors=-2, hand=True, announced="schneider", bid=23),
            "grand, without 2, game 3, hand 4, schneider 5, schneider announced 6",
            "Won: 6 × 24",
        ),
        (
            game("diamonds", 70, -72, matadors=1, bid=36),
            "diamonds, with 1, game 2",
            "Overbid, the bid was 36: 2 × 4 × 9",
        ),
    ],
)
def test_multipliers_are_counted_up_and_multiplied(told_of, multipliers, scored):
    assert told_of == ([multipliers], scored)


def test_null_has_no_multipliers():
    facts = {"tricks": [0, 6, 4], "matadors": None, "bid": 23}
    assert game("null", 0, 23, **facts) == ([], "Null won: 23")


def test_ramsch_says_why_somebody_scores():
    facts = {"contract": "ramsch", "points": [70, 35, 15], "tricks": [6, 3, 1]}
    points, scored = told("skat", scores=[0, 0, 10], facts=facts)
    assert points == ("Card points", [70, 35, 15])
    assert scored == ("Ramsch: fewest card points", [None, None, 10])
