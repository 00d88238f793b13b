"""A match: its seats, its rounds, who entered and confirmed them, and how its deals are proven."""

from dataclasses import dataclass

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from engine.shuffle import commitment
from league.models import Match, Result, Round, Seat
from league.services import rights
from league.web import access
from league.web.felt import seat_names
from league.web.games import game_name


@dataclass(frozen=True)
class SeatRow:
    """A seat with what the result in force gives it; None where there is no result yet."""

    seat: Seat
    name: str
    score: int | None
    place: int | None


@dataclass(frozen=True)
class RoundRow:
    """A round as a row of the score table: the dealer's name, and score of each seat."""

    round: Round
    dealer: str
    scores: list[int]


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """Show a match to anybody who may know of it."""
    found = find_match(request, code)
    organises = access.is_organiser(request, found.season.club)
    result = result_of(found)
    return render(
        request,
        "web/match.html",
        {
            "match": found,
            "game_name": game_name(found.season.game),
            "result": result,
            "seats": seat_rows(found, result),
            "rounds": round_rows(found, result),
            "is_final": found.status == Match.Status.FINAL,
            "commitment": commitment(bytes(found.secret)),
            "secret": bytes(found.secret).hex() if rights.may_read_deals(found) else None,
            "has_record": has_record(found, result),
            "jobs": list(found.jobs.order_by("-pk")[:5]) if organises else [],
            "may_enter": may_enter(found, request),
            "may_confirm": may_confirm(found, result, request),
        },
    )


def find_match(request: HttpRequest, code: str) -> Match:
    """Return a match the visitor may know of, with seats and all above it; raises Http404."""
    rows = rights.readable_matches(access.account_of(request)).select_related(
        "session__event", "season__club", "duplicate"
    )
    seats = Prefetch("seats", queryset=Seat.objects.select_related("player"))
    return get_object_or_404(rows.prefetch_related(seats), code=code)


def result_of(match: Match) -> Result | None:
    """Return the newest version of a match's result, with rounds and record."""
    rows = match.results.select_related("entered_by__player", "confirmed_by__player", "record")
    return rows.prefetch_related("rounds").order_by("-version").first()


def may_enter(match: Match, request: HttpRequest) -> bool:
    """Tell whether the visitor may enter a result now."""
    is_waiting = match.status in {Match.Status.OPEN, Match.Status.ENTERED}
    return (
        is_waiting
        and match.duplicate_id is None
        and rights.may_enter(match, access.account_of(request))
    )


def may_confirm(match: Match, result: Result | None, request: HttpRequest) -> bool:
    """Tell whether the visitor may confirm this result now."""
    if result is None or match.status != Match.Status.ENTERED or match.duplicate_id is not None:
        return False
    return rights.may_confirm(match, result, access.account_of(request))


def has_record(match: Match, result: Result | None) -> bool:
    """Tell whether the record can be read: its deals are open and its result has one."""
    return rights.may_read_deals(match) and hasattr(result, "record")


def seat_rows(match: Match, result: Result | None) -> list[SeatRow]:
    """Return the seats with total and place, in seat order."""
    seats = list(match.seats.all())
    names = seat_names([seat.player for seat in seats])
    if result is None:
        return [SeatRow(seat, name, None, None) for seat, name in zip(seats, names, strict=True)]
    rows = zip(seats, names, result.totals, result.places, strict=True)
    return [SeatRow(*row) for row in rows]


def round_rows(match: Match, result: Result | None) -> list[RoundRow]:
    """Return the rounds of a result as rows of the score table."""
    if result is None:
        return []
    names = seat_names([seat.player for seat in match.seats.all()])
    return [RoundRow(row, names[row.dealer], row.scores) for row in result.rounds.all()]
