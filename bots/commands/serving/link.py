"""A site that is asked until it answers, however often the network is away meanwhile."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Lock
from time import monotonic
from typing import TypeVar

from bots.commands.site import Site, SiteError
from stammtisch.client import Client
from stammtisch.client.sending import new_key

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Patience:
    """How long to wait for what, in seconds."""

    first_s: float = 1.0
    """Before the second try; then twice as long each time."""
    most_s: float = 30.0
    """Before any other."""
    silence_s: float = 40.0
    """For a line of the stream, in which the site says every 15 s that it is still there."""
    brief_s: float = 10.0
    """A stream that ends sooner than this has not worked."""
    poll_s: float = 2.0
    """Between two looks where the site has no stream."""
    look_s: float = 20.0
    """Between two looks where nothing is heard, though there is a stream."""


class Stopped(Exception):
    """The command ends, and nothing more is asked."""


class Pauses:
    """How long to wait before the next try, by chance not as long as everybody else."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._next_s = patience.first_s

    def next_s(self, least_s: float = 0.0) -> float:
        """Return the next pause, twice the last one, and at least as long as the site wants."""
        pause_s = self._next_s
        self._next_s = min(2 * pause_s, self._patience.most_s)
        return max(least_s, pause_s * random.uniform(0.5, 1.0))  # noqa: S311 - no secret

    def reset(self) -> None:
        """Begin with short pauses again."""
        self._next_s = self._patience.first_s


class Link:
    """A site for several threads at once; `say` is told when it is away and when it is back."""

    def __init__(
        self, site: Site, *, say: Callable[[str], object], patience: Patience | None = None
    ) -> None:
        self.site = site
        self.say = say
        self.patience = patience or Patience()
        self.stopping = Event()
        self._lock = Lock()
        self._is_away = False

    def ask(self, call: Callable[[Client, str], T], *, within_s: float | None = None) -> T:
        """Return the answer to a call, which is given the client and an Idempotency-Key.

        While the site does not answer it is asked again, with the same key, so that what is to be
        done is done once; not for longer than `within_s`, if that is given. Raises SiteError for
        what the site refuses, and Stopped.
        """
        key, pauses, began = new_key(), Pauses(self.patience), monotonic()
        while True:
            if self.stopping.is_set():
                raise Stopped
            try:
                with self.site.talking() as client:
                    found = call(client, key)
            except SiteError as error:
                is_late = within_s is not None and monotonic() - began > within_s
                if is_late or not error.is_passing:
                    raise
                self.note_away(error)
                self.wait(pauses.next_s(error.after_s))
            else:
                self._note_back()
                return found

    def wait(self, seconds: float) -> None:
        """Wait; raises Stopped when the command ends meanwhile."""
        if self.stopping.wait(seconds):
            raise Stopped

    def note_away(self, error: SiteError) -> None:
        """Say once why the site does not answer."""
        with self._lock:
            was_away, self._is_away = self._is_away, True
        if not was_away and not self.stopping.is_set():
            self.say(f"{str(error).rstrip('.')}. Trying again until it answers.")

    def _note_back(self) -> None:
        with self._lock:
            was_away, self._is_away = self._is_away, False
        if was_away:
            self.say("The site answers again.")
