"""Feeds of a club's or a season's news, which programs read: Atom (RFC 4287), JSON Feed 1.1."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import translation
from django.utils.feedgenerator import Atom1Feed, rfc3339_date
from django.utils.html import escape, linebreaks
from django.views.decorators.http import require_safe

from league.services.base import rights
from league.services.overviews import news
from league.services.overviews.news import Kind, News

from .feeds import language_of, site_of
from .news_words import text_of, title_of

ATOM: Final = "application/atom+xml; charset=utf-8"
JSON: Final = "application/feed+json; charset=utf-8"
KINDS: Final = {"atom": ATOM, "json": JSON}
VERSION: Final = "https://jsonfeed.org/version/1.1"


@dataclass(frozen=True)
class Feed:
    """What a feed says of itself: its title, the page it is about, and what it holds."""

    title: str
    page: str
    address: str
    began_at: datetime
    news: Sequence[News]

    @property
    def changed_at(self) -> datetime:
        """When anything in it changed last."""
        return max([self.began_at, *(each.changed_at for each in self.news)])


@require_safe
def of_club(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """Send the news of a club."""
    club = get_object_or_404(rights.readable_clubs(None), slug=slug)
    page = reverse("web:club", args=[slug])
    feed = Feed(club.name, page, request.path, club.created_at, news.of_club(club))
    return _send(request, feed, form)


@require_safe
def of_season(request: HttpRequest, code: str, form: str) -> HttpResponse:
    """Send the news of a season."""
    seasons = rights.readable_seasons(None).select_related("club")
    season = get_object_or_404(seasons, code=code)
    page = reverse("web:season", args=[code])
    title = f"{season.club}: {season}"
    feed = Feed(title, page, request.path, season.created_at, news.of_season(season))
    return _send(request, feed, form)


def _send(request: HttpRequest, feed: Feed, form: str) -> HttpResponse:
    if form not in KINDS:
        raise Http404
    language, site = language_of(request), site_of(request)
    write = _atom if form == "atom" else _json
    with translation.override(language):
        return HttpResponse(write(feed, site, language), content_type=KINDS[form])


class _Atom(Atom1Feed):
    """Atom whose date is that of what it holds, not of when it was asked for."""

    def latest_post_date(self) -> datetime:
        found: datetime = self.feed["changed_at"]
        return found


def _atom(feed: Feed, site: str, language: str) -> str:
    made = _Atom(
        title=feed.title,
        link=f"{site}{feed.page}",
        description="",
        feed_url=f"{site}{feed.address}",
        feed_guid=f"{site}{feed.address}",
        language=language,
        author_name=feed.title,
        changed_at=feed.changed_at,
    )
    for each in feed.news:
        made.add_item(
            title=title_of(each),
            link=f"{site}{page_of(each)}",
            description=linebreaks(escape(text_of(each))),
            unique_id=f"{site}{id_of(each)}",
            pubdate=each.at,
            updateddate=each.changed_at,
        )
    return str(made.writeString("utf-8"))


def _json(feed: Feed, site: str, language: str) -> str:
    said = {
        "version": VERSION,
        "title": feed.title,
        "home_page_url": f"{site}{feed.page}",
        "feed_url": f"{site}{feed.address}",
        "language": language,
        "items": [
            {
                "id": f"{site}{id_of(each)}",
                "url": f"{site}{page_of(each)}",
                "title": title_of(each),
                "content_text": text_of(each),
                "date_published": rfc3339_date(each.at),
                "date_modified": rfc3339_date(each.changed_at),
            }
            for each in feed.news
        ],
    }
    return json.dumps(said, ensure_ascii=False)


def page_of(news: News) -> str:
    """Return the page that tells more."""
    name = {Kind.EVENT: "event", Kind.CANCELLED: "event", Kind.END: "season"}
    return reverse(f"web:{name.get(news.kind, 'session')}", args=[news.about.code])


def id_of(news: News) -> str:
    """Return what stays of a piece of news, whatever changes in it."""
    return f"{page_of(news)}#{news.kind.value}"
