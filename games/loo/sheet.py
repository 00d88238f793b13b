"""Scoring and score sheet of Loo: who shares the pot, who pays into the next one.

The rules score by the same functions, so that sheet and engine cannot differ.
Rules and rulings: `rules.md` (LO1, LO1a, LO3, LO5, LO6, LO11).
"""

from collections.abc import Iterator, Sequence

from pydantic import BaseModel, ConfigDict, Field

from engine.kernels.marks import rule
from engine.rules.sheet import Dealer, Fault, ScoreSheet

ANTE = 5
"""What the dealer adds to the pot."""
LOO = 5
"""What a looed player pays into the next pot."""
TRICKS = 5
LARGEST_POT = 10_000
"""No match is long enough to fill a pot like this."""
NOT_LOOED = 9
"""Most players who can hold Pam or a flush: two flushes of each suit, and Pam elsewhere."""


@rule
def score_of(pot: int, tricks: int, pays: int, deals: int) -> int:
    """Return a seat's score of a round: a fifth of the pot for each trick, less what it pays.

    `pays` and `deals` are 1 for yes; the whole pot is that of five tricks.
    """
    return pot // TRICKS * tricks - LOO * pays - ANTE * deals


@rule
def pot_left(pot: int, tricks: int, payers: int) -> int:
    """Return the next pot, before its ante: what all tricks left of this one, and the loos."""
    return pot - pot // TRICKS * tricks + LOO * payers


def scores_fault(players: int, scores: Sequence[int]) -> str | None:
    """Say what is impossible about the scores of a round, if anything."""
    if any(_is_possible(scores, dealer) for dealer in range(players)):
        return None
    return "one dealer pays 5, a looed player 5, and the others share a pot of five equal parts"


def _is_possible(scores: Sequence[int], dealer: int) -> bool:
    gains = [score + ANTE * (seat == dealer) for seat, score in enumerate(scores)]
    won = sum(gain for gain in gains if gain > 0)
    if won == 0:
        return not any(gains)
    if won % TRICKS or any(gain < 0 and gain != -LOO for gain in gains):
        return False
    return not any(gain % (won // TRICKS) for gain in gains if gain > 0)


class PlayerSheet(BaseModel):
    """One player's part of a round."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    stayed: bool = Field(default=False, description="stayed in the round")
    tricks: int = Field(default=0, ge=0, le=TRICKS, description="tricks taken")
    flush: bool = Field(default=False, description="took the pot with a flush")
    pays: bool = Field(
        default=False, description="pays five after another's flush, for want of Pam and a flush"
    )


class Sheet(ScoreSheet):
    """The sheet of one round: dealer, pot, and what each player did, in the order of the seats.

    A lone stayer takes the pot without a trick. A stayer without a trick is looed without being
    named; only after a flush does the sheet say who pays.
    """

    dealer: Dealer = Field(le=9, description="seat of the dealer, the first is 0")
    pot: int = Field(
        ge=ANTE, le=LARGEST_POT, multiple_of=5, description="the pot, this round's ante included"
    )
    players: tuple[PlayerSheet, ...] = Field(min_length=5, max_length=10)

    def scores(self) -> list[int]:
        return [
            score_of(self.pot, tricks, int(pays), int(seat == self.dealer))
            for seat, (tricks, pays) in enumerate(zip(self._shares(), self._pays(), strict=True))
        ]

    @property
    def next_pot(self) -> int:
        """The pot that is carried to the next round, before its ante."""
        return pot_left(self.pot, sum(self._shares()), sum(self._pays()))

    @property
    def _stayers(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.stayed]

    @property
    def _flushes(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.flush]

    def _shares(self) -> list[int]:
        """Return the tricks of each seat; who takes the whole pot has them all."""
        alone = self._stayers if len(self._stayers) == 1 else self._flushes
        return [
            TRICKS if seat in alone else player.tricks for seat, player in enumerate(self.players)
        ]

    def _pays(self) -> list[bool]:
        if self._flushes or len(self._stayers) < 2:
            return [player.pays for player in self.players]
        return [player.stayed and player.tricks == 0 for player in self.players]

    def faults(self) -> Iterator[Fault]:
        if self.dealer >= len(self.players):
            yield (
                ("dealer",),
                f"there is no seat {self.dealer}, the last is {len(self.players) - 1}",
            )
        for seat, player in enumerate(self.players):
            for field, reason in self._faults_of(seat, player):
                yield ("players", seat, field), reason
        yield from self._faults_of_all()

    def _faults_of(self, seat: int, player: PlayerSheet) -> Iterator[tuple[str, str]]:
        plays = len(self._stayers) > 1
        if player.tricks and (not plays or not player.stayed or self._flushes):
            yield "tricks", "only stayers, at least two, take tricks, and none after a flush"
        if player.flush and (not plays or not player.stayed):
            yield "flush", "only stayers, at least two, are asked for a flush"
        if player.flush and self._flushes[0] != seat:
            yield "flush", "one flush takes the pot"
        if player.pays and (not self._flushes or not player.stayed or player.flush):
            yield "pays", "only other stayers pay after a flush; who takes no trick is known"

    def _faults_of_all(self) -> Iterator[Fault]:
        stayers, taken = self._stayers, sum(player.tricks for player in self.players)
        if len(stayers) < 2:
            return
        if not self._flushes and taken != TRICKS:
            yield ("players", stayers[-1], "tricks"), f"the tricks are {taken} in all, not {TRICKS}"
        if self._flushes and len(stayers) - sum(self._pays()) > NOT_LOOED:
            said = f"at most {NOT_LOOED} players can hold Pam or a flush"
            yield ("players", stayers[-1], "pays"), said
