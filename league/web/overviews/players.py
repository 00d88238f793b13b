"""A player's page, for everybody, and one's own with what is only of use to oneself."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from league.logic.ratings import NEW
from league.models import Player, RemoteBot
from league.services.accounts import guests
from league.services.accounts import people as services
from league.services.base import rights
from league.services.overviews import careers
from league.services.privacy import erasures
from league.services.registration import open_evenings
from league.web.accounts.browsers import browsers_of
from league.web.accounts.pushes import here_of
from league.web.base import access, files, languages
from league.web.base.bot_names import player_name
from league.web.base.charts import Curve
from league.web.base.language_form import LanguageForm
from league.web.base.pagination import counted_page_of, page_of
from league.web.base.previews import Preview, preview_of
from league.web.base.sending import send, sent, show_form


@require_safe
def player(request: HttpRequest, code: str) -> HttpResponse:
    """Show a player to everybody: what comes next, seasons, results.

    The address of one who turned out to be another leads to that one.
    """
    now_is = guests.who_is(code)
    if now_is is not None and now_is.code != code:
        return redirect("web:player", code=now_is.code)
    found = find_player(request, code)
    context = {
        **facts_of(request, found),
        "may_erase": erasures.may_erase_guest(found, access.account_of(request)),
        "remote": remote_bot_of(found),
    }
    return render(request, "web/overviews/player.html", context)


@require_safe
@vary_on_headers("HX-Request")
def rating(request: HttpRequest, code: str) -> HttpResponse:
    """Show a rating as a curve, which a player's page asks for once somebody gets there.

    `?game=skat` asks for the rating in that game; otherwise it is the one played most.
    """
    found = find_player(request, code)
    ratings = careers.ratings_of(found)
    asked = request.GET.get("game")
    shown = next((row for row in ratings if row.pool.game == asked), next(iter(ratings), None))
    points = careers.curve(shown) if shown else []
    begin = [(0, NEW)] if points and points[0][0] == 1 else []
    context = {
        "player": found,
        "ratings": ratings,
        "rating": shown,
        "curve": Curve.through([*begin, *points]) if points else None,
    }
    name = (
        "web/overviews/_rating.html"
        if request.headers.get("HX-Request")
        else "web/overviews/rating.html"
    )
    return render(request, name, context)


@require_safe
def opponents(request: HttpRequest, code: str) -> HttpResponse:
    """Show whom a player has met most often, and who was placed before whom."""
    found = find_player(request, code)
    met = careers.opponents_of(found, access.account_of(request))
    context = {"player": found, "opponents": met}
    return render(request, "web/overviews/opponents.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def me(request: HttpRequest) -> HttpResponse:
    """Show one's own page, and the form for the language, which it stores in the profile."""
    account = access.require_account(request)
    form = LanguageForm(sent(request), initial={"language": account.language})
    if send(request, form, services.choose_language, account=account):
        answer = redirect("web:me")
        languages.remember(answer, form.cleaned_data["language"])
        messages.success(request, _("Your language is saved."))
        return answer
    own = Player.objects.filter(account=account).first()
    rows = rights.readable_agreements(account).select_related("club", "asked_by__player")
    context = {
        **(facts_of(request, own) if own else {"title": account.username}),
        "evenings": open_evenings.places_of(own, now=timezone.now()) if own else [],
        "clubs": page_of(request, rows.order_by("club__name", "pk"), per=50, parameter="clubs"),
        "browsers": browsers_of(request, account, now=timezone.now()),
        "here": here_of(request),
    }
    return show_form(request, form, "web/overviews/me.html", **context, account=account)


def facts_of(request: HttpRequest, player: Player) -> dict[str, object]:
    """Return what a page shows of a player, as far as the visitor may know of it."""
    account = access.account_of(request)
    is_own = player.account_id is not None and player.account_id == request.user.pk
    seats = careers.to_come(player, account)
    if is_own:
        seats = seats.prefetch_related("match__online")  # where one may sit down
    results = counted_page_of(request, careers.results_of(player, account), per=20)
    to_come, played = careers.with_others(seats, results)
    return {
        "player": player,
        "is_own": is_own,
        "title": player_name(player),
        "to_come": to_come,
        "results": played,
        "page": results,
        "seasons": careers.seasons_of(player, account),
        "files": files.of_player(player),
        "preview": preview_of_player(request, player),
        "address": reverse("web:player", args=[player.code]),
    }


def remote_bot_of(player: Player) -> RemoteBot | None:
    """Return the remote bot that a player is, with its author; one query for those alone."""
    if not player.is_remote:
        return None
    return RemoteBot.objects.select_related("owner__player").filter(player=player).first()


def preview_of_player(request: HttpRequest, player: Player) -> Preview:
    """Return what a link to a player shows."""
    name = player_name(player)
    text = _("Seasons, results and ratings of %(name)s") % {"name": name}
    return preview_of(request, ("player", player.code), title=name, text=text, kind="profile")


def find_player(request: HttpRequest, code: str) -> Player:
    """Return a player the visitor may know of; raises Http404."""
    return get_object_or_404(rights.readable_players(access.account_of(request)), code=code)
