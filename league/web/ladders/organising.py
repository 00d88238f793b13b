"""Forms of ladders: made, started and closed (as other seasons), bots that enter and leave."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

import games
from bots import builtin
from league.models import Season
from league.services.base import refusals, rights
from league.services.ladders import ladders
from league.services.seasons import seasons
from league.services.seasons.seasons import MOST_CYCLES
from league.web.base import access
from league.web.base.bot_names import choices_of_bots
from league.web.base.sending import ServiceForm, send, sent, show_form
from league.web.clubs.clubs import find_club
from league.web.games.games import game_name
from league.web.seasons import closings
from league.web.seasons.seasons import find_season

from .ladders import find_ladder

FIELD_OF = {"table_size": "table", "game": "table"}
"""The field of the form that holds what a service calls otherwise."""


def tables() -> list[tuple[str, str]]:
    """Return every game with each of its numbers of players, as choices."""
    return [
        (
            f"{game.slug}:{players}",
            ngettext("%(game)s, %(count)d player", "%(game)s, %(count)d players", players)
            % {"game": game_name(game.slug), "count": players},
        )
        for game in games.all()
        for players in game.players
    ]


def bots() -> list[tuple[str, str]]:
    """Return the built-in bots as choices."""
    return choices_of_bots(builtin.names())


class LadderForm(ServiceForm):
    """What an organiser says of a new ladder."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    table = forms.ChoiceField(label=gettext_lazy("Game and table"), choices=tables)
    cycles = forms.IntegerField(
        label=gettext_lazy("How many times everyone deals in a match"),
        min_value=1,
        max_value=MOST_CYCLES,
        initial=1,
    )
    is_remote = forms.BooleanField(
        label=gettext_lazy("For remote bots, which run on their authors' computers"),
        help_text=gettext_lazy(
            "They play single matches at online tables. Without this, uploaded bots play here, and "
            "every deal once for each rotation. You cannot change this later."
        ),
        required=False,
    )
    bots = forms.MultipleChoiceField(
        label=gettext_lazy("Built-in bots on this ladder"),
        choices=bots,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        initial=["random", "greedy", "easy"],
    )

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        game, _, size = self.cleaned_data["table"].partition(":")
        return {
            "name": self.cleaned_data["name"],
            "game": game,
            "table_size": int(size),
            "cycles": self.cleaned_data["cycles"],
            "is_remote": self.cleaned_data["is_remote"],
            "bots": self.cleaned_data["bots"],
        }


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for a new ladder; sent, it makes one or comes back with what is wrong."""
    club = find_club(request, slug)
    if not access.is_organiser(request, club):
        raise PermissionDenied(_("Only organisers of the club can create its ladders."))
    form = LadderForm(sent(request))
    season = send(request, form, ladders.create_ladder, fields=FIELD_OF, club=club)
    if season is not None:
        messages.success(request, _("The ladder is created. Add bots, then start it."))
        return redirect("web:season", code=season.code)
    return show_form(request, form, "web/ladders/new_ladder.html", club=club)


@require_POST
@login_required
def start(request: HttpRequest, code: str) -> HttpResponse:
    """Start a ladder, or another season."""
    season = find_season(request, code)
    said = _("The season has started.")
    if season.kind == Season.Kind.LADDER:
        said = _("The ladder has started. Tables open within seconds.")
    return _do(request, season, seasons.start_season, said)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def close(request: HttpRequest, code: str) -> HttpResponse:
    """Close a ladder, or another season after a look at what will stand."""
    season = find_season(request, code)
    if request.method != "POST":
        return closings.show(request, season)
    said = _("The season is closed.")
    if season.kind == Season.Kind.LADDER:
        said = _("The ladder is closed. Matches that are still being played count.")
    return _do(request, season, seasons.close_season, said)


@require_POST
@login_required
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Enter a version of one's own bot."""
    own = rights.own_versions(access.account_of(request)).select_related("bot", "player")
    version = get_object_or_404(own, code=request.POST.get("version", ""))
    return _act(
        request, code, ladders.enter, _("The version is on the ladder now."), version=version
    )


@require_POST
@login_required
def enter_remote(request: HttpRequest, code: str) -> HttpResponse:
    """Enter one's own remote bot."""
    own = rights.own_remote_bots(access.account_of(request))
    bot = get_object_or_404(own, player__code=request.POST.get("bot", ""))
    said = _("The bot is on the ladder now. It gets tables while its program is connected.")
    return _act(request, code, ladders.enter_remote, said, bot=bot)


@require_POST
@login_required
def add_bot(request: HttpRequest, code: str) -> HttpResponse:
    """Let a built-in bot play along."""
    name = request.POST.get("builtin", "")
    return _act(request, code, ladders.add_bot, _("The bot is on the ladder now."), builtin=name)


@require_POST
@login_required
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Take a bot off the ladder."""
    players = rights.readable_players(access.account_of(request))
    player = get_object_or_404(players, code=request.POST.get("player", ""))
    return _act(request, code, ladders.leave, _("The bot has left the ladder."), player=player)


def _act(
    request: HttpRequest, code: str, act: Callable[..., object], done: str, **what: Any
) -> HttpResponse:
    """Let a service change a ladder, and say on its page what came of it."""
    return _do(request, find_ladder(request, code), act, done, **what)


def _do(
    request: HttpRequest, season: Season, act: Callable[..., object], done: str, **what: Any
) -> HttpResponse:
    """Let a service change a season, and say on its page what came of it."""
    by = access.require_account(request)
    try:
        act(season=season, by=by, now=timezone.now(), **what)
        messages.success(request, done)
    except refusals.Invalid as refusal:
        messages.error(request, str(refusal))
    except refusals.Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("web:season", code=season.code)
