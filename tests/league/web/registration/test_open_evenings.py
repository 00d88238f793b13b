"""The page of an open evening: opened, players check in, a table opens, others wait."""

import pytest

from league.models import Event
from league.services.events import events
from league.services.registration import open_evenings, registrations
from tests.league.factories import NOW, PlayerFactory


@pytest.fixture
def evening(season, alice):
    return events.create_event(
        season=season, name="Open", draw=Event.Draw.OPEN, table_size=4, by=alice, now=NOW
    )


def page(evening):
    return f"/events/{evening.code}/evening/"


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
