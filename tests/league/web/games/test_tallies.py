"""How the scores of a round came about, as a table on the page."""

import pytest
from django.utils import translation

from league.web.games.cards import pack_of
from league.web.games.tallies import Row, Tally, tally_of

LOST = {
    "game": "skat",
    "players": 3,
    "sides": [0, 1, 2],
    "round_over": True,
    "round_scores": [0, -88, 0],
    "history": [{"redeal": False}],
    "facts": {
        "bid": 18,
        "declarer": 1,
        "contract": "spades",
        "hand": False,
        "announced": None,
        "matadors": 2,
        "points": [70, 30, 20],
        "tricks": [5, 3, 2],
    },
}
NAMES = ["Alice", "Bob", "Carol"]


def told(view, game="skat", names=NAMES):
    return tally_of(view, pack_of(game), names)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Card points", "Spades, with 2, game 3, schneider 4", "Lost: 2 × 4 × 11"]),
        ("de", ["Augen", "Pik, mit 2, Spiel 3, Schneider 4", "Verloren: 2 × 4 × 11"]),
        ("nl", ["Punten van de kaarten", "Schoppen, met 2, spel 3, schneider 4",
                "Verloren: 2 × 4 × 11"]),
    ],
)  # fmt: skip
def test_lines_are_said_in_the_language_of_the_visitor(language, words):
    with translation.override(language):
        assert [row.words for row in told(LOST).rows] == words


def test_scores_have_their_sign_and_other_numbers_none():
    found = told(LOST)
    assert [row.values for row in found.rows] == [["70", "30", "20"], [], ["", "−88", ""]]
    assert found.scores == ["0", "−88", "0"]


def test_partners_share_a_column():
    facts = {"hand": "plain", "winner": 1, "ran": False, "trucador": None, "stake": 1}
    view = LOST | {"game": "truco", "players": 4, "sides": [0, 1, 0, 1]}
    view |= {"facts": facts | {"tricks": [1, 1]}, "round_scores": [0, 1, 0, 1]}
    found = told(view, "truco", [*NAMES, "Dora"])
    assert (found.names, found.scores) == (["Alice & Carol", "Bob & Dora"], ["0", "+1"])


def test_who_has_nothing_has_no_column():
    cards = [{"count": count} for count in (0, 2, 0)]
    view = LOST | {"game": "linger-longer", "round_scores": [0, 2, 0], "hands": cards}
    assert told(view, "linger-longer").names == ["Bob"]


def of(names, rows):
    """Return a tally of so many names and rows with values, and a row of words."""
    counted = [Row(f"row {row}", [f"{row}{name}" for name in names], adds=True) for row in rows]
    return Tally(names, [Row("words", [], adds=False), *counted], [f"+{name}" for name in names])


@pytest.mark.parametrize(
    ("names", "rows", "is_by_name"),
    [("abcd", "1", False), ("abcde", "12", True), ("abcde", "123", False), ("abcdefg", "12", True)],
)
def test_many_names_stand_below_each_other_where_little_is_said_of_them(names, rows, is_by_name):
    assert of(names, rows).is_by_name == is_by_name


def test_line_of_a_name_has_its_values_in_the_order_of_the_rows():
    found = of("abcde", "12")
    assert found.lines[1] == ("b", ["1b", "2b"], "+b")
    assert [row.words for row in found.told] == ["words"]


@pytest.mark.parametrize("change", [{"round_over": False}, {"history": [{"redeal": True}]}])
def test_nothing_is_told_of_a_round_without_scores(change):
    assert told(LOST | change) is None
