"""What each page shows, to whom, and at what cost."""

import pytest
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.models import Job, Match, Role, Season, Session
from league.services.monitoring import tallies
from league.services.seasons import rankings
from tests.league.factories import (
    NOW,
    ClubFactory,
    EventFactory,
    MatchFactory,
    MembershipFactory,
    PlayerFactory,
    SeasonFactory,
    SessionFactory,
    make_member,
)


def page(name, *args):
    return reverse(f"web:{name}", args=args)


def text(response):
    return response.content.decode()


def test_home_lists_clubs(client, club):
    assert club.name in text(client.get("/"))


def test_club_lists_its_seasons(client, season):
    assert page("season", season.code) in text(client.get(page("club", "linde")))


def test_club_lists_its_members(client, club, bob):
    assert "Bob" in text(client.get(page("club", club.slug)))


def test_club_shows_ten_members_and_leads_to_the_others(client, club):
    for number in range(12):
        make_member(club, f"Member {number}", Role.MEMBER)
    response = client.get(page("club", club.slug))
    assert len(response.context["members"]) == 10
    assert page("members", club.slug) in text(response)


def test_season_without_a_match_is_not_counted(client, season):
    assert "No match yet" in text(client.get(page("club", "linde")))
    shown = text(client.get(page("season", season.code)))
    assert "No match yet" in shown
    assert "<progress" not in shown


@pytest.mark.parametrize(("draw", "is_said"), [("swiss", True), ("online", False)])
def test_only_events_that_people_come_to_lack_sessions(client, season, draw, is_said):
    event = EventFactory(season=season, draw=draw)
    for address in (page("season", season.code), page("event", event.code)):
        assert ("No session yet." in text(client.get(address))) == is_said


def test_unknown_club_is_not_found(client, db):
    assert client.get(page("club", "nobody")).status_code == 404


def test_members_lists_those_with_most_rights_first(client, club, bob, alice, owner):
    found = client.get(page("members", club.slug)).context["members"]
    assert [member.role for member in found] == [Role.OWNER, Role.ORGANISER, Role.MEMBER]


def test_season_shows_the_standings(client, final):
    shown = client.get(page("season", final.season.code)).context["standings"]
    assert shown[0].rank == 1


def test_season_counts_what_is_final(client, final, match):
    assert client.get(page("season", final.season.code)).context["progress"] == {
        "drawn": 2,
        "final": 1,
        "open": 1,
    }


@pytest.mark.parametrize(("viewer", "status"), [("as_alice", 200), ("as_mallory", 404)])
def test_draft_session_is_for_organisers(request, viewer, status, draft):
    client = request.getfixturevalue(viewer)
    assert client.get(page("session", draft.code)).status_code == status


def test_draft_session_is_not_for_visitors(client, draft):
    assert client.get(page("session", draft.code)).status_code == 404


def test_event_lists_drafts_to_organisers_only(as_alice, client, draft):
    address = page("event", draft.event.code)
    link = page("session", draft.code)
    assert (link in text(as_alice.get(address)), link in text(client.get(address))) == (True, False)


def test_draft_match_is_not_for_visitors(client, draft, table_of_four):
    match = MatchFactory(session=draft, players=table_of_four, status=Match.Status.DRAFT)
    assert client.get(page("match", match.code)).status_code == 404


@pytest.fixture
def planned(club, table_of_four):
    """A match all of whose parts look public, in a season that is a draft."""
    season = SeasonFactory(club=club, name="Planned", status=Season.Status.DRAFT)
    session = SessionFactory(event=EventFactory(season=season), published_at=NOW)
    return MatchFactory(session=session, players=table_of_four)


def pages_of(match):
    session = match.session
    return {
        "season": page("season", match.season.code),
        "event": page("event", session.event.code),
        "session": page("session", session.code),
        "match": page("match", match.code),
    }


@pytest.mark.parametrize("name", ["season", "event", "session", "match"])
@pytest.mark.parametrize(("viewer", "status"), [("as_alice", 200), ("as_bob", 404)])
def test_draft_season_is_for_organisers(request, viewer, status, planned, name):
    client = request.getfixturevalue(viewer)
    assert client.get(pages_of(planned)[name]).status_code == status


