"""What all clubs have planned, by date, and all clubs by place; for phones, too."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone, translation
from django.views.decorators.http import require_safe

from league.services.overviews import coming, feeds
from league.web.base.pagination import page_of

from .feeds import language_of, send, site_of

PER_PAGE = 50


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """Show the evenings that go on or are to come, by date; `?place=` narrows them to a place."""
    place = place_of(request)
    rows = coming.evenings(place=place, now=timezone.now())
    context = {
        "place": place,
        "evenings": page_of(request, rows, per=PER_PAGE),
        "longest": coming.LONGEST,
    }
    return render(request, "web/overviews/calendar.html", context)


@require_safe
def places(request: HttpRequest) -> HttpResponse:
    """Show the clubs that say where they are, by country and town."""
    place = place_of(request)
    rows = page_of(request, coming.clubs(place=place), per=PER_PAGE)
    context = {"place": place, "clubs": rows, "longest": coming.LONGEST}
    return render(request, "web/overviews/places.html", context)


@require_safe
def subscribed(request: HttpRequest) -> HttpResponseBase:
    """Send the calendar of all clubs, or of a place."""
    with translation.override(language_of(request)):
        content = feeds.of_place(place_of(request), site=site_of(request), now=timezone.now())
        return send(request, content)


def place_of(request: HttpRequest) -> str:
    """Return the place that is asked for."""
    return " ".join(request.GET.get("place", "").split())[: coming.LONGEST]
