"""Scoring of Fipsen: what a contract is worth and scores, and the score sheet of a round."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Literal

from pydantic import Field

from engine.kernels.marks import rule
from engine.rules.sheet import Fault, ScoreSheet, Seat
from games.shared.packs import DIAMONDS, SUITS

from .bids import BIDS, IS_DURCH, IS_RUTEN, KIEKER, VALUES

PLAYERS = 4
SURRENDER_PENALTY = 5


@rule
def value_of(bid: int, trump: int, played_on: int) -> int:
    """Return what a contract is worth: diamonds not bid, and playing on, double it (FI5, FI8)."""
    is_late = trump == DIAMONDS and not IS_RUTEN[bid]
    return int(VALUES[bid]) << (is_late + played_on)


@rule
def score_of(value: int, made: bool, surrendered: bool) -> int:
    """Return the declarer's score; a contract that fails costs twice its value (FI6, FI9)."""
    if surrendered:
        return -SURRENDER_PENALTY
    return value if made else -2 * value


def _all_scores() -> set[int]:
    """Return everything that a declarer can score."""
    values = {
        int(value_of(bid, trump, played_on))
        for bid, trump, played_on in product(range(len(BIDS)), range(DIAMONDS + 1), (0, 1))
        if not (played_on and IS_DURCH[bid])
    }
    return {int(score_of(value, made, False)) for value in values for made in (False, True)} | {
        -SURRENDER_PENALTY
    }


_SCORES = _all_scores()


def scores_fault(players: int, scores: Sequence[int]) -> str | None:
    """Say what is impossible about the scores of a round, if anything."""
    scored = [score for score in scores if score != 0]
    if len(scored) != 1:
        return "exactly one player, the declarer, scores in a round"
    if scored[0] not in _SCORES:
        return f"{scored[0]} is neither the value of a contract nor what a failed one costs"
    return None


Named = Literal["2", "3", "4", "5", "kieker"]
Suit = Literal["clubs", "spades", "hearts", "diamonds"]


class Sheet(ScoreSheet):
    """The sheet of one round: the contract, and how the declarer fared with it."""

    declarer: Seat = Field(lt=PLAYERS)
    bid: Named = Field(description="tricks of the last bid, or Kieker")
    hand: bool = Field(default=False, description="bid hand: played without the skat")
    ruten: bool = Field(default=False, description="bid ruten: with diamonds as trump")
    durch: bool = Field(default=False, description="bid durch; a five is durch without it")
    trump: Suit | None = Field(
        default=None, description="suit that was named; diamonds double what was not bid ruten"
    )
    made: bool | None = Field(default=None, description="the contract was made, to its very end")
    played_on: bool = Field(
        default=False, description="after it was reached, for all the tricks that were left"
    )
    surrendered: bool = Field(default=False, description="a Kieker given up before trump was named")

    def scores(self) -> list[int]:
        trump = SUITS.index(self.trump) if self.trump else -1
        value = value_of(self._row(), trump, int(self.played_on))
        score = int(score_of(value, bool(self.made), self.surrendered))
        return [score if seat == self.declarer else 0 for seat in range(PLAYERS)]

    def _row(self) -> int:
        """Return the row of the bid in the table of bids."""
        chosen = {"hand": self.hand, "ruten": self.ruten, "durch": self.durch}
        return BIDS.index(" ".join([self.bid, *(word for word, has in chosen.items() if has)]))

    def faults(self) -> Iterator[Fault]:
        yield from self._faults_of_bid()
        yield from self._faults_of_surrender() if self.surrendered else self._faults_of_play()

    def _faults_of_bid(self) -> Iterator[Fault]:
        if self.bid == "kieker":
            for modifier in ("hand", "ruten", "durch"):
                if getattr(self, modifier):
                    yield (modifier,), "the Kieker is bid without modifiers"
        elif self.bid == "5" and self.durch:
            yield ("durch",), "a five is always durch: it is bid without the word"

    def _faults_of_surrender(self) -> Iterator[Fault]:
        if self.bid != BIDS[KIEKER]:
            yield ("surrendered",), "only a Kieker can be given up"
        for field, value in (
            ("trump", self.trump),
            ("made", self.made),
            ("played_on", self.played_on or None),
        ):
            if value is not None:
                yield (field,), "a Kieker given up is not played"

    def _faults_of_play(self) -> Iterator[Fault]:
        if self.trump is None:
            yield ("trump",), "say which suit was trump, or that a Kieker was given up"
        elif self.ruten and self.trump != "diamonds":
            yield ("trump",), "ruten is played with diamonds as trump"
        if self.made is None:
            yield ("made",), "say whether the contract was made"
        if self.played_on and (self.durch or self.bid in {"5", "kieker"}):
            yield (
                ("played_on",),
                "a durch is for all tricks anyway: there is nothing to play on for",
            )
