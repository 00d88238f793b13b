"""Scoring and score sheet of Mulatschag: a contract, tricks, and what multiplies them.

The rules score by the same function, so that sheet and engine cannot differ.
Rules and rulings: `rules.md` (MU4, MU5, MU7, MU10, MU15, MU16).
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.kernels.marks import rule
from engine.rules.sheet import Fault, ScoreSheet, Seat

from .cards import GERMAN, HERZ

TRICKS = 5
MULATSCHAG = TRICKS + 1
"""The contract to take all five tricks without an exchange, above every bid."""
START = 21
"""The points of everybody before the first round; scores are added to them (MU16)."""
FEW = 5
"""Who has no more points than this may not exchange (MU9)."""
MANY = 50
"""Who has more points than this ends the native match."""
MOST_FOLDS = 16
"""No deal folds when this many did in a row, lest scores outgrow what a record can hold."""


@rule
def points_of(tricks: int, contract: int, holds: bool, made: bool, drops: bool) -> int:
    """Return what a seat scores in basic points, of which those above 0 are bad (MU15).

    `contract` is a bid or MULATSCHAG; `holds` tells whether it is this seat's own, `made` whether
    it was made, and `drops` whether the seat dropped out.
    """
    if contract == MULATSCHAG:
        if holds:
            return -10 if made else 20
        return 10 if made else -5
    if drops:
        return 3
    return 10 if holds and not made else -tricks


@rule
def is_made(contract: int, tricks: int) -> bool:
    """Tell whether the holder's tricks are enough for the contract."""
    return tricks >= min(contract, TRICKS)


def scores_fault(players: int, scores: Sequence[int]) -> str | None:
    """Say what is impossible about the scores of a round, if anything; exact."""
    if not any(scores):
        return None  # all passed
    for folds in range(MOST_FOLDS + 2):  # Herz counts as one more
        points = [score >> folds for score in scores]
        is_whole = all(point << folds == score for point, score in zip(points, scores, strict=True))
        if is_whole and (_is_mulatschag(points) or _is_contract(points)):
            return None
    return "five tricks and one contract, times 1, 2, 4 …, do not give these scores"


def _is_mulatschag(points: Sequence[int]) -> bool:
    """Tell whether one player's Mulatschag can give these basic points."""
    others = len(points) - 1
    made, failed = [-10] + [10] * others, [-5] * others + [20]
    return sorted(points) in (made, failed)


def _is_contract(points: Sequence[int]) -> bool:
    """Tell whether a bid can give these basic points, with or without one who dropped out."""
    if 3 not in points:
        return _share_tricks(points, range(len(points)))
    dropped = points.index(3)
    others = [*points[:dropped], *points[dropped + 1 :]]
    return len(points) == 4 and _share_tricks(others, [dropped % 3])


def _share_tricks(points: Sequence[int], holders: Sequence[int]) -> bool:
    """Tell whether five tricks can give these basic points; the holder is one of `holders`."""
    taken = [-point for point in points if point != 10]
    if any(not 0 <= tricks <= TRICKS for tricks in taken):
        return False
    if len(taken) == len(points):
        return sum(taken) == TRICKS and any(points[seat] < 0 for seat in holders)
    has_failed = len(taken) == len(points) - 1 and points.index(10) in holders
    return has_failed and 1 <= sum(taken) <= TRICKS


Suit = Literal["acorns", "leaves", "hearts", "bells"]


class PlayerSheet(BaseModel):
    """One player's part of a round."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    tricks: int = Field(default=0, ge=0, le=TRICKS, description="tricks taken")


class Sheet(ScoreSheet):
    """The sheet of one round: the contract and its holder, trump, tricks, folds before it.

    A round in which all passed has no holder and nothing else, and scores nothing.
    """

    holder: Seat | None = Field(
        default=None, le=3, description="seat that holds the contract, none if all passed"
    )
    bid: int | None = Field(
        default=None, ge=1, le=TRICKS, description="the holder's bid, none in a Mulatschag"
    )
    mulatschag: bool = Field(default=False, description="a Mulatschag was announced")
    trump: Suit | None = Field(default=None, description="the suit that the holder named")
    folds: int = Field(
        default=0, ge=0, le=MOST_FOLDS, description="how many times the deal folded before"
    )
    dropped: Seat | None = Field(
        default=None, le=3, description="seat that dropped out instead of exchanging"
    )
    players: tuple[PlayerSheet, ...] = Field(min_length=2, max_length=4)

    def scores(self) -> list[int]:
        if self.holder is None:
            return [0] * len(self.players)
        contract = MULATSCHAG if self.mulatschag else self.bid or 0
        made = is_made(contract, self.players[self.holder].tricks)
        value = 1 << self.folds + (self.trump == GERMAN.suit_names[HERZ])
        return [
            value
            * points_of(player.tricks, contract, seat == self.holder, made, seat == self.dropped)
            for seat, player in enumerate(self.players)
        ]

    def faults(self) -> Iterator[Fault]:
        if self.holder is None:
            yield from self._faults_of_nothing()
        elif self.holder >= len(self.players):
            last = len(self.players) - 1
            yield ("holder",), f"there is no seat {self.holder}, the last is {last}"
        else:
            yield from self._faults_of_contract()
            yield from self._faults_of_dropping(self.holder)
            yield from self._faults_of_tricks()

    def _faults_of_nothing(self) -> Iterator[Fault]:
        """Yield what is written though nobody holds a contract."""
        named = {"bid": self.bid, "trump": self.trump, "dropped": self.dropped}
        for field, value in (named | {"mulatschag": self.mulatschag or None}).items():
            if value is not None:
                yield (field,), "name the holder of the contract, or leave this out if all passed"
        for seat, player in enumerate(self.players):
            if player.tricks:
                yield ("players", seat, "tricks"), "no tricks are played if all passed"

    def _faults_of_contract(self) -> Iterator[Fault]:
        if self.mulatschag and self.bid is not None:
            yield ("bid",), "a Mulatschag is for all five tricks: it has no bid"
        if not self.mulatschag and self.bid is None:
            yield ("bid",), "say what the holder of the contract bid"
        if self.trump is None:
            yield ("trump",), "say what the holder of the contract made trump"

    def _faults_of_dropping(self, holder: int) -> Iterator[Fault]:
        if self.dropped is None:
            return
        last = (holder - 1) % len(self.players)
        if len(self.players) < 4:
            yield ("dropped",), "only one of four players may drop out"
        elif self.mulatschag:
            yield ("dropped",), "nobody drops out of a Mulatschag"
        elif self.dropped != last:
            yield ("dropped",), f"only the last to exchange may drop out, seat {last}"
        elif self.players[last].tricks:
            yield ("players", last, "tricks"), "who dropped out takes no trick"

    def _faults_of_tricks(self) -> Iterator[Fault]:
        taken = sum(player.tricks for player in self.players)
        if taken != TRICKS:
            where = ("players", len(self.players) - 1, "tricks")
            yield where, f"the tricks are {taken} in all, not {TRICKS}"
