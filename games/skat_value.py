"""What a round of Skat is worth: values of games, Ramsch, Seeger–Fabian, and the score sheet.

The rules in `games/skat.py` and the sheet of a club use the same functions. Rulings taken:
`docs/rules/skat.md` (SK2, SK5 to SK12).
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from engine.kernel import rule
from engine.sheet import Fault, ScoreSheet, Seat

from .skat_cards import CARD_POINTS, CONTRACTS, GRAND, NULL, TRUMPS

NOTHING, SCHNEIDER, SCHWARZ, OUVERT = range(4)
LEVELS = (None, "schneider", "schwarz", "ouvert")
"""What a declarer can announce; one side can make the first two."""

BASE = np.array([12, 11, 10, 9, 24])
"""The base value of a suit or grand game."""
NULL_VALUES = np.array([23, 35, 46, 59])
"""Null, null hand, null ouvert, null ouvert hand."""

MOST_MATADORS = {CONTRACTS[contract]: 4 if contract == GRAND else 11 for contract in range(5)}


def _all_values() -> list[int]:
    """Return every value that a game can have, ascending (SK2)."""
    values = set(NULL_VALUES.tolist())
    for contract in range(GRAND + 1):
        # With or without one: game two. With all of them: hand and all that can be announced.
        most = MOST_MATADORS[CONTRACTS[contract]] + 7
        values |= {int(BASE[contract]) * multiplier for multiplier in range(2, most + 1)}
    return sorted(values)


BIDS = np.array(_all_values())
"""The 63 bids: every value that a game can have."""

_LOSSES = {-30} | {-2 * value for value in BIDS.tolist()}
_LOSSES |= {-2 * base * -(-bid // base) for base in BASE.tolist() for bid in BIDS.tolist()}


@rule
def matadors_of(contract: int, cards: int) -> int:
    """Return with how many matadors a game is played, negative for without (SK7).

    `cards` are the declarer's twelve, the skat included, as a word.
    """
    trumps = TRUMPS[contract]
    has_top = (cards >> trumps[0]) & 1
    matadors = 0
    for i in range(len(trumps)):
        if trumps[i] < 0 or (cards >> trumps[i]) & 1 != has_top:
            break
        matadors += 1
    return matadors if has_top else -matadors


@rule
def value_of(contract: int, matadors: int, hand: int, announced: int, made: int) -> int:
    """Return the value of a game, with or without `matadors` alike (SK6, SK10).

    `announced` is a level up to OUVERT, `made` the level that either side has reached, at most
    SCHWARZ. An announced level counts as made too, reached or not.
    """
    if contract == NULL:
        return NULL_VALUES[hand + 2 * (announced == OUVERT)]
    level = max(made, min(announced, SCHWARZ))
    return BASE[contract] * (abs(matadors) + 1 + hand + level + announced)


@rule
def score_of(contract: int, value: int, bid: int, reached: bool) -> int:
    """Return the declarer's score of a game of a value; `reached`: as the cards were played.

    A lost game costs twice its value (SK9). Overbid it is lost anyway, at the smallest multiple
    of the base value that is as high as the bid (SK8).
    """
    if value < bid:
        base = BASE[contract]
        return -2 * base * ((bid + base - 1) // base)
    return value if reached else -2 * value


@rule
def level_made(points: int, tricks: int) -> int:
    """Return the level that either side has made: by the declarer's points and tricks (SK5)."""
    if tricks in {0, 10}:
        return SCHWARZ
    return SCHNEIDER if points >= 90 or points <= 30 else NOTHING


@rule
def is_reached(contract: int, announced: int, points: int, tricks: int) -> bool:
    """Tell whether the declarer has done at the table what the contract asks for."""
    if contract == NULL:
        return tricks == 0
    if announced >= SCHWARZ:
        return tricks == 10
    return points >= (90 if announced == SCHNEIDER else 61)


