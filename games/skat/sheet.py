"""The score sheet of Skat, and which scores a round can have."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from engine.rules.sheet import Dealer, Fault, ScoreSheet, Seat
from games.shared.sharing import can_share

from .cards import CARD_POINTS, CONTRACTS, NULL
from .value import (
    BASE,
    BIDS,
    LEVELS,
    MOST_MATADORS,
    SCHWARZ,
    is_reached,
    level_made,
    outcomes,
    score_of,
    score_ramsch,
    seeger_fabian,
    value_of,
)

_LOSSES = {-30} | {-2 * value for value in BIDS.tolist()}
_LOSSES |= {-2 * base * -(-bid // base) for base in BASE.tolist() for bid in BIDS.tolist()}


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

    @classmethod
    def at_table(cls, sheet: Mapping[str, Any], dealer: int, table: int) -> dict[str, Any]:
        """Return a sheet that counts the seats that play, its seats those of a table of four."""
        seats = [seat for seat in range(table) if seat != dealer]
        declarer, ramsch = _seat_of(sheet.get("declarer"), seats), sheet.get("ramsch")
        found = {**sheet, "dealer": dealer, "declarer": declarer}
        if ramsch is None:
            return found
        points = list(ramsch.get("points", ()))
        without = [_seat_of(seat, seats) for seat in ramsch.get("without_trick", ())]
        own = {
            "points": [*points[:dealer], 0, *points[dealer:]],
            "without_trick": without,
            "tie": _seat_of(ramsch.get("tie"), seats),
        }
        return found | {"ramsch": {**ramsch, **own}}

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
        return seeger_fabian(self.declarer, bool(self.won), self.table)

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
        reached = _reached(contract, matadors, announced, made)
        if self.won not in {one and self.value >= (self.bid or 0) for one in reached}:
            said = f"{'with' if matadors > 0 else 'without'} {abs(matadors)}"
            outcome = f"{'won' if self.won else 'lost'}, {self.made or 'nothing'} made"
            yield ("made",), f"no game played {said} ends so: {outcome}"


@cache
def _reached(contract: int, matadors: int, announced: int, made: int) -> frozenset[bool]:
    """Return whether a game can reach what it needs, or miss it, with what a side has made."""
    return frozenset(
        bool(is_reached(contract, announced, points, tricks))
        for points, tricks in outcomes(contract, matadors)
        if level_made(points, tricks) == made
    )


def _seat_of(number: Any, seats: Sequence[int]) -> Any:
    """Return the seat of the table that a sheet means by the number of one that plays."""
    return seats[number] if isinstance(number, int) and number in range(len(seats)) else number
