"""What people were answered, and when: each answer, by whoever asked."""

import itertools
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

NO_ANSWER = 0
PUT_OFF = frozenset({NO_ANSWER, 502, 503, 504})
"""What somebody is answered while a host is lost or restarted; they ask again."""


@dataclass(frozen=True)
class Answer:
    """An answer to somebody; `at` is when it came, by the clock that never goes back."""

    at: float
    took_s: float
    status: int
    what: str

    @property
    def is_put_off(self):
        return self.status in PUT_OFF

    def is_within(self, began, ended):
        """Tell whether it was asked for, or waited for, or given in a span of time."""
        return self.at >= began and self.at - self.took_s <= ended


@dataclass
class Ledger:
    """All answers, in the order in which they came."""

    answers: list[Answer] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, status, what, *, began):
        """Note an answer that came now to what was asked at `began`."""
        now = time.monotonic()
        with self._lock:
            self.answers.append(Answer(now, now - began, status, what))

    def within(self, began, ended):
        """Return the answers to what was asked or answered in a span of time."""
        return [one for one in self.answers if one.is_within(began, ended)]

    def put_off(self):
        """Return the answers after which people asked again."""
        return [one for one in self.answers if one.is_put_off]

    def statuses(self):
        return Counter(one.status for one in self.answers)


def silence_s(answers, began, ended):
    """Return for how long at most, in seconds, nobody was answered with what they asked for."""
    times = sorted(one.at for one in answers if not one.is_put_off and began <= one.at <= ended)
    marks = [began, *times, ended]
    return max(later - sooner for sooner, later in itertools.pairwise(marks))
