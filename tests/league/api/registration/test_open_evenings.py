"""Open evenings over REST: opened, looked at, seated by hand, stopped and ended."""

import pytest
from django.utils import timezone

from league.models import Event, Match
from league.services.events import attendance, events
from league.services.registration import registrations
from tests.league.factories import PlayerFactory
from tests.league.services import acts


@pytest.fixture
def address(season, alice):
    """The evening of four people, who wait for a fifth."""
    now = timezone.now()
    event = events.create_event(
        season=season, name="Open", draw=Event.Draw.OPEN, table_size=5, by=alice, now=now
    )
    for _number in range(4):
        row = registrations.register(event=event, player=PlayerFactory(), by=alice, now=now)
        attendance.check_in(registration=row, by=alice, now=now)
    return f"events/{event.code}/evening"


def test_who_waits_is_told_with_how_long_a_table_is_put_off(as_alice, anonymous, address):
    assert as_alice.post(f"{address}/open").json()["is_open"]
    seen = anonymous.get(address).json()
    assert (len(seen["waiting"]), seen["tables"]) == (4, [])
    assert seen["put_off_s"] > 0


def test_people_are_seated_by_hand_and_the_evening_ends(as_alice, address, alice, now):
    waiting = as_alice.post(f"{address}/open").json()["waiting"]
    players = [one["player"]["code"] for one in waiting]
    seated = as_alice.post(f"{address}/seat", {"players": players}).json()
    assert [table["players"] for table in seated["tables"]] == [players]
    assert as_alice.post(f"{address}/end").status_code == 409
    assert as_alice.post(f"{address}/stop").json()["waiting"] == []
    acts.forfeit(Match.objects.get(), alice, now)
    assert as_alice.post(f"{address}/end").json()["has_ended"]


def test_who_does_not_wait_is_not_seated(as_alice, address):
    as_alice.post(f"{address}/open")
    response = as_alice.post(f"{address}/seat", {"players": [PlayerFactory().code] * 2})
    assert response.status_code == 422
    assert list(response.json()["errors"]) == ["players"]
