"""What there is to do at the desk of a club, in words and with a link or button that does it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import (
    Account,
    Affiliation,
    Club,
    Dispute,
    Job,
    Match,
    Registration,
    Result,
    Session,
)
from league.services.jobs import waits
from league.services.overviews import desk
from league.web.base.match_names import enterer


@dataclass(frozen=True, kw_only=True)
class Row:
    """One thing to do: `what` it is about, `since` when it waits, and the `act` that ends it.

    `soft` is what is said beside it, `saying` a sentence that a worker has stored. `at` is a time
    to come. `is_button` tells that `to` is posted to; without `to` somebody else has to act.
    """

    what: str
    page: str
    act: str
    to: str
    soft: str = ""
    saying: str = ""
    since: datetime | None = None
    at: datetime | None = None
    is_late: bool = False
    is_button: bool = False


@dataclass(frozen=True)
class Heap:
    """One kind of work: rows of the database, and how each of them is told."""

    name: str
    title: str | Promise
    rows: QuerySet[Any]
    row: Callable[[Any], Row]
    told: Callable[[Iterable[Any]], Iterable[Any]] = iter
    """What is found out about all rows of a page at once."""


def heaps(club: Club, by: Account, *, organises: bool, now: datetime) -> list[Heap]:
    """Return the work of a scorer of `club`, and with `organises` that of an organiser."""
    found = [
        Heap(
            "missing",
            gettext_lazy("Missing results"),
            desk.missing_results(club, by, now=now),
            _missing,
        ),
        Heap(
            "unconfirmed",
            gettext_lazy("Results to confirm"),
            desk.unconfirmed_results(club, by),
            partial(_unconfirmed, by=by),
        ),
        Heap("disputes", gettext_lazy("Disputes"), desk.open_disputes(club, by), _disputed),
        Heap(
            "corrections",
            gettext_lazy("Corrections to confirm"),
            desk.proposed_corrections(club, by),
            partial(_proposed, by=by),
        ),
    ]
    return [*found, *_organisers_heaps(club, by, now)] if organises else found


def _organisers_heaps(club: Club, by: Account, now: datetime) -> list[Heap]:
    return [
        Heap(
            "federations",
            gettext_lazy("Requests of federations"),
            desk.asking_federations(club, by),
            _asking,
        ),
        Heap(
            "drafts",
            gettext_lazy("Draft draws"),
            desk.draft_draws(club, by),
            partial(_draft, now=now),
        ),
        Heap(
            "evenings",
            gettext_lazy("Open evenings that are running"),
            desk.open_evenings_running(club, by),
            _evening,
        ),
        Heap(
            "players",
            gettext_lazy("Players on the waiting list"),
            desk.waiting_players(club, by),
            _waiting,
        ),
        Heap(
            "sessions",
            gettext_lazy("Sessions to close"),
            desk.sessions_to_close(club, by),
            _to_close,
        ),
        Heap(
            "jobs",
            gettext_lazy("Failed and waiting jobs"),
            desk.stuck_jobs(club, by),
            _stuck,
            partial(waits.told, now=now),
        ),
    ]


def _missing(match: Any) -> Row:
    return Row(
        what=_table(match),
        page=reverse("web:match", args=[match.code]),
        soft=", ".join(seat.player.shown_name for seat in match.seats.all()),
        since=match.since,
        act=_("Enter the result"),
        to=reverse("web:enter", args=[match.code]),
    )


def _unconfirmed(result: Result, *, by: Account) -> Row:
    return _second_person(result, by=by, page="confirm", act=_("Review and confirm"))


def _proposed(result: Result, *, by: Account) -> Row:
    return _second_person(result, by=by, page="agree", act=_("Review and agree"))


def _second_person(result: Result, *, by: Account, page: str, act: str) -> Row:
    is_own = result.entered_by_id == by.pk
    said = _("you entered it; somebody else must confirm it")
    if not is_own:
        said = _("entered by %(name)s") % {"name": enterer(result, result.match)}
    return Row(
        what=_table(result.match),
        page=reverse("web:match", args=[result.match.code]),
        soft=said,
        since=result.entered_at,
        act=act,
        to="" if is_own else reverse(f"web:{page}", args=[result.match.code]),
    )


def _disputed(dispute: Dispute) -> Row:
    page = reverse("web:match", args=[dispute.match.code])
    return Row(
        what=_table(dispute.match),
        page=page,
        soft=dispute.reason,
        since=dispute.opened_at,
        act=_("Review the dispute"),
        to=page,
    )


def _asking(row: Affiliation) -> Row:
    return Row(
        what=row.federation.name,
        page=reverse("web:club", args=[row.federation.slug]),
        soft=_("asks whether your club wants to be a member"),
        since=row.asked_at,
        act=_("Accept or decline"),
        to=reverse("web:affiliation", args=[row.code]),
    )


def _draft(session: Any, *, now: datetime) -> Row:
    page = reverse("web:session", args=[session.code])
    is_late = session.publish_at is not None and session.publish_at <= now
    said = "" if session.tables else _("nobody has a seat yet")
    return Row(
        what=_session(session),
        page=page,
        soft=_("automatic publishing failed; open the session to see why") if is_late else said,
        at=session.publish_at,
        is_late=is_late,
        act=_("Review and publish") if session.tables else _("Make the draw"),
        to=page,
    )


def _waiting(row: Registration) -> Row:
    return Row(
        what=row.player.shown_name,
        page=reverse("web:place", args=[row.code]),
        soft=row.event.name,
        since=row.registered_at,
        act=_("Add more places"),
        to=reverse("web:edit-event", args=[row.event.code]),
    )


def _evening(event: Any) -> Row:
    page = reverse("web:evening", args=[event.code])
    return Row(
        what=event.name,
        page=page,
        soft=_("Tables in play: %(number)d") % {"number": event.in_play},
        since=event.opened_at,
        act=_("Who waits, who plays"),
        to=page,
    )


def _to_close(session: Session) -> Row:
    return Row(
        what=_session(session),
        page=reverse("web:session", args=[session.code]),
        act=_("Close the session"),
        to=reverse("web:close", args=[session.code]),
        is_button=True,
    )


def _stuck(job: Job) -> Row:
    is_failed = job.status == Job.Status.FAILED
    return Row(
        what=_about(job),
        page=_page(job),
        soft=f"{job.get_kind_display()}, {job.get_status_display()}",
        saying=job.reason,
        since=job.created_at,
        act=_("Try again"),
        to=reverse("web:retry-job", args=[job.code]) if is_failed else "",
        is_button=True,
    )


def _about(job: Job) -> str:
    if job.match is None:
        return str(job.get_kind_display())
    return _table(job.match) if job.match.session else str(job.match.season)


def _page(job: Job) -> str:
    if job.match is not None:
        return reverse("web:match", args=[job.match.code])
    return reverse("web:import", args=[job.imported.code]) if job.imported else ""


def _table(match: Match) -> str:
    assert match.session is not None  # noqa: S101 - for the type checker
    said = _("%(session)s, table %(number)d")
    return said % {"session": _session(match.session), "number": match.table_number}


def _session(session: Session) -> str:
    said = _("%(event)s, session %(number)d")
    return said % {"event": session.event, "number": session.number}
