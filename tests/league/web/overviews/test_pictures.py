"""What links show where they are shared: words and a picture, of what visitors see."""

import re
from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from PIL import Image

from league.models import Club, Match, Player, Season
from league.web.base import link_pictures
from league.web.overviews import pictures
from tests.league.factories import MatchFactory

TAG = re.compile(r'<meta (?:property|name)="(og:\w+|twitter:card)" content="([^"]*)">')


@pytest.fixture
def pages(match, bob):
    """The addresses of pages that people share."""
    session, season = match.session, match.season
    return {
        "club": f"/clubs/{season.club.slug}/",
        "season": f"/seasons/{season.code}/",
        "event": f"/events/{session.event.code}/",
        "session": f"/sessions/{session.code}/",
        "match": f"/matches/{match.code}/",
        "player": f"/players/{bob.player.code}/",
    }


def preview_of(client, page):
    return dict(TAG.findall(client.get(page).content.decode()))


@pytest.mark.parametrize("of", ["club", "season", "event", "session", "match", "player"])
def test_a_link_shows_words_and_a_picture(client, pages, of):
    told = preview_of(client, pages[of])
    assert told["og:url"] == f"http://testserver{pages[of]}"
    assert told["og:title"]
    assert told["twitter:card"] == "summary_large_image"
    picture = client.get(told["og:image"].removeprefix("http://testserver"))
    assert picture.headers["Content-Type"] == "image/png"
    image = Image.open(BytesIO(picture.content))
    assert image.size == (1200, 630)
    assert len(picture.content) < 100_000


@pytest.mark.parametrize(
    ("of", "title"),
    [
        ("club", "Stammtisch zur Linde"),
        ("event", "November"),
        ("session", "November, Session 1"),
        ("player", "Bob"),
    ],
)
def test_a_link_says_what_it_leads_to(client, pages, of, title):
    assert preview_of(client, pages[of])["og:title"] == title


def test_a_link_to_a_person_is_one_to_a_profile(client, pages):
    assert preview_of(client, pages["player"])["og:type"] == "profile"


def test_a_link_to_a_ladder_has_a_picture(client, pages, season):
    Season.objects.update(kind="ladder", table_size=4)
    told = preview_of(client, pages["season"])
    assert told["og:title"].endswith(f": {season}")
    assert client.get(told["og:image"].removeprefix("http://testserver")).status_code == 200


def test_a_long_description_is_cut(client, pages):
    Club.objects.update(about="Cards and cake. " * 100)
    assert len(preview_of(client, pages["club"])["og:description"]) <= 200


@pytest.fixture
def lines(client, monkeypatch):
    """Return a function that tells what a picture says: title, words below, lines."""
    told = []

    def tell(title, below, rows):
        told[:] = [title, below, [(row.text, row.end) for row in rows]]
        return b""

    monkeypatch.setattr(pictures, "draw", tell)

    def ask(page, **asked):
        assert client.get(f"{page}preview.png", asked).status_code == 200
        return told

    return ask


def test_picture_of_a_club_shows_its_seasons(lines, pages, season):
    title, _below, rows = lines(pages["club"])
    assert title == "Stammtisch zur Linde"
    assert [text for text, _game in rows] == [season.name]


def test_picture_of_a_season_shows_the_standings(lines, pages, final):
    _title, _below, rows = lines(pages["season"])
    assert rows[0][0].startswith("1. ")
    assert len(rows) <= link_pictures.MOST_ROWS


def test_picture_of_a_session_shows_who_sits_where(lines, pages):
    assert ("Table 1: Bob, Dora, Emil, Frida", "") in lines(pages["session"])[2]


def test_picture_speaks_the_language_of_its_address(lines, pages):
    assert lines(pages["session"], language="de")[0] == "November, Serie 1"


def test_picture_tells_no_draft(lines, as_alice, pages, season, draft):
    MatchFactory(session=draft, status=Match.Status.DRAFT)
    assert as_alice.get(f"/sessions/{draft.code}/preview.png").status_code == 404
    Season.objects.update(status="draft")
    assert lines(pages["club"])[2] == []
    assert as_alice.get(f"{pages['season']}preview.png").status_code == 404


def test_whoever_is_erased_is_not_named(lines, pages, bob):
    Player.objects.filter(pk=bob.player.pk).update(erased_at=timezone.now())
    assert "Bob" not in str(lines(pages["session"]))
    assert "Bob" not in str(lines(pages["player"]))


@pytest.mark.parametrize("of", ["club", "season", "session"])
def test_queries_do_not_grow_with_rows(client, pages, session, of):
    def queries():
        with CaptureQueriesContext(connection) as found:
            client.get(f"{pages[of]}preview.png")
        return len(found)

    before = queries()
    for number in range(20, 30):
        MatchFactory(session=session, table_number=number)
    assert queries() == before


@pytest.mark.parametrize("text", ["", "  ", "W" * 500, "ÄÖß € ♠ 牌", "a\nb"])
def test_any_text_is_drawn(text):
    image = Image.open(
        BytesIO(link_pictures.draw(text, text, [link_pictures.Line(text, "12")] * 9))
    )
    assert image.size == (link_pictures.WIDTH, link_pictures.HEIGHT)
