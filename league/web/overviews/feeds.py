"""Calendars, at addresses that a phone can subscribe to without a login."""

import hashlib

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from league.services.base import rights
from league.services.overviews import feeds

FRESH_S = 300


@require_safe
def of_club(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Send the calendar of a club."""
    club = get_object_or_404(rights.readable_clubs(None), slug=slug)
    with translation.override(language_of(request)):
        return send(request, feeds.of_club(club, site=site_of(request), now=timezone.now()))


@require_safe
def of_season(request: HttpRequest, code: str) -> HttpResponseBase:
    """Send the calendar of a season."""
    seasons = rights.readable_seasons(None).select_related("club")
    season = get_object_or_404(seasons, code=code)
    with translation.override(language_of(request)):
        return send(request, feeds.of_season(season, site=site_of(request), now=timezone.now()))


@require_safe
def of_player(request: HttpRequest, code: str) -> HttpResponseBase:
    """Send the calendar of a player's tables."""
    player = get_object_or_404(rights.readable_players(None), code=code)
    with translation.override(language_of(request)):
        return send(request, feeds.of_player(player, site=site_of(request), now=timezone.now()))


def language_of(request: HttpRequest) -> str:
    """Return the language a subscriber chose, as in `?language=de`; the site's by default."""
    asked = request.GET.get("language", "")
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def site_of(request: HttpRequest) -> str:
    """Return what the addresses of this site begin with."""
    return request.build_absolute_uri("/").rstrip("/")


def send(request: HttpRequest, calendar: bytes) -> HttpResponseBase:
    """Send a calendar, or say that it is still the one the phone has."""
    etag = f'"{hashlib.sha256(calendar).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": f"public, max-age={FRESH_S}"}
    response = HttpResponse(calendar, content_type="text/calendar; charset=utf-8", headers=headers)
    return get_conditional_response(request, etag=etag, response=response) or response
