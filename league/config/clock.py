"""The clock: what it starts every so many seconds goes on when somebody sets the time.

Celery's own reckons with the time of day. Where that is set back by an hour, it starts nothing for
an hour, and what it keeps in a file holds that beyond its end. This one keeps nothing: what is
periodic here may be done once more at any time, and is, when the clock starts.
"""

import time
from datetime import UTC, datetime
from typing import Any

from celery import beat

JUMP_S = 2
"""By so much the time of day must have gone otherwise than time does."""


class Scheduler(beat.Scheduler):
    """Celery's scheduler, which begins anew when the time of day has jumped."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._offset = offset()
        super().__init__(*args, **kwargs)
        self._make_all_due()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Start one thing that is due; return after how many seconds to look again."""
        before, self._offset = self._offset, offset()
        if abs(self._offset - before) > JUMP_S:
            self._make_all_due()
        # Nobody is told of a jump, so that sleep may not outlast the shortest period by much.
        return min(float(super().tick(*args, **kwargs)), JUMP_S)

    def _make_all_due(self) -> None:
        for entry in self.schedule.values():
            entry.last_run_at = datetime.fromtimestamp(0, UTC)
        self._heap = None


def offset() -> float:
    """Return by how much the time of day is ahead of a clock that nobody can set."""
    return time.time() - time.monotonic()
