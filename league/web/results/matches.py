"""A match: its seats, its rounds, who entered and confirmed them, and how its deals are proven."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

import games
from engine.rules.shuffle import commitment
from league.models import Account, Job, Match, Result, Round, Seat
from league.services.base import rights
from league.services.bots import reports
from league.services.corrections import corrections, histories
from league.services.jobs import waits
from league.services.results import card_guests, records, states
from league.services.results.card_guests import Guest
from league.services.seasons import scoring
from league.web.base import access, files
from league.web.base.match_names import is_of_bots, match_name
from league.web.base.previews import Preview, preview_of
from league.web.games.facts import side_names
from league.web.games.felt import seat_names
from league.web.games.games import game_name
from league.web.results.pad_forms import DealRow, deal_rows
from league.web.results.sheet_schema import Table
from league.web.results.writers import seat_told, writer_of


@dataclass(frozen=True)
class SeatRow:
    """A seat with what the result in force gives it; None where there is no result yet."""

    seat: Seat
    name: str
    score: int | None
    place: int | None
    has_forfeited: bool = False


@dataclass(frozen=True)
class RoundRow:
    """A round as a row of the score table: the dealer's name, and score of each seat."""

    round: Round
    dealer: str
    scores: list[int]


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """Show a match to anybody who may know of it."""
    return show(request, find_match(request, code))


def show(
    request: HttpRequest, found: Match, *, refused: Sequence[str] = (), status: int = 200
) -> HttpResponse:
    """Show a match; `refused` is what is wrong with a form on its page."""
    organises = access.is_organiser(request, found.season.club)
    result = result_of(found)
    dispute = found.open_dispute() if found.session_id else None
    account = access.account_of(request)
    jobs = jobs_of(found, organises=organises)
    seats = seat_rows(found, result)
    answer = render(
        request,
        "web/results/match.html",
        {
            "match": found,
            "game_name": game_name(found.season.game),
            "files": files.of_match(found),
            "site": request.build_absolute_uri("/").rstrip("/"),
            "result": result,
            "seats": seats,
            "preview": preview_of_match(request, found, seats),
            "rounds": round_rows(found, result),
            "stand_ins": reports.stand_ins(found),
            "is_final": found.status == Match.Status.FINAL,
            "commitment": commitment(bytes(found.secret)),
            "secret": bytes(found.secret).hex() if rights.may_read_deals(found) else None,
            "has_record": has_record(found, result),
            "own_seat": own_seat(found, account),
            "record_is_forgotten": records.is_forgotten(result),
            "jobs": jobs,
            "sees_jobs": organises,
            "dispute": dispute,
            "organises": organises and found.session_id is not None,
            "is_own_dispute": bool(dispute and account and dispute.opened_by_id == account.pk),
            "may_dispute": may_dispute(found, request) and dispute is None,
            "may_enter": may_enter(found, request),
            "may_show_code": may_show_code(found, request),
            "may_confirm": may_confirm(found, result, request),
            "may_finish_alone": may_finish_alone(found, result, request),
            "may_correct": may_correct(found, request),
            "guest": seat_told(request, found),
            "correction": correction_of(found, result),
            "proposed": proposed_of(found),
            "refused": refused,
            "typed": request.POST.get("reason", ""),
        },
        status=status,
    )
    if jobs and account is None:  # they say for how long they have waited
        patch_cache_control(answer, no_cache=True)
    return answer


def preview_of_match(request: HttpRequest, match: Match, seats: Sequence[SeatRow]) -> Preview:
    """Return what a link to a match shows: its ranking once it is final, before that its table."""
    part = match.session.event if match.session else match.season
    session, season = match.session, match.season
    where = ("session", session.code) if session else ("season", season.code)
    is_over = match.status == Match.Status.FINAL and all(row.place for row in seats)
    ranked = sorted(seats, key=lambda row: row.place or 0)
    said = [f"{row.place}. {row.name} {row.score}" if is_over else row.name for row in ranked]
    return preview_of(
        request,
        ("match", match.code),
        title=f"{game_name(season.game)}: {part}, {match_name(match)}",
        text=" · ".join(said),
        picture=None if is_over else where,
    )


def own_seat(match: Match, account: Account | None) -> int:
    """Return the seat of an account, counted from 1; the first one where it has none."""
    seats = [seat for seat in match.seats.all() if account and seat.player.account_id == account.pk]
    return 1 + (seats[0].number if seats else 0)


def find_match(request: HttpRequest, code: str) -> Match:
    """Return a match the visitor may know of, with seats and all above it; raises Http404."""
    rows = rights.readable_matches(access.account_of(request)).select_related(
        "session__event", "season__club", "duplicate"
    )
    seats = Prefetch("seats", queryset=Seat.objects.select_related("player"))
    return get_object_or_404(rows.prefetch_related(seats), code=code)


