"""The projector view: tables, standings and timer of a session for everybody in the room."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import Season, Timer
from tests.league.factories import MatchFactory, PlayerFactory, SessionFactory

FRAGMENT = {"HX-Request": "true"}


@pytest.fixture
def address(session):
    return f"/sessions/{session.code}/screen/"


def set_timer(client, session, act, **form):
    return client.post(f"/sessions/{session.code}/timer/set/", {"act": act, **form}, follow=True)


def test_the_screen_is_public_as_the_session_is(client, address, match):
    page = client.get(address).content.decode()
    assert "Frida" in page
    assert "Set the timer" not in page


def test_a_draft_is_shown_on_no_screen(as_alice, client, draft):
    for one in (as_alice, client):
        assert one.get(f"/sessions/{draft.code}/screen/").status_code == 404
        assert one.get(f"/sessions/{draft.code}/timer/").status_code == 404


def test_the_screen_of_a_draft_season_is_for_its_organisers(client, as_alice, address):
    Season.objects.update(status="draft")
    assert client.get(address).status_code == 404
    assert as_alice.get(address).status_code == 200


def test_tables_and_standings_come_in_turn(client, address, final):
    first = client.get(address, headers=FRAGMENT).content.decode()
    assert 'hx-get="?step=1"' in first
    assert "Table</span> 9" in first
    second = client.get(f"{address}?step=1", headers=FRAGMENT).content.decode()
    assert 'hx-get="?step=0"' in second
    assert "<table" in second
    assert "<html" not in second


def test_a_screen_that_is_held_shows_the_same_again(client, address, final):
    page = client.get(f"{address}?step=1&hold=1", headers=FRAGMENT).content.decode()
    assert 'hx-get="?step=1&amp;hold=1"' in page


@pytest.mark.parametrize("step", ["x", "-1", "99999999999", "²"])
def test_a_step_that_is_none_is_another_one(client, address, final, step):
    assert client.get(address, {"step": step}).status_code == 200


def test_no_card_and_no_secret_is_on_the_screen(client, address, final):
    page = client.get(address).content.decode()
    assert bytes(final.secret).hex() not in page
    assert 'class="card' not in page


def test_a_timer_is_started_and_seen_by_all(as_alice, client, session, address):
    set_timer(as_alice, session, "start", minutes="90")
    page = client.get(f"/sessions/{session.code}/timer/").content.decode()
    assert "89:5" in page or "90:00" in page
    assert "data-runs" in client.get(address).content.decode()


def test_a_halted_timer_says_so(as_alice, client, session):
    Timer.objects.create(session=session, ends_at=timezone.now() + timedelta(minutes=5))
    set_timer(as_alice, session, "halt")
    assert "paused" in client.get(f"/sessions/{session.code}/timer/").content.decode()


def test_time_that_is_up_is_told(client, session, address):
    Timer.objects.create(session=session, ends_at=timezone.now())
    assert "Time is up" in client.get(address).content.decode()


@pytest.mark.parametrize("minutes", ["", "soon", "0", "99999", "²"])
def test_minutes_that_are_none_are_refused(as_alice, session, minutes):
    answer = set_timer(as_alice, session, "start", minutes=minutes)
    assert [message.tags for message in answer.context["messages"]] == ["error"]
    assert not Timer.objects.exists()


@pytest.mark.parametrize("viewer", ["as_bob", "as_mallory"])
def test_only_organisers_set_the_timer(request, session, viewer):
    answer = set_timer(request.getfixturevalue(viewer), session, "start", minutes="5")
    assert answer.status_code == 403
    assert not Timer.objects.exists()


def test_a_visitor_does_not_set_the_timer(client, session):
    set_timer(client, session, "start", minutes="5")
    assert not Timer.objects.exists()


def test_an_act_nobody_knows_is_not_found(as_alice, session):
    assert set_timer(as_alice, session, "hurry").status_code == 404


@pytest.mark.parametrize("step", [0, 1])
def test_queries_do_not_grow_with_tables_and_standings(
    client, season, django_assert_num_queries, step
):
    def fill(number):
        session = SessionFactory(event__season=season)
        for _ in range(number):
            players = PlayerFactory.create_batch(4)
            MatchFactory(session=session, players=players)
            season.standings.create(player=players[0], gross=1, points=1, matches=1)
        return f"/sessions/{session.code}/screen/?step={step}"

    address = fill(1)
    with CaptureQueriesContext(connection) as once:
        client.get(address)
    address = fill(10)
    with django_assert_num_queries(len(once)):
        client.get(address)
