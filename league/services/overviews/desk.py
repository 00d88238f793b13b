"""What there is to do for those who run a club: rows that wait for somebody, the longest first.

Each function returns a queryset of one kind of work, ordered, with what its row on a page needs:
reading it costs the same queries however many rows there are.
"""

from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce

from league.models import (
    Account,
    Affiliation,
    Club,
    Dispute,
    Event,
    Job,
    Match,
    OnlineTable,
    Player,
    Registration,
    Result,
    Role,
    Season,
    Seat,
    Session,
)
from league.services.base import rights
from league.services.registration import open_evenings

ENDED = (Match.Status.FINAL, Match.Status.VOID)


def kept_clubs(by: Account | None) -> QuerySet[Club]:
    """Return the clubs that `by` keeps scores for or organises, by name."""
    if by is None:
        return Club.objects.none()
    roles = Role.at_least(Role.SCORER)
    kept = Club.objects.filter(memberships__player__account=by, memberships__role__in=roles)
    return kept.order_by("name", "pk")


def missing_results(club: Club, by: Account, *, now: datetime) -> QuerySet[Any]:
    """Return tables with people that have begun, `since` when, and have no result.

    Tables that are being played online give theirs by themselves.
    """
    people = Seat.objects.filter(match=OuterRef("pk"), player__kind=Player.Kind.PERSON)
    since = Coalesce("session__starts_at", "session__event__starts_at", "session__published_at")
    found = _tables(club, by).filter(Exists(people), status=Match.Status.OPEN)
    found = found.exclude(online__status=OnlineTable.Status.PLAYING)
    begun = found.annotate(since=since).filter(Q(since=None) | Q(since__lte=now))
    seats = Prefetch("seats", queryset=Seat.objects.select_related("player"))
    named = begun.select_related("session__event").prefetch_related(seats)
    return named.order_by(F("since").asc(nulls_last=True), "pk")


def unconfirmed_results(club: Club, by: Account) -> QuerySet[Result]:
    """Return results in force that a second person is to confirm; workers replay those of bots."""
    entered = _results(club, by).filter(
        match__status=Match.Status.ENTERED, version=F("match__result_version")
    )
    return entered.exclude(source=Result.Source.PLAYED)


def proposed_corrections(club: Club, by: Account) -> QuerySet[Result]:
    """Return corrections that a second person is to agree to."""
    return _results(club, by).filter(version=F("match__proposed_version"))


def open_disputes(club: Club, by: Account) -> QuerySet[Dispute]:
    """Return the disputes that nobody has settled."""
    rows = Dispute.objects.filter(status=Dispute.Status.OPEN, match__in=_tables(club, by))
    rows = rows.select_related("match__session__event", "opened_by")
    return rows.order_by("opened_at", "pk")


def draft_draws(club: Club, by: Account) -> QuerySet[Any]:
    """Return the sessions in draft with their number of `tables`, those published soonest first."""
    rows = _sessions(club, by).filter(status=Session.Status.DRAFT)
    soonest = F("publish_at").asc(nulls_last=True), F("starts_at").asc(nulls_last=True)
    return rows.annotate(tables=Count("matches")).order_by(*soonest, "event", "number")


def sessions_to_close(club: Club, by: Account) -> QuerySet[Session]:
    """Return the published sessions whose tables have all ended."""
    tables = Match.objects.filter(session=OuterRef("pk"))
    rows = _sessions(club, by).filter(status=Session.Status.PUBLISHED)
    ended = rows.filter(Exists(tables), ~Exists(tables.exclude(status__in=ENDED)))
    return ended.order_by("published_at", "pk")


def open_evenings_running(club: Club, by: Account) -> QuerySet[Any]:
    """Return the open evenings with how many tables are `in_play`, the last opened first."""
    rows = open_evenings.running().filter(season__club=club, pk__in=rights.readable_events(by))
    is_open = Q(sessions__matches__status=Match.Status.OPEN)
    return rows.annotate(in_play=Count("sessions__matches", filter=is_open, distinct=True))


def stuck_jobs(club: Club, by: Account) -> QuerySet[Job]:
    """Return the jobs of a club that failed, then those that wait, for a result depends on them.

    An analysis keeps nobody waiting but who has asked for it.
    """
    # Each of the two has an index of its own.
    is_stuck = Q(status=Job.Status.FAILED) | Q(status=Job.Status.WAITING)
    stuck = rights.readable_jobs(by).filter(is_stuck, club=club)
    stuck = stuck.exclude(kind=Job.Kind.ANALYSE_MATCH)
    return stuck.select_related("match__session__event", "match__season", "imported").order_by(
        "status", "created_at", "pk"
    )


def waiting_players(club: Club, by: Account) -> QuerySet[Registration]:
    """Return who waits for a place in an event that is neither over nor cancelled."""
    rows = rights.readable_registrations(by).filter(
        event__season__club=club,
        event__season__status=Season.Status.RUNNING,
        event__cancelled_at=None,
        status=Registration.Status.WAITING,
    )
    over = Session.objects.filter(event=OuterRef("event"), status=Session.Status.CLOSED)
    going = Session.objects.filter(event=OuterRef("event")).exclude(status=Session.Status.CLOSED)
    coming = rows.exclude(Exists(over) & ~Exists(going))
    return coming.select_related("event", "player").order_by("registered_at", "pk")


def asking_federations(club: Club, by: Account) -> QuerySet[Affiliation]:
    """Return the federations that ask a club to be a member."""
    rows = rights.readable_affiliations(by).filter(club=club, status=Affiliation.Status.ASKED)
    return rows.select_related("federation").order_by("asked_at", "pk")


def _tables(club: Club, by: Account) -> QuerySet[Match]:
    """Return the matches of running seasons that were drawn in a session."""
    running = Q(season__club=club, season__status=Season.Status.RUNNING)
    return rights.readable_matches(by).filter(running, session__isnull=False)


def _results(club: Club, by: Account) -> QuerySet[Result]:
    rows = Result.objects.filter(match__in=_tables(club, by))
    rows = rows.select_related("match__session__event", "entered_by")
    rows = rows.prefetch_related("match__seats__player")
    return rows.order_by("entered_at", "pk")


def _sessions(club: Club, by: Account) -> QuerySet[Session]:
    """Return the sessions of running seasons whose events are not cancelled."""
    running = Q(event__season__club=club, event__season__status=Season.Status.RUNNING)
    running &= ~Q(event__draw=Event.Draw.OPEN)  # its organisers end the evening as a whole
    rows = rights.readable_sessions(by).filter(running, event__cancelled_at=None)
    return rows.select_related("event")
