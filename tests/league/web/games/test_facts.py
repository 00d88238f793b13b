"""What a game shows beside its cards: in words, and only what says something."""

import pytest
from django.utils import translation

from league.web.games.cards import pack_of
from league.web.games.facts import facts_of_table

NAMES = ["Alice", "Bob", "Carol", "Dora"]


def facts(game, **values):
    """Return the facts of a table of four, by label."""
    sides = [0, 1, 0, 1] if game in {"truco", "cinch"} else [0, 1, 2, 3]
    view = {"game": game, "players": len(sides), "sides": sides, "facts": values}
    found = facts_of_table(view, pack_of(game), NAMES)
    return {fact.label: fact.text for fact in found}


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", -2, {"Matadors": "without 2"}),
        ("en", 3, {"Matadors": "with 3"}),
        ("de", -2, {"Spitzen": "ohne 2"}),
        ("de", 1, {"Spitzen": "mit 1"}),
        ("nl", -4, {"Matadors": "zonder 4"}),
    ],
)
def test_matadors_are_told_as_players_say_them(language, count, said):
    with translation.override(language):
        assert facts("skat", matadors=count) == said


@pytest.mark.parametrize(
    ("game", "usual", "unusual", "said"),
    [
        ("truco", {"rejected": 0}, {"rejected": 2}, {"Packets rejected": "2"}),
        ("truco", {"hand": "plain"}, {"hand": "eleven"}, {"Hand": "Hand of eleven"}),
        ("mulatschag", {"multiplier": 1, "value": 1}, {"value": 4}, {"Value": "4"}),
        ("rolling-stone", {"times": 1}, {"times": 2}, {"This position was there": "2"}),
        ("cinch", {"contract": 0}, {"contract": 7}, {"Contract": "7"}),
        ("cinch", {"points": [0, 0]}, {"points": [0, 3]},
         {"Points": "Alice & Carol 0 · Bob & Dora 3"}),
    ],
)  # fmt: skip
def test_what_is_usual_is_not_said(game, usual, unusual, said):
    assert facts(game, **usual) == {}
    assert facts(game, **unusual) == said
