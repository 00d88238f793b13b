"""Parts that other sites show in a frame: the same for everybody, and nothing else is framed."""

from datetime import timedelta
from html import escape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.config.headers import FRAMED
from league.models import Event, Match, Player, Season, Session
from league.services.overviews import outside
from tests.league.factories import EventFactory, MatchFactory, VenueFactory

WAITS = "No result is final yet."


@pytest.fixture
def parts(club, season, session):
    """The addresses of all parts, by what they show."""
    return {
        "standings": f"/embed/seasons/{season.code}/standings/",
        "results": f"/embed/seasons/{season.code}/results/",
        "session": f"/embed/sessions/{session.code}/results/",
        "evening": f"/embed/clubs/{club.slug}/evening/",
    }


@pytest.fixture
def evening(season):
    """An evening in two days, at a place."""
    at = timezone.now() + timedelta(days=2)
    venue = VenueFactory(club=season.club, name="Zum Anker", address="Am Kai 1")
    return EventFactory(season=season, name="Friday cards", starts_at=at, venue=venue)


def text_of(client, address, **headers):
    return client.get(address, headers=headers).content.decode()


@pytest.mark.parametrize("what", ["standings", "results", "session", "evening"])
def test_any_site_may_show_a_part(client, parts, what):
    answer = client.get(parts[what])
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer.headers


def test_whoever_has_it_already_may_show_it_too(client, parts, kept_answers):
    tag = client.get(parts["results"]).headers["ETag"]
    answer = client.get(parts["results"], headers={"if-none-match": tag})
    assert answer.status_code == 304
    assert "X-Frame-Options" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/clubs/linde/", "/embed/seasons/none/standings/"])
def test_nothing_else_is_framed(client, club, path):
    answer = client.get(path)
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


def test_what_may_be_framed_is_known():
    assert all(name.startswith("web:embed-") for name in FRAMED)


@pytest.mark.parametrize("what", ["standings", "results", "session", "evening"])
def test_a_part_has_no_cookie_no_form_and_no_menu(as_alice, parts, what, evening):
    answer = as_alice.get(parts[what])
    assert not answer.cookies
    assert b"<form" not in answer.content
    assert b"<nav" not in answer.content


@pytest.mark.parametrize("what", ["standings", "results", "session", "evening"])
@pytest.mark.usefixtures("evening")
def test_organisers_see_what_visitors_see(client, as_alice, parts, what, draft):
    MatchFactory(session=draft, status=Match.Status.DRAFT)
    assert as_alice.get(parts[what]).content == client.get(parts[what]).content


def test_links_lead_out_of_the_frame(client, parts):
    assert '<base target="_blank">' in text_of(client, parts["standings"])


def test_standings_name_who_played(client, parts, final):
    page = text_of(client, parts["standings"])
    assert 'class="standings"' in page
    assert WAITS not in page


@pytest.mark.parametrize("what", ["results", "session"])
def test_results_are_those_that_are_final(client, parts, what, final, match):
    page = text_of(client, parts[what])
    assert f"/matches/{final.code}/" in page
    assert f"/matches/{match.code}/" not in page


@pytest.mark.parametrize("what", ["results", "session"])
def test_without_a_result_it_says_so(client, parts, what, match):
    assert WAITS in text_of(client, parts[what])


def test_whoever_is_erased_is_not_named(client, parts, final):
    seat = final.seats.select_related("player").first()
    person = seat.player
    Player.objects.filter(pk=person.pk).update(kind="person", builtin="", name="Gone Person")
    assert "Gone Person" in text_of(client, parts["results"])
    Player.objects.filter(pk=person.pk).update(erased_at=timezone.now())
    assert "Gone Person" not in text_of(client, parts["results"])


def test_next_evening_says_when_and_where(client, parts, evening):
    page = text_of(client, parts["evening"])
    assert "Friday cards" in page
    assert "Zum Anker, Am Kai 1" in page


@pytest.mark.parametrize("change", [{"cancelled_at": timezone.now()}, {"draw": "online"}])
def test_next_evening_is_one_that_takes_place(client, parts, evening, change):
    Event.objects.filter(pk=evening.pk).update(**change)
    assert "Friday cards" not in text_of(client, parts["evening"])


