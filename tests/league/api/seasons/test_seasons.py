import pytest

from league.models import Season
from tests.league.factories import EventFactory, PlayerFactory, SeasonFactory

WANTED = {"club": "linde", "name": "2027", "game": "mit-list-und-tuecke"}


def test_a_new_season_is_a_draft(as_alice):
    response = as_alice.post("seasons", WANTED)
    season = response.json()
    assert (season["status"], season["cycles"], season["native"]) == ("draft", 1, False)
    assert response.headers["Location"].endswith(f"/api/v1/seasons/{season['code']}")


def test_a_new_season_is_found_at_its_location(as_alice):
    response = as_alice.post("seasons", WANTED)
    assert as_alice.get(response.headers["Location"]).json() == response.json()


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"club": "eiche"}, "club"),
        ({"name": ""}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"name": "2026"}, "name"),
        ({"game": "poker"}, "game"),
        ({"options": {"trumps": 3}}, "options.trumps"),
        ({"options": []}, "options"),
        ({"cycles": 0}, "cycles"),
        ({"cycles": 21}, "cycles"),
        ({"cycles": "1"}, "cycles"),
        ({"cycles": True}, "cycles"),
        ({"cycles": 1.5}, "cycles"),
        ({"native": "yes"}, "native"),
        ({"points_rule": "luck"}, "points_rule"),
    ],
)
def test_a_wrong_field_is_named_and_nothing_stored(as_alice, season, wrong, field):
    response = as_alice.post("seasons", WANTED | wrong)
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [field]
    assert Season.objects.count() == 1


def test_a_season_is_started_and_closed(as_alice):
    code = as_alice.post("seasons", WANTED).json()["code"]
    assert as_alice.post(f"seasons/{code}/start").json()["status"] == "running"
    assert as_alice.post(f"seasons/{code}/close").json()["status"] == "closed"


def test_a_running_season_is_not_started_again(as_alice, season):
    response = as_alice.post(f"seasons/{season.code}/start")
    assert response.status_code == 409
    assert response.json()["current"]["status"] == "running"


def test_a_draft_is_in_the_list_of_its_organisers_only(as_alice, as_bob, season):
    SeasonFactory(club=season.club, status=Season.Status.DRAFT)
    assert as_alice.get("seasons").json()["count"] == 2
    assert as_bob.get("seasons").json()["count"] == 1


@pytest.mark.parametrize(
    ("query", "count"),
    [({"club": "linde"}, 1), ({"club": "eiche"}, 0), ({"status": "closed"}, 0), ({}, 1)],
)
def test_seasons_are_filtered(anonymous, season, query, count):
    assert anonymous.get("seasons", query).json()["count"] == count


def test_an_event_of_another_clubs_draft_cannot_be_named(as_bob, season):
    draft = SeasonFactory(club=season.club, status=Season.Status.DRAFT)
    response = as_bob.post("events", {"season": draft.code, "name": "December"})
    assert list(response.json()["errors"]) == ["season"]


def test_a_closed_season_takes_no_event(as_alice, season):
    as_alice.post(f"seasons/{season.code}/close")
    response = as_alice.post("events", {"season": season.code, "name": "December"})
    assert response.status_code == 409
    assert response.json()["current"]["code"] == season.code


def test_standings_are_ranked(anonymous, as_dora, entered, season):
    as_dora.post(f"matches/{entered.code}/confirm", headers={"If-Match": '"1-entered"'})
    rows = anonymous.get(f"seasons/{season.code}/standings").json()["results"]
    assert [(row["rank"], row["player"]["name"], row["points"]) for row in rows] == [
        (1, "Bob", "30.000"),
        (2, "Dora", "20.000"),
        (3, "Emil", "10.000"),
        (4, "Frida", "0.000"),
    ]


def test_ranks_go_on_over_pages(anonymous, as_dora, entered, season):
    as_dora.post(f"matches/{entered.code}/confirm", headers={"If-Match": '"1-entered"'})
    query = {"page": 2, "page_size": 3}
    rows = anonymous.get(f"seasons/{season.code}/standings", query).json()["results"]
    assert [row["rank"] for row in rows] == [4]


def test_an_event_is_created(as_alice, season):
    event = as_alice.post("events", {"season": season.code, "name": " December  night "}).json()
    assert event["name"] == "December night"
    assert event["season"]["code"] == season.code


def test_two_events_have_two_names(as_alice, event, season):
    response = as_alice.post("events", {"season": season.code, "name": event.name})
    assert list(response.json()["errors"]) == ["name"]


def test_events_are_filtered_by_season(anonymous, event):
    EventFactory()
    found = anonymous.get("events", {"season": event.season.code}).json()["results"]
    assert [row["code"] for row in found] == [event.code]


def test_a_player_is_shown(anonymous, db):
    player = PlayerFactory(name="Gerd")
    assert anonymous.get(f"players/{player.code}").json() == {
        "code": player.code,
        "name": "Gerd",
        "kind": "person",
    }
