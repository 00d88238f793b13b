"""Whether something on the page of an event is new; it tells so, and changes nothing by itself."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.models import Event, Match, Season
from league.services.base import rights
from league.web.base import access, news

EVERY_S: Final = 30
"""How often the page of an event asks."""
DAY: Final = timedelta(days=1)


def is_over(event: Event, *, now: datetime) -> bool:
    """Tell whether nothing of an event changes any more, as far as anybody would wait for it."""
    is_past = event.starts_at is not None and event.starts_at < now - DAY
    return is_past or event.season.status != Season.Status.RUNNING


def known_of(request: HttpRequest, event: Event, *, now: datetime) -> str:
    """Return a text that changes whenever the page does, nothing once it will not; four queries."""
    if is_over(event, now=now):
        return ""
    account = access.account_of(request)
    sessions = rights.readable_sessions(account).filter(event=event).order_by("pk")
    matches = Match.objects.filter(session__in=sessions).order_by("session", "status")
    people = rights.readable_registrations(account).filter(event=event).order_by("status")
    here = people.filter(checked_in_at__isnull=False)
    return news.digest_of(
        (event.name, event.starts_at, event.ends_at, event.venue_id, event.capacity),
        (event.cancelled_at, event.is_open, event.closes_at),
        list(sessions.values_list("code", "status", "starts_at")),
        list(matches.values_list("session", "status").annotate(Count("pk"))),
        list(people.values_list("status").annotate(Count("pk"))),
        here.count(),
    )


def answer(request: HttpRequest, event: Event, *, now: datetime) -> HttpResponse:
    """Say that something is new to a page that asks, or nothing."""
    known = known_of(request, event, now=now)
    if not known or news.is_known(request, known):
        return news.no_news()
    return render(request, "web/events/_news.html", {"event": event, "is_new": True})
