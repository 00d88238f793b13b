"""How a version of a bot has fared in its last matches: at each seat, against each opponent."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from league.models import Part, Player, Seat, Version

RECENT = 500
"""How many matches are looked at."""
MOST_OPPONENTS = 50


@dataclass(frozen=True, slots=True)
class Line:
    """Means over some matches; of scores and places only where results are final."""

    matches: int
    mean_score: float | None
    mean_place: float | None
    faults: int
    thinking_ms: float


@dataclass(frozen=True, slots=True)
class OfSeat:
    """A seat, counted from 0, and how the version fared there."""

    seat: int
    line: Line


@dataclass(frozen=True, slots=True)
class OfOpponent:
    """Somebody at the same tables, and how the version fared there."""

    opponent: Player
    line: Line


@dataclass(frozen=True, slots=True)
class Statistics:
    """How a version fared in all, by seat, and against those it met most often."""

    total: Line
    seats: Sequence[OfSeat]
    opponents: Sequence[OfOpponent]


def statistics_of(version: Version) -> Statistics:
    """Return how a version fared in its last `RECENT` matches; two queries."""
    newest = Part.objects.filter(version=version).order_by("-id").select_related("seat")
    parts = list(newest.defer("log", "fault_detail", "fault_evidence")[:RECENT])
    by_seat = defaultdict(list)
    for part in parts:
        by_seat[part.seat.number].append(part)
    return Statistics(
        total=_line(parts),
        seats=[OfSeat(number, _line(found)) for number, found in sorted(by_seat.items())],
        opponents=_opponents(parts),
    )


def _opponents(parts: Sequence[Part]) -> list[OfOpponent]:
    own = {part.seat.match_id: part for part in parts}
    others = Seat.objects.filter(match__in=own).exclude(pk__in=[part.seat_id for part in parts])
    met: dict[Player, dict[int, Part]] = defaultdict(dict)
    for seat in others.select_related("player"):
        met[seat.player][seat.match_id] = own[seat.match_id]
    most = sorted(met.items(), key=lambda found: (-len(found[1]), found[0].name, found[0].pk))
    return [OfOpponent(player, _line(of.values())) for player, of in most[:MOST_OPPONENTS]]


def _line(parts: Iterable[Part]) -> Line:
    found = list(parts)
    return Line(
        matches=len(found),
        mean_score=_mean([part.seat.score for part in found]),
        mean_place=_mean([part.seat.place for part in found]),
        faults=sum(bool(part.fault) for part in found),
        thinking_ms=_mean([part.thinking_ms for part in found]) or 0.0,
    )


def _mean(values: Iterable[int | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
