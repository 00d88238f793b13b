"""A division: standings, who is entered, its calendar and its league days."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games
from league.models import Division, Entrant, Event, Fixture
from league.services.base import formats, rights
from league.services.leagues import fixtures, league_days, leagues
from league.web.base import access, refused
from league.web.base.pagination import page_of
from league.web.base.sending import send, sent, show_form
from league.web.leagues.division_tables import standings_of
from league.web.leagues.league_forms import CalendarForm, DayForm, EntrantsForm

from .leagues import divisions_of

FIELDS = {"dates": "count"}
LATEST = 20


@require_safe
def division(request: HttpRequest, code: str) -> HttpResponse:
    """Show a division with its standings and its calendar."""
    found = find_division(request, code)
    account = access.account_of(request)
    levels = list(divisions_of(request, found.league, found.season))
    tables = standings_of(found.league, found.season, levels, account)
    context = {
        "division": found,
        "table": next(table for table in tables if table.division == found),
        "fixtures": page_of(request, fixtures.calendar_of(found), per=60),
        "days": league_days_of(request, found),
        "pairs": formats.seats_pairs(games.get(found.season.game)),
        "leads": leads(request, found),
        "organises": access.is_organiser(request, found.league.club),
        **above(found),
    }
    return render(request, "web/leagues/division.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Show who could play in a division; sent, it enters those who are ticked."""
    found = find_division(request, code)
    access.require_organiser(request, found.league.club)
    form = EntrantsForm(found, data=sent(request))
    rows = send(request, form, leagues.enter, division=found)
    if rows is not None:
        messages.success(request, _("They are added."))
        return redirect("web:division", code=code)
    return show_form(
        request,
        form,
        title=_("Players and teams in %(division)s") % {"division": found.name},
        about=_("A player or team can be in only one division of a season."),
        button=_("Add to the division"),
        back=reverse("web:division", args=[code]),
        **above(found),
    )


@require_POST
@login_required
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Let a player or team leave the league."""
    found = find_division(request, code)
    rows = Entrant.objects.select_related("player", "team", "division__league__club")
    kind = "player" if found.league.team_size is None else "team"
    named = request.POST.get("entrant", "")[:10]
    entrant = get_object_or_404(rows.filter(division=found), **{f"{kind}__code": named})
    with refused.told(request):
        leagues.withdraw(entrant=entrant, by=access.require_account(request), now=timezone.now())
        said = _("%(name)s has left the league. Matches already played still count.")
        messages.success(request, said % {"name": entrant.name})
    return redirect("web:division", code=code)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def calendar(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form for a calendar; sent, it draws one instead of the one before."""
    found = find_division(request, code)
    access.require_organiser(request, found.league.club)
    entrants = found.entrants.filter(withdrawn_at=None).select_related("player", "team")
    form = CalendarForm(
        list(entrants.order_by("pk")[: fixtures.MOST_IN_CALENDAR]), data=sent(request)
    )
    drawn = send(request, form, fixtures.draw_calendar, fields=FIELDS, division=found)
    if drawn is not None:
        messages.success(request, _("The calendar is made."))
        return redirect("web:division", code=code)
    return show_form(
        request,
        form,
        title=_("Calendar of %(division)s") % {"division": found.name},
        about=_(
            "Everybody meets everybody, as often at home as away. You can replace the "
            "calendar until its first match day has been played."
        ),
        button=_("Draw the calendar"),
        back=reverse("web:division", args=[code]),
        **above(found),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def hold(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form for a league day, of a fixture if the address names one; sent, it is drawn."""
    found = find_division(request, code)
    access.require_organiser(request, found.league.club)
    fixture = find_fixture(request, found)
    is_whole = fixture is None and found.league.team_size is None
    form = DayForm(found, fixture, data=sent(request))
    event = send(request, form, league_days.hold, division=found, fixture=fixture)
    if event is not None:
        said = _("The league day is drawn. Check its sessions, then publish them.")
        if is_whole:
            said = _("The first session is drawn. Check it, then publish it.")
        messages.success(request, said)
        return redirect("web:event", code=event.code)
    return show_form(
        request,
        form,
        title=_("Create a league day"),
        about=about_day(fixture, is_whole=is_whole),
        button=_("Draw the first session") if is_whole else _("Draw the sessions"),
        back=reverse("web:division", args=[code]),
        **above(found),
    )


def find_division(request: HttpRequest, code: str) -> Division:
    """Return a division the visitor may know of, with all above it; raises Http404."""
    rows = rights.readable_divisions(access.account_of(request))
    return get_object_or_404(rows.select_related("league__club", "season__club"), code=code)


def find_fixture(request: HttpRequest, division: Division) -> Fixture | None:
    """Return the fixture the address names, None if it names none; raises Http404."""
    named = request.GET.get("fixture")
    if named is None:
        return None
    return get_object_or_404(fixtures.calendar_of(division), code=named)


def about_day(fixture: Fixture | None, *, is_whole: bool) -> str:
    """Return who plays on a league day, and for players which of its sessions are drawn now."""
    if is_whole:
        return _(
            "All players of the division play, except those who are absent. You draw the first "
            "session now, and each further one on the event's page."
        )
    return str(fixture) if fixture else _("All teams of the division play.")


def league_days_of(request: HttpRequest, division: Division) -> QuerySet[Event]:
    """Return the latest league days of a division that the visitor may know of.

    Fixtures of players are in the calendar already; for teams, captains substitute here.
    """
    known = rights.readable_events(access.account_of(request))
    rows = known.filter(line_ups__entrant__division=division)
    if not division.league.team_size:
        rows = rows.filter(fixture=None)
    return rows.distinct().order_by("-pk")[:LATEST]


def leads(request: HttpRequest, division: Division) -> bool:
    """Tell whether the visitor is the captain of a team of a division."""
    account = access.account_of(request)
    return account is not None and division.entrants.filter(team__captain__account=account).exists()


def above(division: Division) -> dict[str, Any]:
    """Return what the way to a division's pages shows."""
    return {"club": division.league.club, "league": division.league, "in_division": division}
