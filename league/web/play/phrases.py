"""What people can say at a table, and what they have just said."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from league.models import TableSeat

SIGNS = {
    TableSeat.Phrase.WAVE,
    TableSeat.Phrase.THUMBS_UP,
    TableSeat.Phrase.CHEERS,
    TableSeat.Phrase.LAUGH,
    TableSeat.Phrase.THINK,
}
"""Those that `static/img/table.svg` has a picture of, by their value."""
FRESH = timedelta(seconds=10)
"""So long after it was said a phrase is part of the page; the page itself shows it shorter."""


@dataclass(frozen=True)
class Phrase:
    """A phrase, or a hand sign if `sign` has a picture; `key` tells apart what was said twice."""

    key: str
    words: str
    sign: str


def offered() -> list[Phrase]:
    """Return all there is to say."""
    return [_phrase(phrase, key=phrase.value) for phrase in TableSeat.Phrase]


def just_said(seats: Iterable[TableSeat], *, now: datetime) -> dict[int, Phrase]:
    """Return by seat what was said a moment ago."""
    return {
        seat.number: _phrase(
            TableSeat.Phrase(seat.phrase), key=f"{seat.number}-{seat.phrase_at.timestamp():.0f}"
        )
        for seat in seats
        if seat.phrase and seat.phrase_at and now - seat.phrase_at < FRESH
    }


def _phrase(phrase: TableSeat.Phrase, *, key: str) -> Phrase:
    return Phrase(key, str(phrase.label), phrase.value if phrase in SIGNS else "")
