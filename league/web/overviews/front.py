"""The front page."""

from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.models import Membership, Player
from league.services.base import rights
from league.services.overviews import desk, front
from league.web.base import access
from league.web.base.pagination import page_of
from league.web.clubs.clubs import count_of
from league.web.events.progress import finished_tables
from league.web.play.own_tables import own_tables

MOST_DESKS = 12


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what is going on, the clubs, and what is the visitor's own."""
    account = access.account_of(request)
    now = timezone.now()
    rows = rights.readable_clubs(account).annotate(
        members=count_of(Membership.objects.all(), "club"),
        season_count=count_of(rights.readable_seasons(account), "club"),
    )
    evenings = front.evenings(account, now=now, until=midnight_after(now))
    return render(
        request,
        "web/overviews/home.html",
        {
            "evenings": evenings,
            "finished": finished_tables(one.session for one in evenings if one.session),
            "tables": front.live_tables(account),
            "results": [(match, winners(match)) for match in front.newest_results(account)],
            "clubs": page_of(request, rows.order_by("name", "pk"), per=24),
            "kept": desk.kept_clubs(account)[:MOST_DESKS],
            "my_tables": own_tables(account),
        },
    )


def midnight_after(now: datetime) -> datetime:
    """Return when the day ends in the zone that pages tell the time in."""
    tomorrow = timezone.localtime(now).date() + timedelta(days=1)
    return timezone.make_aware(datetime.combine(tomorrow, datetime.min.time()))


def winners(match: Any) -> list[Player]:
    """Return who came first at a table of the newest results."""
    return [seat.player for seat in match.firsts]
