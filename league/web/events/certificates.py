"""Certificates of an evening or a season: what is chosen on a page, and the PDF."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from league.models import Account, Club
from league.services.base.refusals import Conflict
from league.services.events import certificates
from league.services.events.certificates import Award
from league.web.base import access, languages
from league.web.games.games import game_name
from league.web.seasons.seasons import find_season

from .certificate_prints import Occasion, place_in_words, print_certificates
from .events import find_event
from .prints import send

FIRST, MOST_SHOWN = 3, 20
UNPROCESSABLE, CONFLICT = 422, 409


class ChoiceForm(forms.Form):
    """For whom certificates are made, and in which language."""

    first = forms.IntegerField(
        label=_("For the first places"),
        help_text=_("Everybody who shares one of these places gets a certificate."),
        min_value=1,
        max_value=certificates.MOST,
        initial=FIRST,
    )
    everybody = forms.BooleanField(label=_("For everybody"), required=False)
    language = forms.ChoiceField(label=_("Language"), choices=languages.own_names)


@require_safe
@login_required
def of_event(request: HttpRequest, code: str) -> HttpResponse:
    """Show the choice for an event, or send its certificates."""
    event = find_event(request, code)

    def awards(by: Account, first: int | None) -> list[Award]:
        return certificates.of_event(event, by=by, first=first)

    def occasion() -> Occasion:
        club, on = event.season.club.name, event.starts_at
        return Occasion(club, event.name, event.season.name, localtime(on).date() if on else None)

    page = {"event": event, "season": event.season, "back": reverse("web:ranking", args=[code])}
    return _answer(request, event.season.club, awards, occasion, page)


@require_safe
@login_required
def of_season(request: HttpRequest, code: str) -> HttpResponse:
    """Show the choice for a season, or send its certificates."""
    season = find_season(request, code)

    def awards(by: Account, first: int | None) -> list[Award]:
        return certificates.of_season(season, by=by, first=first)

    def occasion() -> Occasion:
        today = localtime(timezone.now()).date()
        return Occasion(season.club.name, season.name, str(game_name(season.game)), today)

    page = {"season": season, "back": reverse("web:season", args=[code])}
    return _answer(request, season.club, awards, occasion, page)


def _answer(
    request: HttpRequest,
    club: Club,
    awards: Callable[[Account, int | None], list[Award]],
    occasion: Callable[[], Occasion],
    page: dict[str, Any],
) -> HttpResponse:
    """Show the form, or send what it asks for: one page as a preview, or all."""
    by = access.require_organiser(request, club)
    start: dict[str, Any] = {"first": FIRST, "language": get_language()}
    form = ChoiceForm(request.GET if "language" in request.GET else None, initial=start)
    is_valid = form.is_valid() if form.is_bound else True
    chosen = form.cleaned_data if form.is_bound and is_valid else start
    try:
        found = awards(by, None if chosen.get("everybody") else chosen["first"])
    except Conflict as refusal:
        return render(
            request,
            "web/events/certificates.html",
            {**page, "said": refusal.message},
            status=CONFLICT if form.is_bound else 200,
        )
    if form.is_bound and is_valid:
        kept = found[:1] if "preview" in request.GET else found
        with translation.override(chosen["language"]):
            content = print_certificates(occasion(), kept, now=timezone.now())
        return send(content, "certificates")
    shown = [(place_in_words(one.place), one.player) for one in found[:MOST_SHOWN]]
    status = 200 if is_valid else UNPROCESSABLE
    context = {**page, "form": form, "shown": shown}
    return render(request, "web/events/certificates.html", context, status=status)