@pytest.mark.parametrize("name", ["season", "event", "session", "match"])
def test_draft_season_is_not_for_visitors(client, planned, name):
    assert client.get(pages_of(planned)[name]).status_code == 404


@pytest.mark.parametrize("name", ["enter", "confirm", "viewer", "record"])
def test_nothing_is_done_to_a_match_of_a_draft_season(as_bob, planned, name):
    assert as_bob.get(page(name, planned.code)).status_code == 404


def test_club_lists_drafts_to_organisers_only(as_alice, client, planned):
    address = page("club", "linde")
    link = pages_of(planned)["season"]
    assert (link in text(as_alice.get(address)), link in text(client.get(address))) == (True, False)


def test_home_counts_no_drafts_of_others(as_alice, client, planned):
    ours, theirs = as_alice.get("/").context, client.get("/").context
    assert [home["clubs"][0].season_count for home in (ours, theirs)] == [1, 0]


def job_of(match, **fields):
    return Job.objects.create(
        kind=Job.Kind.PLAY_MATCH, match=match, version=0, created_at=NOW, **fields
    )


def test_session_tells_why_a_table_waits(client, match):
    tallies.see("play", now=timezone.now())
    job_of(match, reason="the batch took long; waiting for a worker")
    assert "the batch took long" in text(client.get(page("session", match.session.code)))


def test_session_keeps_reasons_of_failures_from_visitors(client, match):
    job_of(match, reason="the sandbox failed", status="failed")
    assert "the sandbox failed" not in text(client.get(page("session", match.session.code)))


def test_session_refreshes_itself_while_a_table_is_played(client, match):
    job_of(match)
    assert "hx-trigger" in text(client.get(page("session", match.session.code)))


def test_season_refreshes_itself_while_a_table_is_played(client, match):
    job_of(match)
    assert "hx-trigger" in text(client.get(page("season", match.season.code)))


def test_page_that_is_not_there_says_so_in_the_frame(client, db):
    assert "We cannot find this page" in text(client.get("/nowhere/"))


@pytest.mark.parametrize("name", ["session", "season"])
def test_fragment_has_no_frame(client, match, name):
    code = {"session": match.session.code, "season": match.season.code}[name]
    answer = text(client.get(page(name, code), headers={"HX-Request": "true"}))
    assert answer.lstrip().startswith(("<section id=", "<title>"))


def test_organiser_publishes_a_draft(as_alice, draft, table_of_four):
    MatchFactory(session=draft, players=table_of_four, status=Match.Status.DRAFT)
    as_alice.post(page("publish", draft.code))
    draft.refresh_from_db()
    assert draft.status == Session.Status.PUBLISHED


def test_empty_draft_is_not_published_and_says_why(as_alice, draft):
    answer = as_alice.post(page("publish", draft.code), follow=True)
    assert "Seat players, then publish it" in text(answer)


def test_stranger_cannot_publish(as_mallory, draft):
    assert as_mallory.post(page("publish", draft.code)).status_code == 404


def test_visitor_is_sent_to_the_login(client, draft):
    answer = client.post(page("publish", draft.code))
    assert answer.url.startswith(page("login"))


def test_match_shows_the_commitment_before_it_is_played(client, match):
    answer = client.get(page("match", match.code))
    assert answer.context["commitment"] in text(answer)


def test_match_keeps_its_secret_until_it_is_final(client, played):
    assert bytes(played.secret).hex() not in text(client.get(page("match", played.code)))


def test_final_match_shows_its_secret(client, final):
    assert bytes(final.secret).hex() in text(client.get(page("match", final.code)))


def test_match_without_a_result_lists_its_seats(client, match):
    shown = text(client.get(page("match", match.code)))
    assert '<table class="score"' not in shown
    assert "Seat 1</span>" in shown
    assert "Bob" in shown


def test_match_shows_the_score_of_each_round(client, entered):
    rows = client.get(page("match", entered.code)).context["rounds"]
    assert rows[0].scores == [30, 20, 10, 0]


def test_match_says_who_entered_its_result(client, entered):
    assert "entered by bob" in text(client.get(page("match", entered.code)))


