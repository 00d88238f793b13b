"""A club with its seasons and members, and how one is founded."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import (
    Case,
    Count,
    IntegerField,
    OuterRef,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.models import Club, Match, Membership, Rating, Role, Season
from league.services.base import rights
from league.services.clubs import affiliations, clubs
from league.web.base import access, files
from league.web.base.pagination import page_of
from league.web.base.previews import preview_of
from league.web.base.sending import send, sent, show_form
from league.web.seasons.season_forms import ClubForm

MOST_MEMBERS = 10
"""So many are on the page of a club; all of them are on a page of their own."""


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what a club is about, its seasons, and some of its members."""
    found = find_club(request, slug)
    account = access.account_of(request)
    rows = rights.readable_seasons(account).filter(club=found)
    members = members_by_role(found)
    leagues = rights.readable_leagues(account).filter(club=found)
    organises = access.is_organiser(request, found)
    return render(
        request,
        "web/clubs/club.html",
        {
            "club": found,
            "seasons": page_of(request, with_progress(rows), per=12),
            "leagues": page_of(
                request, leagues.order_by("name", "pk"), per=12, parameter="leagues"
            ),
            "members": members[:MOST_MEMBERS],
            "member_count": members.count(),
            "organises": organises,
            **_affiliated(request, found, organises=organises),
            "keeps": rights.has_role(found, account, Role.SCORER),
            "files": files.of_club(found, organises=organises),
            "feeds": files.feeds_of(found),
            "preview": preview_of(
                request, ("club", found.slug), title=found.name, text=found.about
            ),
            "agreement": rights.readable_agreements(account).filter(club=found).first(),
            "has_player": account is not None and hasattr(account, "player"),
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def found(request: HttpRequest) -> HttpResponse:
    """Show the form for a club or federation; sent, whoever is logged in founds it.

    They go on to a season, in a federation to its clubs.
    """
    account = access.require_account(request)
    form = ClubForm(is_known=hasattr(account, "player"), data=sent(request))
    made = send(request, form, clubs.found_club)
    if made is not None:
        if made.is_federation:
            messages.success(request, _("The federation is created. Next, ask its clubs."))
            return redirect("web:club", slug=made.slug)
        messages.success(request, _("The club is created. Next, create its first season."))
        return redirect("web:new-season", slug=made.slug)
    return show_form(
        request,
        form,
        title=_("Create a club or federation"),
        about=_("You become the owner. You can add members, scorers and organisers later."),
        button=_("Create"),
        back=reverse("web:home"),
    )


def _affiliated(request: HttpRequest, club: Club, *, organises: bool) -> dict[str, Any]:
    """Return the clubs of a federation, with those it has asked, or the federations of a club."""
    if not club.is_federation:
        return {"federations": affiliations.federations_of(club)}
    rows = affiliations.clubs_of(club)
    return {
        "clubs": page_of(request, rows, per=50, parameter="clubs"),
        "unanswered": affiliations.unanswered(club) if organises else (),
    }


def find_club(request: HttpRequest, slug: str) -> Club:
    """Return a club; raises Http404."""
    return get_object_or_404(rights.readable_clubs(access.account_of(request)), slug=slug)


def members_by_role(club: Club) -> QuerySet[Membership]:
    """Return the memberships of a club, those with most rights first, then by name."""
    rows = club.memberships.select_related("player")
    return rows.order_by(most_rights_first(), "player__name", "pk")


def most_rights_first() -> Case:
    """Return the order in which rows with a role come; those without one are last."""
    return Case(
        *(When(role=role, then=Value(-rank)) for rank, role in enumerate(Role)),
        default=Value(1),
        output_field=IntegerField(),
    )


def with_progress(seasons: QuerySet[Season]) -> QuerySet[Season]:
    """Return the seasons, the newest first, with counts of matches drawn and final.

    The matches of a ladder, which never end, are not counted; its bots are.
    """
    undrawn = [Match.Status.DRAFT, Match.Status.VOID]
    matches = Match.objects.all()
    bots = Rating.objects.filter(is_active=True)
    return seasons.annotate(
        drawn=_counted(matches.exclude(status__in=undrawn), Season.Kind.EVENTS),
        played=_counted(matches.filter(status=Match.Status.FINAL), Season.Kind.EVENTS),
        bots=_counted(bots, Season.Kind.LADDER),
    ).order_by("-created_at", "-pk")


def _counted(rows: QuerySet[Any], kind: str) -> Case:
    """Return how many rows a season has, 0 without looking where it is of another kind."""
    return Case(
        When(kind=kind, then=count_of(rows, "season")),
        default=Value(0),
        output_field=IntegerField(),
    )


def count_of(rows: QuerySet[Any], owner: str) -> Coalesce:
    """Return how many of `rows` belong to each owner; counted only for those that are shown."""
    own = rows.filter(**{owner: OuterRef("pk")}).order_by().values(owner)
    return Coalesce(Subquery(own.annotate(count=Count("pk")).values("count")), 0)
