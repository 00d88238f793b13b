"""Scoring of Gong Zhu: what captured cards are worth, and the score sheet of a round.

The exposable cards are one of each suit, so a set of them is a set of suits, bit s for suit s.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, get_args

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from engine.kernels.marks import rule
from engine.kernels.primitives import lowest
from engine.rules.cards import card_of, rank_of, suit_of
from engine.rules.sheet import Fault, ScoreSheet
from games.shared.packs import ACE, CLUBS, DIAMONDS, FRENCH, HEARTS, JACK, KING, QUEEN, SPADES, TEN

EXPOSABLE = np.array([card_of(s, r) for s, r in enumerate((TEN, QUEEN, ACE, JACK))], np.int32)
"""By suit, the card that may be exposed: the doubler, the pig, the ace of hearts, the sheep."""
DOUBLER, PIG, BLOOD, SHEEP = 1 << CLUBS, 1 << SPADES, 1 << HEARTS, 1 << DIAMONDS
"""The exposable cards as members of a set; the ace stands for all hearts."""

HEART_POINTS = np.array(
    [
        {ACE: 50, KING: 40, QUEEN: 30, JACK: 20}.get(rank, 10 if rank in range(5, 11) else 0)
        for rank in range(32)
    ],
    np.int64,
)
"""What a heart of each rank costs; the 4, 3 and 2 cost nothing but are scoring cards."""
ALL_HEARTS = sum(1 << rank for rank in range(2, ACE + 1))
HEARTS_TOGETHER = int(HEART_POINTS.sum())
PLAYERS = 4


@rule
def score_of(hearts: int, taken: int, exposed: int) -> int:
    """Return what one player's captured cards score (GZ4, GZ5).

    `hearts` has bit r for the heart of rank r; `taken` and `exposed` are sets of exposable cards.
    """
    has_all = hearts == ALL_HEARTS
    points = HEARTS_TOGETHER if has_all else -heart_points(hearts)
    if exposed & BLOOD:
        points += points
    if taken & PIG:
        pig = 200 if exposed & PIG else 100
        points += pig if has_all else -pig
    if taken & SHEEP:
        points += 200 if exposed & SHEEP else 100
    if taken & DOUBLER:
        if hearts == 0 and taken & (PIG | SHEEP) == 0:
            return 100 if exposed & DOUBLER else 50
        points *= 4 if exposed & DOUBLER else 2
    return points


@rule
def heart_points(hearts: int) -> int:
    """Return what hearts cost, bit r for the heart of rank r."""
    points = 0
    while hearts:
        points += HEART_POINTS[lowest(hearts)]
        hearts &= hearts - 1
    return points


def scores_fault(players: int, scores: Sequence[int]) -> str | None:
    """Say what is impossible about the scores of a round, if anything.

    Exact as to how the sixteen scoring cards can be divided, whatever was exposed.
    """
    for exposed in range(16):
        if _can_divide(tuple(sorted(scores)), exposed, DOUBLER | PIG | SHEEP, HEARTS_TOGETHER, 0):
            return None
    return "the scoring cards cannot be divided so as to give these scores"


@cache
def _holdings(exposed: int) -> dict[int, list[tuple[int, int, int]]]:
    """Return what a player can have captured for each score: exposable cards, hearts' cost, kind.

    Hearts are told apart by what they cost only; the kind is a bit that says whether there are
    none of value but a low one (1), or all thirteen (2).
    """
    found: dict[int, list[tuple[int, int, int]]] = {}
    for taken in (taken for taken in range(16) if not taken & BLOOD):
        for hearts, kind in _samples_of_hearts():
            holding = (taken, heart_points(hearts), kind)
            found.setdefault(score_of(hearts, taken, exposed), []).append(holding)
    return found


def _samples_of_hearts() -> Iterator[tuple[int, int]]:
    """Yield one set of hearts for everything they can cost, the 2 alone, and all of them."""
    for cost in range(0, HEARTS_TOGETHER + 1, 10):
        hearts, left = 0, cost
        for rank in range(ACE, 4, -1):
            if HEART_POINTS[rank] <= left:
                hearts |= 1 << rank
                left -= int(HEART_POINTS[rank])
        yield hearts, 0
    yield 1 << 2, 1
    yield ALL_HEARTS, 2


def _can_divide(scores: tuple[int, ...], exposed: int, taken: int, cost: int, kinds: int) -> bool:
    """Tell whether the cards that are left can give the scores that are left."""
    if not scores:
        return taken == 0 and cost == 0 and kinds != 3
    return any(
        _can_divide(scores[1:], exposed, taken & ~cards, cost - hearts, kinds | kind)
        for cards, hearts, kind in _holdings(exposed).get(scores[0], ())
        if cards & ~taken == 0 and hearts <= cost
    )


Exposable = Literal["CT", "SQ", "HA", "DJ"]
ScoringCard = Literal[
    "CT", "SQ", "H2", "H3", "H4", "H5", "H6", "H7", "H8", "H9", "HT", "HJ", "HQ", "HK", "HA", "DJ"
]
SCORING_CARDS: tuple[str, ...] = get_args(ScoringCard)


def captured_sets(cards: Sequence[int]) -> tuple[int, int]:
    """Return the hearts and the exposable cards among captured cards, as `score_of` takes them."""
    hearts = sum(1 << rank_of(card) for card in cards if suit_of(card) == HEARTS)
    return hearts, sum(1 << suit_of(card) for card in cards if card in EXPOSABLE)


class PlayerSheet(BaseModel):
    """The scoring cards that lie in front of one player at the end of a round."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    captured: tuple[ScoringCard, ...] = Field(default=(), max_length=len(SCORING_CARDS))


class Sheet(ScoreSheet):
    """The sheet of one round: the exposed cards, and who captured each scoring card."""

    exposed: tuple[Exposable, ...] = Field(
        default=(), max_length=4, description="cards exposed before the first trick, by anybody"
    )
    players: tuple[PlayerSheet, ...] = Field(min_length=PLAYERS, max_length=PLAYERS)

    def scores(self) -> list[int]:
        _, exposed = captured_sets([FRENCH.parse(text) for text in self.exposed])
        captured = [[FRENCH.parse(text) for text in player.captured] for player in self.players]
        return [score_of(*captured_sets(cards), exposed) for cards in captured]

    def faults(self) -> Iterator[Fault]:
        if len(set(self.exposed)) < len(self.exposed):
            yield ("exposed",), "name each exposed card once"
        seen: set[str] = set()
        for i, player in enumerate(self.players):
            twice = sorted({card for card in player.captured if player.captured.count(card) > 1})
            twice += [card for card in SCORING_CARDS if card in seen and card in player.captured]
            if twice:
                yield ("players", i, "captured"), f"captured twice: {' '.join(twice)}"
            seen.update(player.captured)
        if left := [card for card in SCORING_CARDS if card not in seen]:
            yield ("players",), f"somebody captured these as well: {' '.join(left)}"
