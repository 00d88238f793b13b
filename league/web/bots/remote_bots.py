"""Remote bots: those that play from their authors' machines, and one's own with their tokens."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.models import RemoteBot
from league.services.base import rights
from league.services.play import remote_bots
from league.web.base import access, refused
from league.web.base.pagination import page_of
from league.web.base.sending import send, sent, show_form
from league.web.bots.ladders_of_bots import ladders_for_remote
from league.web.bots.remote_bot_forms import BotForm, BotTokenForm, NewBotForm, settings_of
from league.web.games.games import game_name

FORM = "web/bots/remote_bot_form.html"


@dataclass(frozen=True)
class Shown:
    """A remote bot, and whether its program is connected at a moment."""

    bot: RemoteBot
    now: datetime

    @property
    def is_connected(self) -> bool:
        """Whether it can be asked to tables and plays at its own."""
        return self.bot.retired_at is None and remote_bots.is_connected(self.bot, now=self.now)

    @cached_property
    def games(self) -> list[str]:
        """Return the names of its games; none if it plays them all."""
        return [game_name(slug) for slug in self.bot.games]


def shown(bots: Iterable[RemoteBot]) -> list[Shown]:
    """Return remote bots as pages show them at this moment."""
    now = timezone.now()
    return [Shown(bot, now) for bot in bots]


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the remote bots, by name."""
    page = page_of(request, remote_bots.listed(), per=30)
    return render(request, "web/bots/remote_bots.html", {"page": page, "rows": shown(page)})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def create(request: HttpRequest) -> HttpResponse:
    """Show the form for a remote bot; sent, it makes one and leads to its page."""
    form = NewBotForm(data=sent(request))
    made = send(request, form, remote_bots.create)
    if made is not None:
        messages.success(request, _("The bot is created. Now create a token for it."))
        return redirect("web:remote-bot", code=made.player.code)
    return show_form(
        request,
        form,
        FORM,
        title=_("New remote bot"),
        about=_(
            "A remote bot runs on your own computer and plays at online tables here. Nothing is "
            "uploaded."
        ),
        button=_("Create the bot"),
        back=reverse("web:my-bots"),
    )


@require_safe
def remote_bot(request: HttpRequest, code: str) -> HttpResponse:
    """Show a remote bot, and to its author what only they may see."""
    return _show(request, find_bot(request, code), BotTokenForm())


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def tokens(request: HttpRequest, code: str) -> HttpResponse:
    """Create a token for one's own bot, and show its text this once."""
    bot = _own_bot(request, code)
    if request.method != "POST":
        return redirect("web:remote-bot", code=code)
    form = BotTokenForm(sent(request))
    made = send(request, form, remote_bots.issue_token, bot=bot)
    if made is None:
        return _show(request, bot, form)
    return _show(request, bot, BotTokenForm(), plain=made[1])


@require_POST
@login_required
def revoke(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Make a token of one's own bot useless from now on."""
    bot, account = _own_bot(request, code), access.require_account(request)
    found = get_object_or_404(remote_bots.tokens_of(bot, account), code=token)
    with refused.told(request):
        remote_bots.revoke_token(bot=bot, token=found, by=account, now=timezone.now())
        messages.success(request, _("The token is revoked."))
    return redirect("web:remote-bot", code=code)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit(request: HttpRequest, code: str) -> HttpResponse:
    """Show what an author can change of a remote bot as a form; sent, it is changed."""
    bot = _own_bot(request, code)
    form = BotForm(data=sent(request), initial=settings_of(bot))
    if send(request, form, remote_bots.change, bot=bot) is not None:
        messages.success(request, _("The bot is saved."))
        return redirect("web:remote-bot", code=code)
    return show_form(
        request,
        form,
        FORM,
        bot=bot,
        title=_("Change %(name)s") % {"name": bot.name},
        about=_("It stays at the tables where it sits now."),
        button=_("Save"),
        back=reverse("web:remote-bot", args=[code]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def retire(request: HttpRequest, code: str) -> HttpResponse:
    """Ask whether to retire one's own bot; then do it."""
    bot = _own_bot(request, code)
    if request.method != "POST":
        return render(request, "web/bots/retire.html", {"bot": bot})
    with refused.told(request):
        remote_bots.retire(bot=bot, by=access.require_account(request), now=timezone.now())
        messages.success(request, _("The bot is retired."))
    return redirect("web:remote-bot", code=code)


def find_bot(request: HttpRequest, code: str) -> RemoteBot:
    """Return the remote bot of a player that the visitor may know of; raises Http404."""
    rows = rights.readable_remote_bots(access.account_of(request))
    rows = rows.select_related("player", "account", "owner__player")
    return get_object_or_404(rows, player__code=code)


def _own_bot(request: HttpRequest, code: str) -> RemoteBot:
    """Return a remote bot of the visitor; raises PermissionDenied for that of another author."""
    bot = find_bot(request, code)
    if bot.owner_id != access.require_account(request).pk:
        raise PermissionDenied
    return bot


def _show(
    request: HttpRequest, bot: RemoteBot, form: BotTokenForm, *, plain: str = ""
) -> HttpResponse:
    """Show the page of a bot; `plain` is the text of a token that was made just now."""
    account = access.account_of(request)
    context: dict[str, Any] = {"bot": bot, "shown": Shown(bot, timezone.now()), "plain": plain}
    if bot.retired_at is None:
        context |= {"ladders": ladders_for_remote(account, bot)}
        context |= {"may_enter": account is not None and bot.owner_id == account.pk}
    if account is not None and bot.owner_id == account.pk:
        rows = page_of(request, remote_bots.tokens_of(bot, account), per=10)
        for token in rows:
            token.is_expired = token.expires_at <= timezone.now()  # type: ignore[attr-defined]
        context |= {"is_own": True, "tokens": rows}
        context |= {"site": request.build_absolute_uri("/").rstrip("/")}
    return show_form(request, form, "web/bots/remote_bot.html", **context)
