"""People at online tables: they play one to its end and open the next.

Two people sit at each table, with bots at the seats that are left. One of the two opens it.
"""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from queue import Empty, Queue

from .clients import Client

LOOKS_S = 1.5
"""How long a player looks before acting, on average, and before looking again."""
HURRIES_S = 0.15
"""The same once the evening is closing."""
MOVE_S = 600
"""Nobody is stood in for within that time."""
PATIENCE_S = 120


@dataclass
class Board:
    """The tables that were opened; of those that are over, the version that was seen last."""

    opened: list[str] = field(default_factory=list)
    over: dict[str, int] = field(default_factory=dict)

    def playing(self):
        return [code for code in self.opened if code not in self.over]


@dataclass
class Place:
    """Where two people play: at tables of an event, with so many seats."""

    event: str
    seats: int
    codes: Queue = field(default_factory=Queue)


@dataclass
class Player:
    """Somebody at one table after the other, who `opens` them or joins who does."""

    place: Place
    client: Client
    board: Board
    chance: random.Random
    opens: bool

    def live(self, crowd):
        """Play until the evening is closing and the table is over."""
        while (code := self._sit_down(crowd)) is not None:
            self._play(code, crowd)

    def _sit_down(self, crowd):
        """Return the code of the next table at which this person sits, None if there is none."""
        while not self.opens:
            try:
                code = self.place.codes.get(timeout=LOOKS_S)
            except Empty:
                if crowd.is_closing.is_set() and not crowd.opens(self.place):
                    return None
                continue
            self.client.insist("POST", f"tables/{code}/join", {})
            return code
        if crowd.is_closing.is_set():
            return None
        seats = self.place.seats
        wanted = {"seats": seats, "move_s": MOVE_S, "bots": ["greedy"] * (seats - 2)}
        look, _etag = self.client.insist("POST", f"events/{self.place.event}/tables", wanted)
        code = look["table"]["code"]
        self.board.opened.append(code)
        self.place.codes.put(code)
        return code

    def _play(self, code, crowd):
        version, moved = -1, time.monotonic()
        while True:
            look, _etag = self.client.insist("GET", f"tables/{code}")
            if look["version"] != version:
                version, moved = look["version"], time.monotonic()
            if look["table"]["status"] not in {"gathering", "playing"}:
                break
            assert time.monotonic() - moved < PATIENCE_S, f"table {code} stands still: {look}"
            time.sleep(self._looks_s(crowd))
            self._do(code, look)
        assert look["table"]["status"] == "over", look["table"]
        self.board.over[code] = version

    def _do(self, code, look: Mapping):
        """Act, if it is this person's turn; who has opened the table deals between rounds."""
        seen = {"expected_version": look["version"]}
        if look["legal"]:
            act = {"action": self.chance.choice(look["legal"]), **seen}
            self.client.insist("POST", f"tables/{code}/act", act)
        elif look["clock"]["awaits"] == "deal" and look["log"] and self.opens:
            self.client.insist("POST", f"tables/{code}/deal", seen)

    def _looks_s(self, crowd):
        if crowd.is_closing.is_set():
            return HURRIES_S
        return self.chance.uniform(0.5, 1.5) * LOOKS_S
