"""What is stored of a match that was played: its rounds, totals and places."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round of an outcome; in Skat with who declared, nobody in Ramsch, and whether it won."""

    dealer: int
    scores: Sequence[int]
    sheet: Mapping[str, Any] | None = None
    redeal: bool = False
    declarer: int | None = None
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a submission says about a match, checked: ready to be stored.

    One from a list of past results has no rounds, and says when it was played.
    """

    source: str
    totals: Sequence[int]
    places: Sequence[int]
    rounds: Sequence[PlayedRound]
    blob: bytes | None = None
    is_replayed: bool = False
    forfeits: Sequence[int] = ()
    played_at: datetime | None = None
