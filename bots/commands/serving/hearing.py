"""The stream of a site: what is new is heard there, and nothing of it is taken for granted."""

import json
from collections.abc import Callable, Iterable
from threading import Thread
from time import monotonic
from typing import NamedTuple

from bots.commands.site import SiteError
from stammtisch.client import Stream

from .link import Link, Pauses, Stopped

POLLS = 30
"""So often the site is looked at before it is asked again whether it has a stream now."""


class News(NamedTuple):
    """A table has a new version; without a table there may be anything new."""

    table: str = ""
    version: int = 0


PERHAPS = News()

Told = Callable[[News | Exception], object]


class Hearing(Thread):
    """Listens in a thread of its own, and opens the stream anew whenever it ends.

    `tell` gets the news; the exception by which listening ends for good; and PERHAPS whenever news
    may have been lost.
    """

    def __init__(self, link: Link, tell: Told) -> None:
        super().__init__(name="hearing", daemon=True)
        self._link = link
        self._tell = tell
        self._pauses = Pauses(link.patience)

    def run(self) -> None:
        try:
            while True:
                began = monotonic()
                least_s = self._listen()
                if monotonic() - began >= self._link.patience.brief_s:
                    self._pauses.reset()
                self._link.wait(self._pauses.next_s(least_s))
        except Stopped:
            return
        except Exception as error:
            self._tell(error)

    def _listen(self) -> float:
        """Listen until a stream ends; return for how long the site wants to be left alone."""
        patience = self._link.patience
        try:
            with self._link.site.talking() as client:
                self._heed(client.remote_bots.me_events(silence_s=patience.silence_s))
        except SiteError as error:
            if not error.is_passing:
                raise
            self._tell(PERHAPS)
            return error.after_s
        return 0.0

    def _heed(self, stream: Stream) -> None:
        with stream:
            if stream.is_offered:
                self._hear(stream.lines())
            else:
                self._poll()

    def _hear(self, lines: Iterable[bytes]) -> None:
        """Tell what the lines of a stream say; comments only show that it is still there."""
        for line in lines:
            if self._link.stopping.is_set():
                raise Stopped
            name, _, said = line.partition(b":")
            if name == b"data":
                self._tell(_news(said))

    def _poll(self) -> None:
        """Do without a stream for a while."""
        for _ in range(POLLS):
            self._tell(PERHAPS)
            self._link.wait(self._link.patience.poll_s)
        self._pauses.reset()


def _news(said: bytes) -> News:
    """Return what a message says; one that nobody understands may mean anything."""
    try:
        message = json.loads(said)
        return News(str(message["table"]), int(message["version"]))
    except (ValueError, TypeError, KeyError):
        return PERHAPS
