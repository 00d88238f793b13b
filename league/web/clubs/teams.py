"""The teams of a club: made by organisers, and their members put in order."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.models import Club, Player, Team, TeamMember
from league.services.base import rights
from league.services.clubs import people, teams
from league.web.base import access
from league.web.base.pagination import page_of
from league.web.base.sending import send, sent, show_form
from league.web.clubs.team_forms import PLACE, TeamForm

from .clubs import find_club

MOST_OFFERED = 300


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the teams of a club with their members in order."""
    club = find_club(request, slug)
    members = Prefetch("members", TeamMember.objects.select_related("player").order_by("position"))
    rows = rights.readable_teams(access.account_of(request)).filter(club=club)
    rows = rows.prefetch_related(members).select_related("captain").order_by("name", "pk")
    context = {
        "club": club,
        "teams": page_of(request, rows, per=30),
        "organises": access.is_organiser(request, club),
    }
    return render(request, "web/clubs/teams.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for a team; sent, it makes one or comes back with what is wrong."""
    club = find_club(request, slug)
    access.require_organiser(request, club)
    form = TeamForm(offered(club), has_name=True, data=sent(request))
    made = send(request, form, teams.create_team, club=club)
    if made is not None:
        messages.success(request, _("The team is created."))
        return redirect("web:teams", slug=slug)
    return show_form(
        request, form, "web/clubs/team.html", club=club, title=_("New team"), back=_index(club)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit(request: HttpRequest, code: str) -> HttpResponse:
    """Show who plays in a team; sent, these and no others do."""
    rows = rights.readable_teams(access.account_of(request))
    team = get_object_or_404(rows.select_related("club", "captain"), code=code)
    access.require_organiser(request, team.club)
    initial = {
        PLACE + row.player.code: row.position for row in team.members.select_related("player")
    }
    initial["captain"] = team.captain.code if team.captain else ""  # type: ignore[assignment]
    form = TeamForm(offered(team.club, team), has_name=False, data=sent(request), initial=initial)
    changed = send(request, form, teams.set_members, team=team)
    if changed is not None:
        messages.success(request, _("The team is saved."))
        return redirect("web:teams", slug=team.club.slug)
    return show_form(
        request,
        form,
        "web/clubs/team.html",
        club=team.club,
        title=team.name,
        back=_index(team.club),
    )


def offered(club: Club, team: Team | None = None) -> list[Player]:
    """Return who may play in a team: the people of the club, and who is in it already."""
    here = Q(pk__in=people.people_of(club).order_by().values("pk"))
    if team is not None:
        here |= Q(teams__team=team)
    rows = Player.objects.filter(here, kind=Player.Kind.PERSON).distinct()
    return list(rows.order_by("name", "pk")[:MOST_OFFERED])


def _index(club: Club) -> str:
    return reverse("web:teams", args=[club.slug])
