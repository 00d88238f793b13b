"""The projector view: tables, standings and timer of a session for everybody in the room."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import Event, Player, Season, Session, Timer
from tests.league.factories import MatchFactory, PlayerFactory, SessionFactory

FRAGMENT = {"HX-Request": "true"}
HOUR = timedelta(hours=1)


@pytest.fixture
def address(session):
    return f"/sessions/{session.code}/screen/"


def asks(page):
    """Return the address at which a screen asks for news."""
    return unescape(re.search(r'id="hall".*? hx-get="(.*?)"', page)[1])


def after(page, *, seconds):
    """Return that address as it is asked for so many seconds later."""
    return re.sub(r"since=(\d+)", lambda since: f"since={int(since[1]) - seconds}", asks(page))


def set_timer(client, session, act, **form):
    return client.post(f"/sessions/{session.code}/timer/set/", {"act": act, **form}, follow=True)


def test_the_screen_is_public_as_the_session_is(client, address, match):
    page = client.get(address).content.decode()
    assert "Frida" in page
    assert "Set the timer" not in page


def test_a_draft_is_shown_on_no_screen(as_alice, client, draft):
    for one in (as_alice, client):
        assert one.get(f"/sessions/{draft.code}/screen/").status_code == 404


def test_the_screen_of_a_draft_season_is_for_its_organisers(client, as_alice, address):
    Season.objects.update(status="draft")
    assert client.get(address).status_code == 404
    assert as_alice.get(address).status_code == 200


def test_tables_and_standings_come_in_turn(client, address, final):
    first = client.get(address).content.decode()
    assert "Table</span> 9" in first
    second = client.get(after(first, seconds=12), headers=FRAGMENT).content.decode()
    assert "<table" in second
    assert "<html" not in second
    third = client.get(after(second, seconds=12), headers=FRAGMENT).content.decode()
    assert "Table</span> 9" in third


def test_nothing_is_sent_before_the_next_panel_is_due(client, address, final):
    page = client.get(address).content.decode()
    assert client.get(after(page, seconds=11), headers=FRAGMENT).status_code == 204


def test_a_screen_that_is_held_stays(client, address, final):
    page = client.get(f"{address}?step=1&hold=1").content.decode()
    assert client.get(after(page, seconds=60), headers=FRAGMENT).status_code == 204


@pytest.mark.parametrize(
    "change",
    [
        lambda session: Event.objects.update(name="Autumn cup"),
        lambda session: Timer.objects.create(session=session, ends_at=timezone.now() + HOUR),
        lambda session: Player.objects.filter(name="Frida").update(name="Frieda"),
        lambda session: MatchFactory(session=session, table_number=5),
        lambda session: session.matches.update(status="entered"),
    ],
    ids=["name", "timer", "player", "table", "result"],
)
def test_whatever_changes_is_sent(client, session, match, address, change):
    page = client.get(address).content.decode()
    assert client.get(asks(page), headers=FRAGMENT).status_code == 204
    change(session)
    assert client.get(asks(page), headers=FRAGMENT).status_code == 200


def test_what_is_sent_has_the_new_title(client, match, address):
    page = client.get(address).content.decode()
    Event.objects.update(name="Autumn cup")
    answer = client.get(asks(page), headers=FRAGMENT).content.decode()
    assert answer.startswith("<title>Autumn cup, Session 1 · Stammtisch</title>")


def test_a_screen_goes_on_to_the_session_that_is_published(client, session, match, draft, address):
    page = client.get(address).content.decode()
    MatchFactory(session=draft, table_number=7)
    Session.objects.filter(pk=draft.pk).update(status="published")
    answer = client.get(asks(page), headers=FRAGMENT)
    assert f"Session {draft.number}" in answer.content.decode()
    assert answer.headers["HX-Replace-Url"] == f"/sessions/{draft.code}/screen/"
    assert client.get(asks(answer.content.decode()), headers=FRAGMENT).status_code == 204


def test_a_screen_of_an_earlier_session_stays_there(client, session, match, draft, address):
    Session.objects.filter(pk=draft.pk).update(status="published")
    page = client.get(address).content.decode()
    assert client.get(asks(page), headers=FRAGMENT).status_code == 204


def test_a_draw_that_is_taken_back_goes_from_the_screen(client, session, match, address):
    page = client.get(address).content.decode()
    Session.objects.update(status="draft")
    answer = client.get(asks(page), headers=FRAGMENT).content.decode()
    assert "was taken back" in answer
    assert "Frida" not in answer
    Session.objects.update(status="published")
    assert "Frida" in client.get(asks(answer), headers=FRAGMENT).content.decode()


def test_few_queries_tell_that_nothing_is_new(
    client, match, address, django_assert_max_num_queries
):
    page = client.get(address).content.decode()
    with django_assert_max_num_queries(10):
        client.get(asks(page), headers=FRAGMENT)


@pytest.mark.parametrize("step", ["x", "-1", "99999999999", "²"])
def test_a_step_that_is_none_is_another_one(client, address, final, step):
    assert client.get(address, {"step": step}).status_code == 200


def test_no_card_and_no_secret_is_on_the_screen(client, address, final):
    page = client.get(address).content.decode()
    assert bytes(final.secret).hex() not in page
    assert 'class="card' not in page


def test_a_timer_is_started_and_seen_by_all(as_alice, client, session, address):
    set_timer(as_alice, session, "start", minutes="90")
    page = client.get(address).content.decode()
    assert "89:5" in page or "90:00" in page
    assert "data-runs" in page


def test_a_halted_timer_says_so(as_alice, client, session, address):
    Timer.objects.create(session=session, ends_at=timezone.now() + timedelta(minutes=5))
    set_timer(as_alice, session, "halt")
    assert "paused" in client.get(address).content.decode()


def test_the_page_of_a_timer_is_sent_once_its_time_is_up(client, session, address):
    Timer.objects.create(session=session, ends_at=timezone.now() + HOUR)
    page = client.get(address).content.decode()
    assert client.get(asks(page), headers=FRAGMENT).status_code == 204
    Timer.objects.update(ends_at=timezone.now())
    assert "Time is up" in client.get(asks(page), headers=FRAGMENT).content.decode()


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
