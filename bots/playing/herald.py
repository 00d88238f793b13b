"""Who tells the players of a match what happens, each as its seat may read it."""

import hashlib
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from bots.conversation.protocol import (
    Event,
    MatchBegins,
    MatchEnds,
    News,
    PartEnds,
    RoundBegins,
    RoundEnds,
    View,
)
from engine.play.table import Table


@runtime_checkable
class Listener(Protocol):
    """Somebody who is told when a match and its rounds begin and end.

    With `hears_events` also of every deal and action; that may change in the course of a match,
    until its first deal.
    """

    @property
    def hears_events(self) -> bool:
        """Whether to tell of deals and actions, which takes a view or a line for each."""

    def tell(self, news: News) -> None:
        """Hear what happened; a fault is kept until the player is next asked to act."""


class Herald:
    """Tells those of a table's players that listen."""

    def __init__(self, table: Table, players: Sequence[object]) -> None:
        self._table = table
        self._seats = {
            seat: player for seat, player in enumerate(players) if isinstance(player, Listener)
        }
        self._told: dict[int, list[str]] = {}

    def match_begins(self, seed: bytes) -> None:
        """Tell that the match begins; each seat's own seed follows from `seed`."""
        table = self._table
        for seat, listener in self._seats.items():
            listener.tell(
                MatchBegins(
                    type="match",
                    game=table.game.slug,
                    options=table.options.model_dump(),
                    players=table.players,
                    seat=seat,
                    sides=list(table.game.sides(table.players)),
                    format=table.format,
                    rounds=int(table.state.rounds),
                    seed=seed_of_match(seed, seat),
                )
            )

    def round_begins(self) -> None:
        """Tell that the cards are dealt."""
        self._told = {seat: [] for seat, who in self._seats.items() if who.hears_events}
        for seat in self._told:
            view = View.model_construct(**self._table.view(seat))
            self._seats[seat].tell(RoundBegins.model_construct(type="round", view=view))

    def actions(self, seat: int) -> None:
        """Tell a seat of the actions it has not heard of, and of those uncovered since."""
        told = self._told.get(seat)
        if told is None:
            return
        log = self._table.told(seat)
        for number, done in enumerate(log):
            if number >= len(told) or told[number] != done["action"]:
                round_ = len(self._table.rounds) - 1
                self._seats[seat].tell(Event(type="event", round=round_, number=number, **done))
        self._told[seat] = [done["action"] for done in log]

    def round_ends(self) -> None:
        """Tell the rest of the round and its scores."""
        for seat in self._told:
            self.actions(seat)
        done = self._table.rounds[-1]
        self._tell(
            RoundEnds(
                type="round_end",
                round=len(self._table.rounds) - 1,
                redeal=done.redeal,
                scores=done.scores or [],
                totals=self._table.totals,
            )
        )

    def part_ends(self, seat: int, reason: str) -> None:
        """Tell that a player's part has ended; that player is told nothing any more."""
        self._tell(PartEnds(type="fault", seat=seat, reason=reason))
        self._seats.pop(seat, None)
        self._told.pop(seat, None)

    def match_ends(self) -> None:
        """Tell how the match ended."""
        table = self._table
        self._tell(MatchEnds(type="match_end", totals=table.totals, ranking=table.ranking()))

    def _tell(self, news: News) -> None:
        for listener in self._seats.values():
            listener.tell(news)


def seed_of_match(seed: bytes, seat: int) -> int:
    """Return the seed that a seat is told, from that of all players."""
    digest = hashlib.sha256(b"seat %d " % seat + seed).digest()
    return int.from_bytes(digest[:4], "big")