def jobs_of(match: Match, *, organises: bool) -> list[Job]:
    """Return the newest jobs about a match; to others than organisers only those that wait.

    Analyses have pages of their own.
    """
    rows = match.jobs.exclude(kind=Job.Kind.ANALYSE_MATCH).order_by("-pk")
    if not organises:
        rows = rows.filter(status=Job.Status.WAITING)
    newest = list(rows[:5])
    return waits.told(newest, now=timezone.now()) if newest else []


def result_of(match: Match) -> Result | None:
    """Return the version of a match's result that is in force, with rounds and record."""
    rows = match.results.select_related("entered_by__player", "confirmed_by__player", "record")
    return rows.prefetch_related("rounds").filter(version=match.result_version).first()


def may_enter(match: Match, request: HttpRequest) -> bool:
    """Tell whether the visitor may enter a result now."""
    return (
        match.status in Match.WAITING
        and match.duplicate_id is None
        and not is_of_bots(match)
        and card_guests.may_write(match, writer_of(request, match))
        and not states.is_played_online(match)
    )


def may_show_code(match: Match, request: HttpRequest) -> bool:
    """Tell whether the visitor may show the code of the table to those who sit there."""
    return access.is_scorer(request, match.season.club) and card_guests.has_code(match)


def may_dispute(match: Match, request: HttpRequest) -> bool:
    """Tell whether the visitor may dispute the result now."""
    writer = writer_of(request, match)
    until = {Match.Status.ENTERED, *([] if isinstance(writer, Guest) else [Match.Status.FINAL])}
    return (
        match.status in until
        and match.duplicate_id is None
        and card_guests.may_write(match, writer)
    )


def may_confirm(match: Match, result: Result | None, request: HttpRequest) -> bool:
    """Tell whether the visitor may confirm this result now."""
    if result is None or match.status != Match.Status.ENTERED or match.duplicate_id is not None:
        return False
    if is_of_bots(match):
        return False
    return card_guests.may_confirm(match, result, writer_of(request, match))


def may_finish_alone(match: Match, result: Result | None, request: HttpRequest) -> bool:
    """Tell whether the visitor may make the result final that nobody else has confirmed."""
    account = access.account_of(request)
    is_own = bool(result and account and result.entered_by_id == account.pk)
    is_waiting = match.status == Match.Status.ENTERED and match.session_id is not None
    return is_own and is_waiting and access.is_organiser(request, match.season.club)


def correction_of(match: Match, result: Result | None) -> dict[str, object] | None:
    """Return what a corrected result was and is, seat by seat; None where it is none."""
    found = histories.last_correction(match, result)
    if found is None:
        return None
    names = seat_names([seat.player for seat in match.seats.all()])
    return {
        "rows": [(names[seat], was, now) for seat, was, now in found.rows],
        "was": found.was,
        "now": found.now,
        "is_same": found.is_same,
    }


def may_correct(match: Match, request: HttpRequest) -> bool:
    """Tell whether the visitor may say what another result there should be than the one stored."""
    account = access.account_of(request)
    if match.session_id is None or match.status not in corrections.CORRECTABLE:
        return False
    if is_of_bots(match):
        return False
    if match.status == Match.Status.FINAL:
        return rights.may_enter(match, account)
    return access.is_organiser(request, match.season.club)


def proposed_of(match: Match) -> Result | None:
    """Return the correction that waits for a second person, with its rounds; None without one."""
    if match.proposed_version is None:
        return None
    rows = match.results.select_related("entered_by__player", "confirmed_by__player")
    return rows.prefetch_related("rounds").filter(version=match.proposed_version).first()


def has_record(match: Match, result: Result | None) -> bool:
    """Tell whether the record can be read: its deals are open and its result has one."""
    return rights.may_read_deals(match) and hasattr(result, "record")


def seat_rows(match: Match, result: Result | None) -> list[SeatRow]:
    """Return the seats with total and place, in seat order."""
    seats = list(match.seats.all())
    names = seat_names([seat.player for seat in seats])
    if result is None:
        return [SeatRow(seat, name, None, None) for seat, name in zip(seats, names, strict=True)]
    entries = scoring.entries(match.season, result, list(result.rounds.all()))
    places = [entry.place for entry in entries]
    rows = zip(seats, names, result.totals, places, strict=True)
    return [SeatRow(*row, has_forfeited=row[0].number in result.forfeits) for row in rows]


def deals_of(match: Match, result: Result) -> list[DealRow]:
    """Return the deals of a result as they were written, none if it came without sheets."""
    rounds = list(result.rounds.all())
    if not any(row.sheet for row in rounds):
        return []
    game = games.get(match.season.game)
    names = seat_names([seat.player for seat in match.seats.all()])
    sides = side_names(scoring.sides_of(game, len(names)), names)
    return deal_rows(game, match.season, Table(names, sides), rounds)


def round_rows(match: Match, result: Result | None) -> list[RoundRow]:
    """Return the rounds of a result as rows of the score table."""
    if result is None:
        return []
    names = seat_names([seat.player for seat in match.seats.all()])
    return [RoundRow(row, names[row.dealer], row.scores) for row in result.rounds.all()]
