"""A session with its tables, and the button that publishes its draw."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Job, Match, Seat, Session
from league.services import draws, refusals, rights
from league.web import access
from league.web.pagination import page_of


@require_safe
@vary_on_headers("HX-Request")
def session(request: HttpRequest, code: str) -> HttpResponse:
    """Show the tables of a session: who sits where, and how it ended."""
    found = find_session(request, code)
    organises = access.is_organiser(request, found.event.season.club)
    tables = tables_of(found)
    template = "web/_tables.html" if request.headers.get("HX-Request") else "web/session.html"
    return render(
        request,
        template,
        {
            "session": found,
            "matches": page_of(request, tables, per=24),
            "organises": organises,
            "is_live": jobs_to_do(found.matches.all()),
        },
    )


@require_POST
@login_required
def publish(request: HttpRequest, code: str) -> HttpResponse:
    """Publish the draw of a session."""
    found = find_session(request, code)
    try:
        draws.publish(session=found, by=access.require_account(request), now=timezone.now())
        messages.success(request, _("The draw is published."))
    except refusals.Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("web:session", code=found.code)


def jobs_to_do(matches: QuerySet[Match]) -> bool:
    """Tell whether workers are still to do something for these matches; one query."""
    to_do = [Job.Status.WAITING, Job.Status.RUNNING]
    return Job.objects.filter(match__in=matches, status__in=to_do).exists()


def find_session(request: HttpRequest, code: str) -> Session:
    """Return a session the visitor may know of, with event, season and club; raises Http404."""
    rows = rights.readable_sessions(access.account_of(request))
    return get_object_or_404(rows.select_related("event__season__club"), code=code)


def tables_of(session: Session) -> QuerySet[Match]:
    """Return the matches of a session by table, with seats and unfinished or failed jobs."""
    return session.matches.prefetch_related(
        Prefetch("seats", queryset=Seat.objects.select_related("player")),
        Prefetch(
            "jobs",
            queryset=Job.objects.exclude(status=Job.Status.DONE).order_by("pk"),
            to_attr="open_jobs",
        ),
    ).order_by("table_number", "pk")
