"""A session with its tables; what organisers do with its draw is in `draws`."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Event, Job, Match, Player, Seat, Session
from league.services.base import rights
from league.services.clubs import allegiances
from league.services.draws import late_seats
from league.services.draws.brackets import Seeding
from league.services.draws.seating import back_from_last
from league.services.events.sessions import why_not_published
from league.services.jobs import waits
from league.services.results import results
from league.web.base import access, files, news
from league.web.base.bot_names import player_name
from league.web.base.match_names import session_name
from league.web.base.pagination import page_of
from league.web.base.previews import Preview, preview_of
from league.web.draws.draw_words import costs_in_words

from .clocks import clock_of

BOTS_S, PEOPLE_S, CLOSED_S = 4, 20, 60
"""How often the page of a session asks for news: while bots play, people do, or nobody any more."""
EVENING = timedelta(hours=12)
"""For how long after its publication the page of a closed session asks for the next one."""


@require_safe
@vary_on_headers("HX-Request")
def session(request: HttpRequest, code: str) -> HttpResponse:
    """Show a session: who sits where, how it ended, how long it lasts, and which one is next."""
    found, now = find_session(request, code), timezone.now()
    organises = access.is_organiser(request, found.event.season.club)
    is_draft = found.status == Session.Status.DRAFT
    tables = what_tables_show(request, found, organises=organises)
    beside = {
        "clock": None if is_draft else clock_of(found, now=now),
        "newer": newer_session(request, found),
        "late_players": late_seats.latecomers(found).count() if organises else 0,
    }
    known = news.digest_of(_told(found), _told_of_tables(tables), _told_beside(beside))
    if news.is_known(request, known):
        return news.no_news()
    is_fragment = news.is_fragment(request)
    if is_fragment and is_draft:
        # Unpublished meanwhile: whoever organises now sees a page that works in another way.
        return HttpResponse(headers={"HX-Refresh": "true"})
    template = "web/events/_session.html" if is_fragment else "web/events/session.html"
    return render(
        request,
        template,
        {
            **tables,
            **beside,
            "known": known,
            "every_s": _every_s(found, now=now),
            "is_fragment": is_fragment,
            "files": files.of_session(found),
            "shows_codes": found.status == Session.Status.PUBLISHED
            and (organises or access.is_scorer(request, found.event.season.club)),
            "preview": preview_of_session(request, found),
            "obstacle": why_not_published(found) if found.publish_at and is_draft else "",
            "undo": back_from_last(found) if organises and is_draft else None,
            **(what_cups_show(found) if organises else {}),
        },
    )


def what_tables_show(
    request: HttpRequest, session: Session, *, organises: bool
) -> dict[str, object]:
    """Return what `_tables.html` prints; the seats of a draft are `movable` for organisers."""
    is_draft = session.status == Session.Status.DRAFT
    costs = costs_in_words(session.explanation)
    if session.event.draw == Event.Draw.KNOCKOUT:
        # The bracket says who meets; what that would cost elsewhere is no reason. Byes have one.
        costs = {0: costs[0]} if costs else {}
    seated = to_swap(session) if organises and is_draft else []
    page = page_of(request, tables_of(session), per=24)
    jobs = jobs_by_match(page)
    byes = list(Player.objects.filter(byes__session=session).order_by("name", "pk"))
    return {
        "session": session,
        "matches": page,
        "jobs": jobs,
        "organises": organises,
        "byes": byes,
        "plays_for": allegiances.clubs_of(session.event.season, _seated_in(page)),
        "costs": costs,
        "to_swap": seated,
        "movable": bool(seated),
    }


def _seated_in(matches: Iterable[Match]) -> list[int]:
    """Return the keys of those who sit at tables whose seats are loaded."""
    return [seat.player_id for match in matches for seat in match.seats.all()]


def preview_of_session(request: HttpRequest, session: Session) -> Preview:
    """Return what a link to a session shows."""
    event = session.event
    title = f"{event}, {session_name(session)}"
    text = f"{event.season.club} · {event.season}"
    return preview_of(request, ("session", session.code), title=title, text=text)


def newer_session(request: HttpRequest, session: Session) -> Session | None:
    """Return the last session of the event that is published, None if this one is; one query."""
    rows = rights.readable_sessions(access.account_of(request)).filter(event=session.event_id)
    later = rows.filter(number__gt=session.number).exclude(status=Session.Status.DRAFT)
    return later.defer("explanation").order_by("-number").first()


def _every_s(session: Session, *, now: datetime) -> int:
    """Return after how many seconds a page asks for news, 0 if none will come."""
    if jobs_to_do(session.matches.all()):
        return BOTS_S
    if session.status == Session.Status.PUBLISHED:
        return PEOPLE_S
    is_over = session.published_at is None or session.published_at < now - EVENING
    return 0 if is_over else CLOSED_S


def _told(session: Session) -> tuple[object, ...]:
    """Return what stands at the top of the page."""
    return session.event.name, session.number, session.status, session.starts_at


def _told_of_tables(tables: Mapping[str, Any]) -> tuple[object, ...]:
    jobs = [
        (job.pk, job.status, job.attempt, job.reason)
        for found in tables["jobs"].values()
        for job in found
    ]
    byes = [(player.pk, player.name) for player in tables["byes"]]
    clubs = [(player, club.name) for player, club in tables["plays_for"].items()]
    return seated(tables["matches"]), jobs, byes, sorted(clubs), tables["organises"]


def _told_beside(beside: Mapping[str, Any]) -> tuple[object, ...]:
    clock, newer = beside["clock"], beside["newer"]
    return clock and clock.told, newer and newer.code, beside["late_players"]


def seated(matches: Iterable[Match]) -> list[object]:
    """Return who sits where and how it ended, all that lists of tables tell of it."""
    return [
        (
            match.pk,
            match.status,
            sorted(match.forfeits),
            [
                (seat.player_id, seat.player.name, seat.score, seat.place)
                for seat in match.seats.all()
            ],
        )
        for match in matches
    ]


def what_cups_show(session: Session) -> dict[str, object]:
    """Return what is chosen with the first draw of a cup, and who came too late for the others."""
    if session.event.draw != Event.Draw.KNOCKOUT:
        return {}
    is_first = not session.event.sessions.filter(number__lt=session.number).exists()
    codes = (session.explanation or {}).get("late", ())
    late = Player.objects.filter(code__in=codes).order_by("name", "pk") if codes else ()
    return {
        "seedings": Seeding.choices if is_first else (),
        "late": [player_name(player) for player in late],
    }


def jobs_by_match(matches: Iterable[Any]) -> dict[int, list[Job]]:
    """Return by the keys of matches their unfinished or failed jobs, and why these wait."""
    found: dict[int, list[Job]] = {match.pk: [] for match in matches}
    open_jobs = [job for match in matches for job in match.open_jobs]
    for job in waits.told(open_jobs, now=timezone.now()):
        assert job.match_id is not None  # noqa: S101 - jobs of matches are about matches
        found[job.match_id].append(job)
    return found


def to_swap(session: Session) -> list[tuple[int, str, str]]:
    """Return table, place as `swap` takes it, and name of everybody who is seated; one query."""
    seats = Seat.objects.filter(match__session=session).order_by("match__table_number", "number")
    return [
        (seat.match.table_number, place_of(seat), player_name(seat.player))
        for seat in seats.select_related("match", "player")
    ]


def place_of(seat: Seat) -> str:
    """Return whose place is meant: a code, and of bots, who may have several, table and seat."""
    code = seat.player.code
    return f"{code}.{seat.match.table_number}.{seat.number}" if seat.player.is_bot else code


def jobs_to_do(matches: QuerySet[Match]) -> bool:
    """Tell whether workers are still to do something for these matches; one query."""
    to_do = [Job.Status.WAITING, Job.Status.RUNNING]
    return Job.objects.filter(match__in=matches, status__in=to_do).exists()


def find_session(request: HttpRequest, code: str) -> Session:
    """Return a session the visitor may know of, with event, season and club; raises Http404."""
    rows = rights.readable_sessions(access.account_of(request))
    return get_object_or_404(rows.select_related("event__season__club"), code=code)


def tables_of(session: Session) -> QuerySet[Match]:
    """Return the matches of a session by table, with seats, who gave up, and open jobs."""
    return session.matches.prefetch_related(
        Prefetch("seats", queryset=Seat.objects.select_related("player")),
        results.forfeits_of_lists(),
        Prefetch(
            "jobs",
            queryset=Job.objects.exclude(status=Job.Status.DONE).order_by("pk"),
            to_attr="open_jobs",
        ),
    ).order_by("table_number", "pk")
