"""What games tell beside the cards is described, and a description that is wrong is noticed."""

from dataclasses import replace
from typing import Annotated

import pytest

import games
from engine.conformance import laws
from engine.conformance.laws import Violation
from engine.rules.facts import BySeat, PublicFacts, Seat, Told, during

BRISCOLA = games.get("briscola")
RIGHT = {"trump": None, "takers": [0], "points": [0, 7]}


class Facts(PublicFacts):
    trump: Annotated[str | None, during("play")]
    """The trump suit."""
    takers: Annotated[list[Seat], during("play")]
    """Who took something."""
    points: BySeat[int]
    """Points of a seat."""


def test_facts_are_told_in_words():
    assert Facts.told() == [
        Told("trump", "text or null", "The trump suit.", ["play"]),
        Told("takers", "list of seats", "Who took something.", ["play"]),
        Told("points", "number for each seat", "Points of a seat.", ()),
    ]


def test_facts_as_described_have_no_fault():
    assert Facts.fault(RIGHT, phase="play", players=2) is None
    silent = RIGHT | {"takers": []}
    assert Facts.fault(silent, phase="over", players=2) is None


@pytest.mark.parametrize(
    ("changed", "phase", "fault"),
    [
        ({"more": 1}, "play", "more: Extra inputs are not permitted"),
        ({"points": ["7"]}, "play", "points.0: Input should be a valid integer"),
        ({"points": [1, 2, 3]}, "play", "points is not one for each seat"),
        ({"trump": "H"}, "over", "trump is 'H' in the phase over"),
        ({"trump": ""}, "over", "trump is '' in the phase over"),
        ({"takers": [1]}, "over", "takers is [1] in the phase over"),
    ],
)
def test_what_is_not_as_described_is_said(changed, phase, fault):
    facts = RIGHT | {"takers": []} | changed
    assert Facts.fault(facts, phase=phase, players=2) == fault


@pytest.mark.parametrize(
    "model",
    [PublicFacts, type("Late", (BRISCOLA.fact_model,), {"__annotations__": {"late": int}})],
    ids=["nothing said", "more said"],
)
def test_law_notices_facts_that_are_not_described(model):
    with pytest.raises(Violation, match="facts are as the game describes them"):
        laws.facts_are_as_described(replace(BRISCOLA, fact_model=model), players=2, seed=1)


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.slug)
def test_every_fact_has_a_meaning_and_phases_of_its_game(game):
    for fact in game.fact_model.told():
        assert fact.means.endswith(".")
        assert set(fact.phases) <= set(game.phases)
