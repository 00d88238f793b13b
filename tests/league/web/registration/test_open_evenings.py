"""The page of an open evening: opened, players check in, a table opens, others wait."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import Event, Player
from league.services.events import attendance, events
from league.services.registration import open_evenings, registrations
from tests.league.factories import NOW, PlayerFactory
from tests.league.services import acts

FRAGMENT = {"HX-Request": "true"}


@pytest.fixture
def evening(season, alice):
    return events.create_event(
        season=season, name="Open", draw=Event.Draw.OPEN, table_size=4, by=alice, now=NOW
    )


@pytest.fixture
def opened(evening, alice):
    """An evening that is open; one table plays, one person waits, one is not there."""
    open_evenings.open_evening(event=evening, by=alice, now=NOW)
    for name in ("Dora", "Emil", "Frida", "Gert", "Wim"):
        come(evening, PlayerFactory(name=name), alice)
    registrations.register(event=evening, player=PlayerFactory(name="Ida"), by=alice, now=NOW)
    return evening


@pytest.fixture
def one_minute(monkeypatch):
    """Let no minute pass."""
    now = timezone.now()
    for name in ("open_evenings", "evening_screens"):
        monkeypatch.setattr(f"league.web.registration.{name}.timezone.now", lambda: now)


def come(evening, player, by, now=NOW):
    row = registrations.register(event=evening, player=player, by=by, now=now)
    attendance.check_in(registration=row, by=by, now=now)


def page(evening):
    return f"/events/{evening.code}/evening/"


def screen(evening):
    return f"/events/{evening.code}/screen/"


def asks(client, address, root):
    """Return the address at which a page asks for news of a part, None if it does not."""
    shown = client.get(address).content.decode()
    found = re.search(rf'id="{root}".*? hx-get="(.*?)"', shown)
    return found and unescape(found[1])


def leave(evening):
    evening.registrations.filter(player__name="Wim").update(checked_in_at=None)


def enter(evening):
    [match] = open_evenings.look(evening, now=NOW).tables
    acts.enter(match, evening.season.club.memberships.get(role="organiser").player.account, NOW)


CHANGES = {
    "name": lambda evening: Event.objects.update(name="Autumn"),
    "player": lambda evening: Player.objects.filter(name="Wim").update(name="Willem"),
    "leaving": leave,
    "result": enter,
}


def test_an_organiser_opens_the_evening_and_checks_people_in(client, evening, alice):
    rows = [
        registrations.register(event=evening, player=PlayerFactory(), by=alice, now=NOW)
        for _number in range(5)
    ]
    client.force_login(alice)
    client.post(page(evening) + "act/", {"act": "open"})
    for row in rows:
        client.post(page(evening) + "here/", {"registration": row.code, "here": "1"})
    look = open_evenings.look(evening, now=NOW)
    assert (len(look.tables), len(look.waiting)) == (1, 1)
    text = client.get(page(evening)).content.decode()
    assert "Table 1" in text
    assert look.waiting[0].player.name in text
    client.post(page(evening) + "here/", {"registration": look.waiting[0].registration.code})
    assert open_evenings.look(evening, now=NOW).waiting == []


def test_a_player_sees_the_own_place_in_line(client, evening, alice, bob):
    row = registrations.register(event=evening, player=bob.player, by=bob, now=NOW)
    open_evenings.open_evening(event=evening, by=alice, now=NOW)
    client.force_login(bob)
    client.post(page(evening) + "here/", {"registration": row.code, "here": "1"})
    assert b"number 1 in line" in client.get(page(evening)).content


def test_others_are_told_of_no_page_where_sessions_are_drawn(client, event):
    assert client.get(page(event)).status_code == 404


def test_the_ranking_goes_by_points_per_match(client, evening):
    assert b"Per match" in client.get(f"/events/{evening.code}/ranking/").content


@pytest.mark.usefixtures("one_minute")
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize(("address", "root"), [(page, "evening"), (screen, "hall")])
def test_nothing_is_sent_before_something_changes(client, opened, address, root, change):
    news = asks(client, address(opened), root)
    assert client.get(news, headers=FRAGMENT).status_code == 204
    change(opened)
    assert client.get(news, headers=FRAGMENT).status_code == 200


def test_minutes_of_who_waits_are_sent_once_a_minute(client, opened, monkeypatch):
    news = asks(client, page(opened), "evening")
    later = timezone.now() + timedelta(minutes=1)
    monkeypatch.setattr("league.web.registration.open_evenings.timezone.now", lambda: later)
    assert client.get(news, headers=FRAGMENT).status_code == 200


def test_page_of_an_evening_that_is_not_open_yet_asks_for_it(client, evening, alice):
    news = asks(client, page(evening), "evening")
    open_evenings.open_evening(event=evening, by=alice, now=NOW)
    assert b"not open yet" not in client.get(news, headers=FRAGMENT).content


def test_page_of_an_evening_that_has_ended_asks_for_nothing(client, evening, alice):
    open_evenings.open_evening(event=evening, by=alice, now=NOW)
    open_evenings.end_evening(event=evening, by=alice, now=NOW)
    assert asks(client, page(evening), "evening") is None


def test_the_screen_shows_who_sits_where_and_who_waits(client, opened):
    shown = client.get(screen(opened)).content.decode()
    assert shown.index("Dora") < shown.index("Waiting for a table") < shown.index("Wim")
    assert "Ida" not in shown


def test_the_screen_of_other_events_is_that_of_their_session(client, event):
    assert client.get(screen(event)).status_code == 404


def test_queries_of_the_screen_do_not_grow_with_people(
    client, opened, alice, django_assert_num_queries
):
    with CaptureQueriesContext(connection) as once:
        client.get(screen(opened))
    for _number in range(9):
        come(opened, PlayerFactory(), alice)
    with django_assert_num_queries(len(once)):
        client.get(screen(opened))


def test_my_page_says_since_when_i_wait(as_bob, opened, bob, alice):
    come(opened, bob.player, alice)
    assert b"number 2 in line" in as_bob.get("/me/").content


def test_my_page_says_at_which_table_i_sit(as_bob, evening, bob, alice):
    open_evenings.open_evening(event=evening, by=alice, now=NOW)
    for player in (bob.player, *PlayerFactory.create_batch(3)):
        come(evening, player, alice)
    assert b"You sit at table 1." in as_bob.get("/me/").content


def test_my_page_says_that_i_am_not_there(as_bob, opened, bob, alice):
    registrations.register(event=opened, player=bob.player, by=alice, now=NOW)
    assert b"You are not checked in." in as_bob.get("/me/").content


def test_my_page_is_silent_about_an_evening_that_has_ended(as_bob, evening, bob, alice):
    open_evenings.open_evening(event=evening, by=alice, now=NOW)
    registrations.register(event=evening, player=bob.player, by=bob, now=NOW)
    open_evenings.end_evening(event=evening, by=alice, now=NOW)
    assert b"Open evenings that are running" not in as_bob.get("/me/").content


def test_the_desk_names_an_evening_that_is_running(as_alice, opened):
    [heap] = [
        one
        for one in as_alice.get("/clubs/linde/desk/").context["heaps"]
        if one["name"] == "evenings"
    ]
    [row] = heap["rows"]
    assert (row.what, row.soft) == ("Open", "Tables in play: 1")
