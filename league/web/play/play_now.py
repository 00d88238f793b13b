"""Play now: the one page that leads from a game to a seat, and who waits there."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

import games
from bots import builtin
from league.models import Account, Event, OnlineTable, Player
from league.services.accounts.people import LONGEST_NAME
from league.services.overviews import front
from league.services.play import play_now, table_terms
from league.services.play.play_now import Company, Wish
from league.web.base import access, news
from league.web.base.bot_names import choices_of_bots
from league.web.base.pagination import page_of
from league.web.base.sending import ServiceForm, send, sent, show_form
from league.web.games.games import game_name
from league.web.play.own_tables import own_tables

EVERY_S: Final = 5
"""How often the page looks for who has come."""
MOST_WAITING: Final = 24
"""So many tables are shown that wait for players, those that wait longest."""
SIZES: Final = sorted({size for game in games.all() for size in game.players})


class PlayNowForm(ServiceForm):
    """A game and with whom; `offers` are the events by game, `wish` comes first."""

    game = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    bot = forms.ChoiceField(label=_("AI players"))
    company = forms.ChoiceField(
        label=_("AI players take free seats"), choices=Company, required=False
    )
    seats = forms.TypedChoiceField(
        label=_("Seats"),
        choices=[("", _("as usual")), *((size, size) for size in SIZES)],
        coerce=int,
        empty_value=None,
        required=False,
    )
    adds_number = forms.BooleanField(required=False, widget=forms.HiddenInput)
    own_name = forms.CharField(
        label=_("Your player name"), max_length=LONGEST_NAME, help_text=_("Everybody can read it.")
    )

    def __init__(
        self, offers: Mapping[str, Event], wish: Wish, *, is_nobody: bool, **kwargs: Any
    ) -> None:
        names = {slug: game_name(slug) for slug in offers}
        slugs = sorted(names, key=lambda slug: (slug != wish.game, names[slug]))
        first = slugs[0] if slugs else ""
        super().__init__(initial={"game": first, "bot": wish.bot}, **kwargs)
        bots = sorted(builtin.names(), key=lambda name: name != table_terms.DEFAULT_BOT)
        for name, choices in (
            ("game", [(slug, names[slug]) for slug in slugs]),
            ("bot", choices_of_bots(bots)),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
            field.choices = choices
        if not is_nobody:
            del self.fields["own_name"]

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        company = self.cleaned_data["company"] or Company.SOON
        return {**self.cleaned_data, "company": company}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@vary_on_headers("HX-Request")
def page(request: HttpRequest) -> HttpResponse:
    """Show what can be played now and who waits; sent, the form leads to a table."""
    account, now = access.account_of(request), timezone.now()
    offers = play_now.offers(now=now)
    if news.is_fragment(request):
        return _news(request, offers, now)
    if request.method == "POST" and account is None:
        back = reverse("web:play") + "?" + urlencode({"game": request.POST.get("game", "")})
        return redirect(reverse("web:login") + "?" + urlencode({"next": back}))
    wish = _wish(request, account)
    nobody = account is not None and not Player.objects.filter(account=account).exists()
    form = PlayNowForm(offers, wish, is_nobody=nobody, data=sent(request))
    seated = send(request, form, play_now.sit_down)
    if seated is not None:
        return redirect("web:table", code=seated.code)
    events = front.online_events(account, now=now)
    return show_form(
        request,
        form,
        "web/play/play_now.html",
        offers=offers,
        asked=game_name(wish.game) if wish.game and wish.game not in offers else "",
        tables=front.live_tables(account),
        events=page_of(request, events, per=24),
        my_tables=own_tables(account),
        **_waiting(offers, now),
    )


def _wish(request: HttpRequest, account: Account | None) -> Wish:
    """Return what an address asks for, or else what was played last."""
    last = play_now.last_wish(account) if account is not None else None
    bot = last.bot if last and last.bot else table_terms.DEFAULT_BOT
    asked = request.GET.get("game", "")
    known = asked in {game.slug for game in games.all()}
    return Wish(asked if known else last.game if last else "", bot)


def _news(request: HttpRequest, offers: Mapping[str, Event], now: datetime) -> HttpResponse:
    """Return who waits, unless the page shows just that."""
    context = _waiting(offers, now)
    if news.is_known(request, context["known"]):
        return news.no_news()
    return render(request, "web/play/_waiting.html", context)


def _waiting(offers: Mapping[str, Event], now: datetime) -> dict[str, Any]:
    """Return who waits at the tables of events, for how many minutes, and a digest of it."""
    rows = [(table, _minutes(table, now)) for table in play_now.waiting(offers)[:MOST_WAITING]]
    told = [(table.code, table.version, minutes) for table, minutes in rows]
    return {"waiting": rows, "known": news.digest_of(told), "every_s": EVERY_S}


def _minutes(table: OnlineTable, now: datetime) -> int:
    return max(0, int((now - table.created_at).total_seconds()) // 60)