@rule
def score_ramsch(points: Any, last_won: Any, forehand: int, scores: Any) -> None:
    """Write the score of the one seat that scores in a Ramsch (SK11).

    `points` are the card points of each seat, `last_won` the number of its last trick, -1 for
    none.
    """
    winner = forehand
    for seat in range(3):
        if last_won[seat] >= 0 and last_won[seat - 1] < 0 and last_won[seat - 2] < 0:
            scores[seat] = -30
            return
        longer_ago = points[seat] == points[winner] and last_won[seat] < last_won[winner]
        if points[seat] < points[winner] or (longer_ago and 3 * points[seat] != CARD_POINTS):
            winner = seat
    scores[winner] = 20 if last_won[winner] < 0 else 10


def seeger_fabian(declarer: int | None, *, won: bool, table: int = 3) -> list[int]:
    """Return the Seeger–Fabian points of a round, a statistic beside the score (SK12).

    The declarer has 50 for a game won, -50 for one lost; a lost one gives everybody else 40, at
    a table of four 30, the dealer who sits out (the last number) too. Ramsch gives nothing.
    """
    if declarer is None:
        return [0] * table
    others = 0 if won else {3: 40, 4: 30}[table]
    own = 50 if won else -50
    return [own if seat == declarer else others for seat in range(table)]


def scores_fault(players: int, scores: Sequence[int]) -> str | None:
    """Say what is impossible about the scores of a round, if anything."""
    scored = [score for score in scores if score != 0]
    if len(scored) != 1:
        return "exactly one player scores in a round"
    (score,) = scored
    if score > 0 and score != 10 and score not in BIDS:
        return f"{score} is not the value of any game, nor won in Ramsch"
    if score < 0 and score not in _LOSSES:
        return f"{score} is not twice a value or an overbid one, nor lost in Ramsch"
    return None


Named = Literal["clubs", "spades", "hearts", "diamonds", "grand", "null"]
Announced = Literal["schneider", "schwarz", "ouvert"]


