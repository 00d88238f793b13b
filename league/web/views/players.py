"""A player's page, for everybody, and one's own with what is only of use to oneself."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.logic.ratings import NEW
from league.models import Player
from league.services import careers, erasures, rights
from league.services import people as services
from league.web import access, files, languages
from league.web.bot_names import player_name
from league.web.browsers import browsers_of
from league.web.charts import Curve
from league.web.games import game_name
from league.web.language_form import LanguageForm
from league.web.pagination import page_of
from league.web.sending import send, sent, show_form


@require_safe
def player(request: HttpRequest, code: str) -> HttpResponse:
    """Show a player to everybody: what comes next, results, seasons, ratings, opponents."""
    found = get_object_or_404(rights.readable_players(access.account_of(request)), code=code)
    context = {
        **facts_of(request, found),
        "is_own": found.account_id == request.user.pk,
        "may_erase": erasures.may_erase_guest(found, access.account_of(request)),
    }
    return render(request, "web/player.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def me(request: HttpRequest) -> HttpResponse:
    """Show one's own page, and the form for the language, which it stores in the profile."""
    account = access.require_account(request)
    form = LanguageForm(sent(request), initial={"language": account.language})
    if send(request, form, services.choose_language, account=account):
        answer = redirect("web:me")
        languages.remember(answer, form.cleaned_data["language"])
        messages.success(request, _("Your language is stored."))
        return answer
    own = Player.objects.filter(account=account).first()
    context = {
        **(facts_of(request, own) if own else {"title": account.username}),
        "browsers": browsers_of(request, account, now=timezone.now()),
    }
    return show_form(request, form, "web/me.html", **context, account=account, is_own=True)


def facts_of(request: HttpRequest, player: Player) -> dict[str, object]:
    """Return what a page shows of a player, as far as the visitor may know of it.

    `?game=skat` asks for the rating in that game; otherwise it is the one played most.
    """
    account = access.account_of(request)
    ratings = careers.ratings_of(player)
    asked = request.GET.get("game")
    rating = next((row for row in ratings if row.pool.game == asked), next(iter(ratings), None))
    points = careers.curve(rating) if rating else []
    begin = [(0, NEW)] if points and points[0][0] == 1 else []
    return {
        "player": player,
        "title": player_name(player),
        "to_come": careers.to_come(player, account),
        "results": page_of(request, careers.results_of(player, account), per=20),
        "seasons": careers.seasons_of(player, account),
        "ratings": [(row, game_name(row.pool.game)) for row in ratings],
        "rating": rating,
        "curve": Curve.through([*begin, *points]) if points else None,
        "opponents": careers.opponents_of(player, account),
        "files": files.of_player(player),
        "address": reverse("web:player", args=[player.code]),
    }
