"""People who watch online tables by streams of events, and ask anew where a stream ends."""

import http.client
import json
import random
import time
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from .clients import Client
from .ledger import NO_ANSWER, PUT_OFF, Ledger
from .players import Board

AGAIN_S = 1.0
"""After so long a browser listens again; how long, it may choose."""
SILENT_S = 60
"""Somebody says something every 15 s, or the proxy ends the stream."""


@dataclass
class Heard:
    """What was heard by streams: the last version of each table, and how long streams were gone."""

    versions: dict[str, int] = field(default_factory=dict)
    gone_s: list[tuple[float, float]] = field(default_factory=list)
    """When a stream was back, and for how long it was not there before."""
    events: int = 0


@dataclass
class Watcher:
    """Somebody who watches one table after the other, each to its end."""

    url: str
    client: Client
    ledger: Ledger
    board: Board
    chance: random.Random
    heard: Heard = field(default_factory=Heard)

    def live(self, crowd):
        """Watch until the evening is closing and all tables are over."""
        while not crowd.is_over.is_set() and (
            not crowd.is_closing.is_set() or self.board.playing()
        ):
            codes = self.board.playing()
            if codes:
                self._watch(self.chance.choice(codes), crowd)
            else:
                time.sleep(AGAIN_S)

    def _watch(self, code, crowd):
        """Listen until the table is over, as often as the stream ends."""
        ended = None
        while not self._listen(code, ended) and not crowd.is_over.is_set():
            ended = time.monotonic() if ended is None or self._was_there else ended
            time.sleep(AGAIN_S)

    def _listen(self, code, ended):
        """Listen to one stream; return whether the table is over."""
        self._was_there = False
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=SILENT_S)
        began = time.monotonic()
        try:
            connection.request("GET", f"/api/v1/tables/{code}/events")
            answer = connection.getresponse()
            self.ledger.note(answer.status, f"GET tables/{code}/events", began=began)
            assert answer.status == 200 or answer.status in PUT_OFF, answer.status
            if answer.status == 200:
                self._was_there = True
                if ended is not None:
                    self.heard.gone_s.append((time.monotonic(), time.monotonic() - ended))
                return self._follow(code, answer)
        except (OSError, http.client.HTTPException):
            if not self._was_there:
                self.ledger.note(NO_ANSWER, f"GET tables/{code}/events", began=began)
        finally:
            connection.close()
        return False

    def _follow(self, code, stream):
        """Read events to the end of the stream or of the table, and look where there may be news.

        Returns whether the table is over.
        """
        for line in stream:
            if not line.startswith(b"data: "):
                continue
            version = json.loads(line.removeprefix(b"data: "))["version"]
            self.heard.events += version is not None
            if version is None:
                look, _etag = self.client.insist("GET", f"tables/{code}")
                version = look["version"]
            self.heard.versions[code] = max(version, self.heard.versions.get(code, 0))
            if self.board.over.get(code) is not None or self._is_over(code, version):
                return True
        return False

    def _is_over(self, code, version):
        """Look at a table after an event, as a page does; what is shown is never older."""
        look, _etag = self.client.insist("GET", f"tables/{code}")
        assert look["version"] >= version, f"{look['version']} is shown after {version} was told"
        self.heard.versions[code] = look["version"]
        return look["table"]["status"] not in {"gathering", "playing"}