class RamschSheet(BaseModel):
    """How a Ramsch came out."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    points: tuple[int, int, int] = Field(
        description="card points of each seat; those of the skat belong to the last trick"
    )
    without_trick: tuple[Annotated[Seat, Field(le=2)], ...] = Field(
        default=(), max_length=2, description="the seats that took no trick, in order"
    )
    tie: Seat | None = Field(
        default=None,
        le=2,
        description="if seats tie for the fewest points: of two, whose last trick is longer ago; "
        "of three, forehand",
    )

    @property
    def tied(self) -> list[int]:
        """The seats among which `tie` has to decide, none if there is nothing to decide."""
        fewest = [seat for seat in range(3) if self.points[seat] == min(self.points)]
        return fewest if len(fewest) > 1 and not set(fewest) & set(self.without_trick) else []

    def scores(self) -> list[int]:
        """Return the score of each seat."""
        last_won = np.array([1 - (seat == self.tie) for seat in range(3)])
        last_won[list(self.without_trick)] = -1
        scores = np.zeros(3, np.int64)
        score_ramsch(np.array(self.points), last_won, self.tie or 0, scores)
        return [int(score) for score in scores]

    def faults(self) -> Iterator[Fault]:
        """Yield what cannot have happened at a table."""
        if sum(self.points) != CARD_POINTS or min(self.points) < 0:
            yield ("points",), f"the card points are {CARD_POINTS} together"
        elif any(self.points[seat] for seat in self.without_trick):
            yield ("without_trick",), "who took no trick has no card points"
        elif list(self.without_trick) != sorted(set(self.without_trick)):
            yield ("without_trick",), "name each seat once, in order"
        elif self.tied and self.tie not in self.tied:
            seats = " and ".join(str(seat) for seat in self.tied)
            yield ("tie",), f"seats {seats} tie for the fewest points: say who wins the tie"
        elif self.tie is not None and not self.tied:
            yield ("tie",), "there is no tie to decide"


class Sheet(ScoreSheet):
    """The sheet of one round: the declarer's game, or how the Ramsch came out."""

    declarer: Seat | None = Field(
        default=None, le=2, description="the seat that played; none in Ramsch"
    )
    contract: Named | None = None
    matadors: int | None = Field(
        default=None,
        ge=-11,
        le=11,
        description="with how many, the skat included; negative: without how many",
    )
    hand: bool = Field(default=False, description="the skat was not picked up")
    announced: Announced | None = Field(
        default=None, description="the highest that was announced; ouvert: played with open cards"
    )
    made: Literal["schneider", "schwarz"] | None = Field(
        default=None, description="the highest that either side has made"
    )
    bid: int | None = Field(default=None, description="the bid at which the declarer plays")
    won: bool | None = None
    ramsch: RamschSheet | None = None

    @property
    def value(self) -> int:
        """The value of the declarer's game."""
        return int(
            value_of(
                CONTRACTS.index(self.contract or ""),
                self.matadors or 0,
                int(self.hand),
                LEVELS.index(self.announced),
                LEVELS.index(self.made),
            )
        )

    def scores(self) -> list[int]:
        if self.ramsch is not None:
            return self.ramsch.scores()
        contract, bid = CONTRACTS.index(self.contract or ""), self.bid or 0
        score = int(score_of(contract, self.value, bid, bool(self.won)))
        return [score if seat == self.declarer else 0 for seat in range(3)]

    def seeger_fabian(self, *, table: int = 3) -> list[int]:
        """Return the Seeger–Fabian points of the round at a table of three or four."""
        return seeger_fabian(self.declarer, won=bool(self.won), table=table)

    def faults(self) -> Iterator[Fault]:
        found = list(self._faults_of_form())
        if not found and self.ramsch is not None:
            found = [(("ramsch", *path), reason) for path, reason in self.ramsch.faults()]
        elif not found:
            found = list(self._faults_of_contract()) or list(self._faults_of_result())
        yield from found

    def _faults_of_form(self) -> Iterator[Fault]:
        """Yield what is missing, or written though nobody could have said it."""
        needed = {"contract": self.contract, "bid": self.bid, "won": self.won}
        if self.contract != "null":
            needed["matadors"] = self.matadors
        if self.ramsch is not None:
            extra = {"declarer": self.declarer, "announced": self.announced, "made": self.made}
            for field, value in (needed | extra | {"hand": self.hand or None}).items():
                if value is not None:
                    yield (field,), "a Ramsch has no declarer and no contract"
        elif self.declarer is None:
            yield ("declarer",), "name the declarer, or say how the Ramsch came out"
        else:
            for field, value in needed.items():
                if value is None:
                    yield (field,), f"a game with a declarer needs its {field}"
            if self.bid is not None and self.bid not in BIDS:
                yield ("bid",), f"{self.bid} is not the value of any game"

    def _faults_of_contract(self) -> Iterator[Fault]:
        if self.contract == "null":
            yield from self._faults_of_null()
            return
        most = MOST_MATADORS[self.contract or ""]
        if not 1 <= abs(self.matadors or 0) <= most:
            yield ("matadors",), f"a {self.contract} game is with or without 1 to {most}"
        if self.announced and not self.hand:
            yield ("announced",), "only hand games are announced higher"

    def _faults_of_null(self) -> Iterator[Fault]:
        if self.matadors is not None:
            yield ("matadors",), "null has no trumps"
        if self.announced not in {None, "ouvert"}:
            yield ("announced",), "null can only be announced ouvert"
        elif self.value < (self.bid or 0):
            yield (
                ("contract",),
                f"this null is worth {self.value}, less than {self.bid}: it cannot be played",
            )
        if self.made:
            yield ("made",), "null has neither schneider nor schwarz"

    def _faults_of_result(self) -> Iterator[Fault]:
        if not self.won or self.contract == "null":
            return
        if self.value < (self.bid or 0):
            yield ("won",), f"worth {self.value}, less than the bid of {self.bid}: it is lost"
        wanted = min(LEVELS.index(self.announced), SCHWARZ)
        if LEVELS.index(self.made) < wanted:
            yield ("won",), f"{LEVELS[wanted]} was announced and not made: it is lost"
