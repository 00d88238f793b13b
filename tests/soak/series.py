"""Levels of what was sampled: the median of a quarter of a run, so that a peak says nothing."""

from dataclasses import dataclass
from statistics import median

from . import processes

QUARTERS = 4
SECOND, LAST = 2, 4


@dataclass(frozen=True)
class Run:
    """What a soak has left: what was found at its `end`, and its `samples`."""

    end: dict
    samples: list

    @property
    def seconds(self):
        return self.end["hours"] * 3600

    def quarter(self, number):
        """Return the samples of a quarter of the time, the first of which is 1."""
        length = self.seconds / QUARTERS
        return [one for one in self.samples if (number - 1) * length < one["at"] <= number * length]

    @property
    def warm(self):
        """Return the samples after the first quarter."""
        return [one for number in range(SECOND, LAST + 1) for one in self.quarter(number)]

    @property
    def roles(self):
        """Return the names of processes that stay, in the order in which they were found."""
        found = dict.fromkeys(role for one in self.samples for role in one["processes"])
        return [role for role in found if role not in processes.PASSING]


@dataclass(frozen=True)
class Growth:
    """A level in the second quarter and in the last one."""

    before: float
    after: float

    @property
    def part(self):
        """By which part of what it was it has grown."""
        return (self.after - self.before) / self.before if self.before else 0.0


def growth(run, value):
    """Return the growth of what `value` reads from a sample, samples without it left out."""
    levels = []
    for number in (SECOND, LAST):
        found = [x for x in map(value, run.quarter(number)) if x is not None]
        levels.append(median(found) if found else 0)
    return Growth(*levels)


def held(role, what):
    """Return how a sample tells what a process holds, on average where a role is of several."""

    def value(sample):
        found = sample["processes"].get(role)
        return found[what] / found["count"] if found and found["count"] else None

    return value


def waiting(queue):
    """Return how a sample tells how much waits in a queue."""
    return lambda sample: sample["queues"][queue]