def test_an_evening_of_a_draft_is_told_to_nobody(client, parts, evening):
    Season.objects.update(status="draft")
    assert "Friday cards" not in text_of(client, parts["evening"])


@pytest.mark.parametrize("what", ["standings", "results", "session"])
def test_a_draft_season_has_no_part(client, parts, what):
    Season.objects.update(status="draft")
    assert client.get(parts[what]).status_code == 404


def test_address_chooses_the_language(client, parts):
    page = text_of(client, f"{parts['results']}?language=de", **{"accept-language": "nl"})
    assert '<html lang="de"' in page
    assert "Neueste Ergebnisse" in page


def test_reader_chooses_the_language_otherwise(client, parts):
    assert '<html lang="nl"' in text_of(client, parts["results"], **{"accept-language": "nl"})


@pytest.mark.parametrize(
    ("asked", "classes", "by_night"),
    [
        ("", "embed", 'night.css" media='),
        ("dark", "embed embed--dark", 'night.css">'),
        ("light", "embed embed--light", None),
        ("<b>", "embed", 'night.css" media='),
    ],
)
def test_address_chooses_the_colours(client, parts, asked, classes, by_night):
    page = text_of(client, f"{parts['results']}?theme={asked}")
    assert f'class="{classes}"' in page
    assert (by_night in page) if by_night else ("night.css" not in page)


@pytest.mark.parametrize("what", ["standings", "results", "session", "evening"])
def test_queries_do_not_grow_with_rows(client, parts, what, session, evening):
    def queries():
        with CaptureQueriesContext(connection) as found:
            assert client.get(parts[what]).status_code == 200
        return len(found)

    def add(number):
        status = {"status": Match.Status.FINAL, "version": 1, "finished_at": timezone.now()}
        MatchFactory(session=session, table_number=number, **status)
        EventFactory(season=session.event.season, starts_at=evening.starts_at, venue=evening.venue)

    add(50)
    before = queries()
    for number in range(51, 60):
        add(number)
    assert queries() == before
    assert len(outside.results_of(session.event.season)) == outside.MOST_RESULTS


def test_script_for_other_sites_may_be_loaded_there(client):
    answer = client.get("/embed.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "public" in answer.headers["Cache-Control"]


def test_organisers_copy_one_line(as_alice, season):
    page = text_of(as_alice, f"/seasons/{season.code}/embed/?part=results&language=de&theme=dark")
    part = f"/embed/seasons/{season.code}/results/?language=de&theme=dark"
    assert f'<iframe class="embed__preview" src="{escape(part)}"' in page
    line = escape(f'<iframe src="http://testserver{escape(part)}"')
    assert line in page
    assert escape('<script src="http://testserver/embed.js" async></script>') in page


def test_organisers_choose_among_the_last_sessions(as_alice, season, session, draft):
    page = text_of(as_alice, f"/seasons/{season.code}/embed/?part={session.code}")
    assert f'src="/embed/sessions/{session.code}/results/"' in page
    assert draft.code not in page


@pytest.mark.parametrize("asked", ["part=none", "language=xx&theme=pink"])
def test_what_cannot_be_chosen_shows_the_first_part(as_alice, season, asked):
    page = text_of(as_alice, f"/seasons/{season.code}/embed/?{asked}")
    assert f'src="/embed/seasons/{season.code}/standings/"' in page


def test_a_name_of_a_club_ends_no_attribute(as_alice, club):
    club.name = '"><script>'
    club.save()
    page = text_of(as_alice, f"/clubs/{club.slug}/embed/")
    assert escape(escape('"><script>')) in page
    assert '"><script>' not in page.replace('"><script src="/', "")


def test_a_draft_has_no_preview(as_alice, season):
    Season.objects.update(status="draft")
    page = text_of(as_alice, f"/seasons/{season.code}/embed/")
    assert "<iframe class" not in page


@pytest.mark.parametrize("path", ["/seasons/{}/", "/clubs/linde/"])
def test_pages_lead_organisers_there(client, as_alice, season, path):
    assert "On your own site" in text_of(as_alice, path.format(season.code))
    assert "On your own site" not in text_of(client, path.format(season.code))


def test_sessions_are_told_last_first(season, session):
    assert list(outside.sessions_of(season)) == list(
        Session.objects.filter(status=Session.Status.PUBLISHED)
    )
