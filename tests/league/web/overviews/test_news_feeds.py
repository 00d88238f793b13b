"""News of clubs and seasons as programs read them: Atom and JSON Feed."""

import json
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import Event, Match, Player, Season, Session
from league.services.overviews import news
from league.services.seasons import seasons
from tests.league.factories import NOW, EventFactory, MatchFactory, SeasonFactory, SessionFactory

NAMES = {"a": "http://www.w3.org/2005/Atom"}


@pytest.fixture
def addresses(club, season):
    """Where the news of the club and of its season are, without their form."""
    return {"club": f"/clubs/{club.slug}/news", "season": f"/seasons/{season.code}/news"}


@pytest.fixture
def published(session):
    """The session, published at a known time."""
    Session.objects.filter(pk=session.pk).update(published_at=NOW)
    session.refresh_from_db()
    return session


def items_of(client, address):
    return json.loads(client.get(f"{address}.json").content)["items"]


def atom_of(client, address):
    return ElementTree.fromstring(client.get(f"{address}.atom").content)


def titles_of(client, address):
    return [item["title"] for item in items_of(client, address)]


@pytest.mark.parametrize("of", ["club", "season"])
def test_news_are_events_draws_and_results(client, addresses, of, published, final):
    assert set(titles_of(client, addresses[of])) == {
        "November",
        "Draw: November, Session 1",
        "Results: November, Session 1",
    }


def test_results_say_who_won(client, addresses, published, final):
    [item] = [one for one in items_of(client, addresses["club"]) if "Results" in one["title"]]
    first = final.seats.filter(place=1).first().player
    assert "1 of 1 tables final" in item["content_text"]
    assert f"Table 9: won by {first.shown_name}" in item["content_text"]
    assert item["url"] == f"http://testserver/sessions/{published.code}/"


@pytest.mark.parametrize("of", ["club", "season"])
def test_both_forms_say_the_same(client, addresses, of, published, final):
    found = atom_of(client, addresses[of])
    entries = [
        (entry.findtext("a:id", "", NAMES), entry.findtext("a:title", "", NAMES))
        for entry in found.findall("a:entry", NAMES)
    ]
    assert entries == [(one["id"], one["title"]) for one in items_of(client, addresses[of])]
    assert len(entries) == 3


def test_ids_stay_while_results_come(client, addresses, published, final):
    before = {one["id"] for one in items_of(client, addresses["club"])}
    later = {"status": "final", "version": 1, "finished_at": NOW + timedelta(hours=1)}
    MatchFactory(session=published, table_number=10, **later)
    [item] = [one for one in items_of(client, addresses["club"]) if "Results" in one["title"]]
    assert {one["id"] for one in items_of(client, addresses["club"])} == before
    assert item["date_modified"] == (NOW + timedelta(hours=1)).isoformat()
    assert item["date_published"] < item["date_modified"]


def test_a_feed_is_as_old_as_what_it_holds(client, addresses, published, final):
    Event.objects.update(created_at=NOW - timedelta(days=9))
    Season.objects.update(created_at=NOW - timedelta(days=9))
    updated = atom_of(client, addresses["season"]).findtext("a:updated", "", NAMES)
    assert updated == max(one["date_modified"] for one in items_of(client, addresses["season"]))


def test_a_feed_without_news_is_as_old_as_its_club(client, club):
    updated = atom_of(client, f"/clubs/{club.slug}/news").findtext("a:updated", "", NAMES)
    assert updated.startswith(club.created_at.strftime("%Y-%m-%dT%H:%M:%S"))


def test_the_end_of_a_season_is_news(client, addresses, season, alice):
    seasons.close_season(season=season, by=alice, now=NOW)
    assert f"The season has ended: {season}" in titles_of(client, addresses["club"])
    seasons.start_season(season=season, by=alice, now=NOW)
    assert f"The season has ended: {season}" not in titles_of(client, addresses["club"])


def test_what_is_cancelled_is_news(client, addresses, event):
    Event.objects.update(cancelled_at=NOW, cancelled_because="The inn is flooded.")
    [item] = [one for one in items_of(client, addresses["club"]) if "Cancelled" in one["title"]]
    assert "The inn is flooded." in item["content_text"]


@pytest.mark.parametrize("of", ["club", "season"])
def test_drafts_are_no_news(client, as_alice, addresses, of, draft):
    Session.objects.filter(pk=draft.pk).update(published_at=NOW)
    assert not [one for one in titles_of(as_alice, addresses[of]) if "Draw" in one]


def test_a_draft_season_has_no_news(as_alice, addresses, event):
    Season.objects.update(status="draft")
    assert items_of(as_alice, addresses["club"]) == []
    assert as_alice.get(f"{addresses['season']}.atom").status_code == 404


def test_whoever_is_erased_is_not_named(client, addresses, published, final):
    Player.objects.filter(seats__match=final).update(kind="person", builtin="", name="Gone Person")
    assert b"Gone Person" in client.get(f"{addresses['club']}.json").content
    Player.objects.update(erased_at=timezone.now())
    assert b"Gone Person" not in client.get(f"{addresses['club']}.json").content


def test_names_are_no_markup(client, addresses, event):
    Event.objects.update(name="<b>Cards & cake</b>", cancelled_at=NOW, cancelled_because="<i>no")
    assert "<b>Cards & cake</b>" in titles_of(client, addresses["club"])
    found = atom_of(client, addresses["club"])
    said = [entry.findtext("a:summary", "", NAMES) for entry in found.findall("a:entry", NAMES)]
    assert any("&lt;i&gt;no" in one for one in said)


def test_address_chooses_the_language(client, addresses, published):
    said = json.loads(client.get(f"{addresses['club']}.json?language=de").content)
    assert said["language"] == "de"
    assert "Auslosung: November, Serie 1" in [one["title"] for one in said["items"]]


def test_a_reader_that_has_it_is_told_so(client, addresses, published, kept_answers):
    tag = client.get(f"{addresses['club']}.atom").headers["ETag"]
    again = client.get(f"{addresses['club']}.atom", headers={"if-none-match": tag})
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("form", "kind"), [("atom", "application/atom+xml"), ("json", "application/feed+json")]
)
def test_pages_name_their_feeds(client, season, form, kind):
    for path in ("/clubs/linde/", f"/seasons/{season.code}/"):
        page = client.get(path).content.decode()
        feed = f"{path}news.{form}?language=en"
        assert f'<link rel="alternate" type="{kind}" href="{feed}"' in page
        assert client.get(feed).headers["Content-Type"] == f"{kind}; charset=utf-8"


def test_no_more_is_told_than_fits(client, addresses, season, published):
    EventFactory.create_batch(news.MOST + 5, season=season)
    SeasonFactory.create_batch(news.MOST_SEASONS, club=season.club)
    assert len(items_of(client, addresses["season"])) == news.MOST
    assert items_of(client, addresses["club"]) == []  # six newer seasons, in which nothing is


@pytest.mark.parametrize("of", ["club", "season"])
def test_queries_do_not_grow_with_rows(client, addresses, of, season):
    def add(number):
        event = EventFactory(season=season, cancelled_at=NOW)
        found = SessionFactory(event=event, status="published", published_at=NOW)
        status = {"status": Match.Status.FINAL, "version": 1, "finished_at": NOW}
        MatchFactory(session=found, table_number=number, **status)

    def queries():
        with CaptureQueriesContext(connection) as found:
            client.get(f"{addresses[of]}.atom")
        return len(found)

    add(1)
    before = queries()
    for number in range(2, 9):
        add(number)
    assert queries() == before
