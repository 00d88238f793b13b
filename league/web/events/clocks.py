"""What the timer of a session shows; the page counts on by itself between two answers."""

from dataclasses import dataclass
from datetime import datetime

from league.models import Session, Timer
from league.services.events import timers


@dataclass(frozen=True, slots=True)
class Clock:
    """A timer with the seconds it has left, and what only changes if somebody sets it."""

    left_s: int
    runs: bool
    set_to: tuple[datetime | None, int | None]

    @property
    def left(self) -> str:
        """Minutes and seconds, as the page goes on to write them."""
        return f"{self.left_s // 60}:{self.left_s % 60:02d}"

    @property
    def told(self) -> tuple[object, ...]:
        """What a page cannot count down to on its own."""
        return *self.set_to, self.left_s == 0


def clock_of(session: Session, *, now: datetime) -> Clock | None:
    """Return the timer of a session, None if it has none; one query."""
    found = Timer.objects.filter(session=session).first()
    if found is None:
        return None
    left_s = timers.left_s(found, now=now)
    return Clock(left_s, found.ends_at is not None, (found.ends_at, found.left_s))