@pytest.mark.parametrize(
    ("viewer", "may"), [("as_bob", False), ("as_dora", True), ("as_mallory", False)]
)
def test_match_offers_to_confirm_to_whom_may(request, viewer, may, entered):
    answer = request.getfixturevalue(viewer).get(page("match", entered.code))
    assert answer.context["may_confirm"] is may


def test_fair_deals_are_explained(client, db):
    assert "SHA-256" in text(client.get(page("fair-deals")))


@pytest.mark.parametrize(("language", "word"), [("de", "Vereine"), ("nl", "Eerlijk geven")])
def test_pages_speak_the_language_of_the_browser(client, db, language, word):
    assert word in text(client.get("/", headers={"Accept-Language": language}))


def test_language_can_be_chosen(client, db):
    client.post(reverse("web:set_language"), {"language": "nl", "next": "/"})
    assert 'lang="nl"' in text(client.get("/"))


def test_login_leads_back(client, bob, match):
    bob.set_password("tricky cards")
    bob.save()
    address = page("match", match.code)
    answer = client.post(
        f"{page('login')}?next={address}",
        {"username": "bob", "password": "tricky cards", "next": address},
    )
    assert answer.url == address


@pytest.mark.parametrize("where", ["/", "/fair-deals/", "/login/"])
def test_page_has_nothing_inline(client, db, where):
    answer = text(client.get(where))
    assert not any(sign in answer for sign in (" style=", "<style", "onclick=", "<script>"))


# The number of queries does not depend on the number of rows.


def clubs(number, season):
    for _ in range(number):
        MembershipFactory(club=ClubFactory())
    return "/"


def seasons(number, season):
    SeasonFactory.create_batch(number, club=season.club)
    return page("club", season.club.slug)


def members(number, season):
    MembershipFactory.create_batch(number, club=season.club)
    return page("members", season.club.slug)


def standings_rows(number, season):
    for _ in range(number):
        season.standings.create(player=PlayerFactory(), gross=1, points=1, matches=1)
    return page("season", season.code)


def events(number, season):
    for event in EventFactory.create_batch(number, season=season):
        SessionFactory.create_batch(2, event=event)
    return page("season", season.code)


def sessions(number, season):
    event = EventFactory(season=season)
    SessionFactory.create_batch(number, event=event)
    return page("event", event.code)


def tables(number, season):
    session = SessionFactory(event__season=season)
    for _ in range(number):
        job_of(MatchFactory(session=session, players=PlayerFactory.create_batch(4)))
    return page("session", session.code)


@pytest.mark.parametrize(
    "fill", [clubs, seasons, members, standings_rows, events, sessions, tables]
)
def test_queries_do_not_grow_with_rows(
    fill, season, as_alice, django_assert_num_queries, connection
):
    address = fill(1, season)
    as_alice.get(address)
    with CaptureQueriesContext(connection) as once:
        as_alice.get(address)
    address = fill(20, season)
    with django_assert_num_queries(len(once)):
        as_alice.get(address)


@pytest.fixture
def connection():
    from django.db import connection

    return connection


def test_long_standings_are_paginated(client, season):
    standings_rows(51, season)
    shown = client.get(page("season", season.code), {"page": 2}).context["standings"]
    assert len(shown) == 1
    assert len(rankings.table(season)) == 51


def test_fair_deals_open_the_record_of_a_finished_match(client, final):
    answer = client.get(page("fair-deals"), {"match": final.code})
    assert f'data-record="{page("record", final.code)}"' in text(answer)


@pytest.mark.parametrize("what", ["", "no match"])
def test_fair_deals_need_no_match(client, db, what):
    answer = client.get(page("fair-deals"), {"match": what})
    assert (answer.status_code, answer.context["match"]) == (200, None)


def test_fair_deals_do_not_open_a_match_that_is_not_final(as_alice, entered):
    answer = text(as_alice.get(page("fair-deals"), {"match": entered.code}))
    assert "data-record" not in answer
    assert bytes(entered.secret).hex() not in answer


def test_fair_deals_know_no_draft(client, match):
    Match.objects.filter(pk=match.pk).update(status=Match.Status.DRAFT)
    assert client.get(page("fair-deals"), {"match": match.code}).status_code == 404
