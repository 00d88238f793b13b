"""Remote bots at a table that waits for players: who was asked, and who else can be."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from league.models import OnlineTable, RemoteBot, TableChallenge
from league.services.play import challenges
from league.services.play.table_looks import Look

AT_ONCE: Final = 6
"""So many bots that can be asked are shown at once; a press shows the others."""


@dataclass(frozen=True)
class AskedBots:
    """What the opener of a table sees of remote bots."""

    asked: Sequence[TableChallenge]
    first: Sequence[RemoteBot]
    others: Sequence[RemoteBot]

    @property
    def is_full(self) -> bool:
        """Whether nobody else can be asked before one of these answers."""
        waiting = [one for one in self.asked if one.status == TableChallenge.Status.ASKED]
        return len(waiting) >= challenges.MOST_OPEN


def asked_bots(look: Look, *, now: datetime) -> AskedBots | None:
    """Return the remote bots of a table for its opener, None where none may sit down."""
    table = look.table
    if table.status != OnlineTable.Status.GATHERING:
        return None
    if table.event is None or not table.event.takes_remote_bots:
        return None
    found = challenges.candidates(table, now=now)
    return AskedBots(look.challenges, found[:AT_ONCE], found[AT_ONCE:])
