"""What a round of Skat is worth: values of games, Ramsch, Seeger–Fabian, and the score sheet.

The rules in `games/skat.py` and the sheet of a club use the same functions. Rulings taken:
`docs/rules/skat.md` (SK2, SK5 to SK12).
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from engine.kernels.marks import rule
from engine.rules.sheet import Dealer, Fault, ScoreSheet, Seat

from .shared.sharing import can_share
from .skat_cards import CARD_POINTS, CONTRACTS, GRAND, NULL, POINTS, TRUMPS

NOTHING, SCHNEIDER, SCHWARZ, OUVERT = range(4)
LEVELS = (None, "schneider", "schwarz", "ouvert")
"""What a declarer can announce; one side can make the first two."""

SKAT_POINTS = 22
"""The most card points that two cards have."""

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


def outcomes(contract: int, matadors: int) -> Iterator[tuple[int, int]]:
    """Yield card points and tricks with which a suit or grand game of a declarer can end.

    Each of the highest trumps wins the trick it is played to. With so many, at most two of them
    lie in the skat or are laid away, and the others win the declarer a trick each. Without, the
    opponents win a trick with two of them at best. Between these bounds all is taken for possible.
    """
    number = abs(matadors)
    top = [int(POINTS[(index & 7) + 7]) for index in TRUMPS[contract][:number]]
    fewest, most, least, highest = 0, 10, 0, CARD_POINTS
    if matadors > 0:
        fewest = max(0, number - 2)
        least = CARD_POINTS - _most_points(top, 3 * (10 - fewest))
    else:
        most = 10 - (number + 1) // 2
        highest = CARD_POINTS - sum(top)
    for tricks in range(fewest, most + 1):
        for points in range(least, highest + 1):
            if (tricks > 0 or points <= SKAT_POINTS) and (tricks < 10 or points == CARD_POINTS):
                yield points, tricks


def _most_points(missing: Sequence[int], cards: int) -> int:
    """Return the most card points of so many cards, of the pack without some."""
    left = sorted([*POINTS.tolist()] * 4, reverse=True)
    for points in missing:
        left.remove(points)
    return sum(left[:cards])


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

    points: tuple[int, ...] = Field(
        min_length=3,
        max_length=4,
        description="card points of each seat, 0 of who sits out; those of the skat belong to the "
        "last trick",
    )
    without_trick: tuple[Annotated[Seat, Field(le=3)], ...] = Field(
        default=(), max_length=2, description="the seats that played and took no trick, in order"
    )
    tie: Seat | None = Field(
        default=None,
        le=3,
        description="if seats tie for the fewest points: of two, whose last trick is longer ago; "
        "of three, forehand",
    )

    def tied(self, playing: Sequence[int]) -> list[int]:
        """Return the seats among which `tie` has to decide, none if there is nothing to decide."""
        least = min(self.points[seat] for seat in playing)
        fewest = [seat for seat in playing if self.points[seat] == least]
        return fewest if len(fewest) > 1 and not set(fewest) & set(self.without_trick) else []

    def scores(self, playing: Sequence[int]) -> list[int]:
        """Return the score of each of the three seats that play."""
        last_won = [-1 if seat in self.without_trick else int(seat != self.tie) for seat in playing]
        forehand = 0 if self.tie is None else playing.index(self.tie)
        points = np.array([self.points[seat] for seat in playing])
        scores = np.zeros(3, np.int64)
        score_ramsch(points, np.array(last_won), forehand, scores)
        return [int(score) for score in scores]

    def faults(self, playing: Sequence[int]) -> Iterator[Fault]:
        """Yield what cannot have happened at a table where these seats play."""
        tied = self.tied(playing)
        if sum(self.points) != CARD_POINTS or min(self.points) < 0:
            yield ("points",), f"the card points are {CARD_POINTS} together"
        elif any(self.points[seat] for seat in self.without_trick):
            yield ("without_trick",), "who took no trick has no card points"
        elif list(self.without_trick) != sorted(set(self.without_trick)):
            yield ("without_trick",), "name each seat once, in order"
        elif tied and self.tie not in tied:
            seats = " and ".join(str(seat) for seat in tied)
            yield ("tie",), f"seats {seats} tie for the fewest points: say who wins the tie"
        elif self.tie is not None and not tied:
            yield ("tie",), "there is no tie to decide"
        elif not self._can_share(playing):
            yield ("points",), "no tricks give these card points: compare who took none"

    def _can_share(self, playing: Sequence[int]) -> bool:
        """Tell whether ten tricks, the last with the skat, can give these card points."""
        takers = [seat for seat in playing if seat not in self.without_trick]
        return can_share(
            tuple(self.points[seat] for seat in takers),
            values=(11, 10, 4, 3, 2),
            each=4,
            size=3,
            tricks=10,
            fewest=(1,) * len(takers),
            last=2,
        )


class Sheet(ScoreSheet):
    """The sheet of one round: the declarer's game, or how the Ramsch came out.

    Seats are those of the table: at a table of four too, where `dealer` says who sits out.
    """

    dealer: Dealer | None = Field(
        default=None,
        le=3,
        description="at a table of four the seat that deals and sits out; at a table of three none",
    )
    declarer: Seat | None = Field(
        default=None,
        le=3,
        description="the seat of the table that played, never the dealer at a table of four; none "
        "in Ramsch",
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
    def table(self) -> int:
        """The number of players at the table, with the dealer who sits out."""
        return 3 if self.dealer is None else 4

    @property
    def playing(self) -> list[int]:
        """The seats that play."""
        return [seat for seat in range(self.table) if seat != self.dealer]

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
            own = dict(zip(self.playing, self.ramsch.scores(self.playing), strict=True))
            return [own.get(seat, 0) for seat in range(self.table)]
        contract, bid = CONTRACTS.index(self.contract or ""), self.bid or 0
        score = int(score_of(contract, self.value, bid, bool(self.won)))
        return [score if seat == self.declarer else 0 for seat in range(self.table)]

    def seeger_fabian(self) -> list[int]:
        """Return the Seeger–Fabian points of the round, of who sits out too."""
        return seeger_fabian(self.declarer, won=bool(self.won), table=self.table)

    def faults(self) -> Iterator[Fault]:
        found = list(self._faults_of_form())
        if not found and self.ramsch is not None:
            found = [(("ramsch", *path), reason) for path, reason in self._faults_of_ramsch()]
        elif not found:
            found = (
                list(self._faults_of_contract())
                or list(self._faults_of_result())
                or list(self._faults_of_end())
            )
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
            if self.declarer == self.dealer:
                yield ("declarer",), f"seat {self.dealer} deals this round and sits out"
            elif self.declarer not in self.playing:
                yield ("declarer",), f"there is no seat {self.declarer}, the last is 2"

    def _faults_of_ramsch(self) -> Iterator[Fault]:
        """Yield what is wrong with the seats of a Ramsch, or else with how it came out."""
        ramsch = self.ramsch
        if ramsch is None:
            return
        if len(ramsch.points) != self.table:
            yield ("points",), f"give the card points of {self.table} seats"
        elif self.dealer is not None and ramsch.points[self.dealer]:
            yield ("points", self.dealer), f"seat {self.dealer} deals this round and sits out"
        elif set(ramsch.without_trick) - set(self.playing):
            yield ("without_trick",), "name only seats that played"
        elif ramsch.tie is not None and ramsch.tie not in self.playing:
            yield ("tie",), "name a seat that played"
        else:
            yield from ramsch.faults(self.playing)

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

    def _faults_of_end(self) -> Iterator[Fault]:
        """Yield what these matadors do not allow, whoever holds the other cards."""
        contract, matadors = CONTRACTS.index(self.contract or ""), self.matadors or 0
        if contract == NULL:
            return
        announced, made = LEVELS.index(self.announced), LEVELS.index(self.made)
        wins = {
            is_reached(contract, announced, points, tricks) and self.value >= (self.bid or 0)
            for points, tricks in outcomes(contract, matadors)
            if level_made(points, tricks) == made
        }
        if self.won not in wins:
            said = f"{'with' if matadors > 0 else 'without'} {abs(matadors)}"
            outcome = f"{'won' if self.won else 'lost'}, {self.made or 'nothing'} made"
            yield ("made",), f"no game played {said} ends so: {outcome}"
