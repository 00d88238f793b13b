"""How long a soak is, and how often what happens in it."""

from dataclasses import dataclass
from math import ceil

LEAST_SAMPLES = 80
EVENINGS = 6
"""In a run of an hour at the most."""


@dataclass(frozen=True)
class Length:
    """A run of so many hours."""

    hours: float

    @property
    def seconds(self):
        return self.hours * 3600

    @property
    def every_s(self):
        """Seconds between two samples."""
        return max(1.0, min(10.0, self.seconds / LEAST_SAMPLES))

    @property
    def evening_s(self):
        """Seconds from one evening to the next."""
        return min(600.0, self.seconds / EVENINGS)

    @property
    def evenings(self):
        """How many evenings there are; the last one has its time like all others."""
        return ceil(self.seconds / self.evening_s)

    @property
    def naptime_s(self):
        """Seconds between two rounds of autovacuum: PostgreSQL's own, but several in a run."""
        return max(1, round(min(60.0, self.seconds / 20)))
