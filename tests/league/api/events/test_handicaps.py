"""Handicaps by programs: listed by everybody, set and removed by organisers."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Handicap
from tests.league.factories import RegistrationFactory
from tests.league.services import acts


@pytest.fixture
def there(event, bob):
    RegistrationFactory(event=event, player=bob.player)
    return f"events/{event.code}/handicaps"


def one(player, points):
    return {"handicaps": [{"player": player.code, "points": points}]}


def test_handicaps_are_set_listed_and_removed(as_alice, anonymous, there, bob):
    response = as_alice.post(there, one(bob.player, "12.5"))
    [given] = response.json()["handicaps"]
    assert (response.status_code, given["points"], given["status"]) == (200, "12.500", "in_force")
    assert anonymous.get(there).json()["results"] == [given]
    assert as_alice.post(there, one(bob.player, None)).json() == {"handicaps": []}
    [ended] = anonymous.get(there).json()["results"]
    assert (ended["code"], ended["status"]) == (given["code"], "ended")


def test_standings_say_how_many_of_the_points_they_are(as_alice, anonymous, there, bob, season):
    as_alice.post(there, one(bob.player, "12.5"))
    [row] = anonymous.get(f"seasons/{season.code}/standings").json()["results"]
    assert (row["points"], row["handicap"], row["matches"]) == ("12.500", "12.500", 0)
    table = anonymous.get(f"seasons/{season.code}/standings.csv").getvalue().decode().splitlines()
    assert table[0].split(",")[-1] == "handicap"
    assert Decimal(table[1].split(",")[-1]) == Decimal("12.5")


def test_codes_of_nobody_are_named(as_alice, there, bob):
    wanted = {"handicaps": [{"player": code, "points": 1} for code in (bob.player.code, "nobody")]}
    response = as_alice.post(there, wanted)
    assert (response.status_code, list(response.json()["errors"])) == (
        422, ["handicaps.1.player"],
    )  # fmt: skip
    assert not Handicap.objects.exists()


def test_many_cost_as_much_as_one(as_alice, there, event):
    def cost(rows):
        wanted = [{"player": row.player.code, "points": 1} for row in rows]
        with CaptureQueriesContext(connection) as queries:
            assert as_alice.post(there, {"handicaps": wanted}).status_code == 200
        return len(queries)

    first, *others = RegistrationFactory.create_batch(21, event=event)
    assert cost([first]) == cost(others)


@pytest.mark.parametrize("points", ["-1", "10001", "1.0001", "x", "1e9"])
def test_points_that_cannot_be_are_named(as_alice, there, bob, points):
    response = as_alice.post(there, one(bob.player, points))
    assert (response.status_code, list(response.json()["errors"])) == (
        422, ["handicaps.0.points"],
    )  # fmt: skip
    assert not Handicap.objects.exists()


def test_after_a_result_a_reason_is_needed(as_alice, there, bob, dora, match, now):  # noqa: PLR0917
    acts.enter(match, bob, now)
    acts.confirm(match, dora, now)
    response = as_alice.post(there, one(bob.player, "3"))
    assert (response.status_code, list(response.json()["errors"])) == (422, ["reason"])
    assert as_alice.post(there, one(bob.player, "3") | {"reason": "as agreed"}).status_code == 200
