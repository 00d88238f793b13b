import pytest

from league.models import Event, Player, Registration
from tests.league.factories import (
    AccountFactory,
    EventFactory,
    PlayerFactory,
    RegistrationFactory,
    VenueFactory,
)


@pytest.fixture
def address(event):
    return f"events/{event.code}/registrations"


@pytest.fixture
def row(event, bob):
    return RegistrationFactory(event=event, player=bob.player, fixed_table=7, registered_by=bob)


def test_players_register_themselves(as_bob, address, bob):
    response = as_bob.post(address, {})
    assert (response.status_code, response.json()["status"]) == (201, "registered")
    assert response.json()["player"]["code"] == bob.player.code
    assert "Location" not in response.headers


def test_an_account_that_is_nobody_gives_its_name(client_of, address):
    client = client_of(AccountFactory())
    assert list(client.post(address, {}).json()["errors"]) == ["own_name"]
    assert client.post(address, {"own_name": "Uwe"}).json()["player"]["name"] == "Uwe"


def test_organisers_register_with_all_details(as_alice, address):
    body = {"player": PlayerFactory().code, "fixed_table": 3, "group": "Linde", "first_session": 2}
    answer = as_alice.post(address, body).json()
    assert {name: answer[name] for name in body if name != "player"} == {
        "fixed_table": 3,
        "group": "Linde",
        "first_session": 2,
    }


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"player": "nobody2345"}, "player"),
        ({"name": "Gerd", "own_name": "Uwe"}, "player"),
        ({"name": ""}, "name"),
        ({"fixed_table": 3}, "player"),
        ({"name": "Gerd", "fixed_table": 0}, "fixed_table"),
        ({"name": "Gerd", "group": "x" * 81}, "group"),
    ],
)
def test_a_wrong_field_is_named(as_alice, address, body, field):
    response = as_alice.post(address, body)
    assert (response.status_code, list(response.json()["errors"])) == (422, [field])


def test_who_is_registered_is_shown_as_stored(as_alice, address, row):
    response = as_alice.post(address, {"player": row.player.code})
    assert response.status_code == 409
    assert response.json()["current"]["code"] == row.code


def test_an_event_at_the_same_time_is_shown(as_bob, event, address, row, now):
    other = EventFactory(season=event.season)
    Event.objects.update(starts_at=now.replace(year=2099))
    response = as_bob.post(f"events/{other.code}/registrations", {})
    assert response.status_code == 409
    assert response.json()["current"]["code"] == event.code


def test_a_guest_sent_twice_with_a_key_is_one_person(as_alice, address):
    for _ in range(2):
        as_alice.post(address, {"name": "Gerd"}, headers={"Idempotency-Key": "k"})
    assert Player.objects.filter(name="Gerd").count() == 1


def test_who_waits_is_listed_after_who_comes(anonymous, event, address):
    waiting = RegistrationFactory(event=event, status="waiting")
    coming = RegistrationFactory(event=event)
    RegistrationFactory(event=event, status="withdrawn")
    codes = [one["code"] for one in anonymous.get(address).json()["results"]]
    assert codes == [coming.code, waiting.code]


def test_only_organisers_see_what_is_private(as_alice, as_bob, address, row, bob):
    seen = as_alice.get(address).json()["results"][0]
    assert (seen["fixed_table"], seen["registered_by"]["code"]) == (7, bob.player.code)
    hidden = as_bob.get(address).json()["results"][0]
    assert (hidden["fixed_table"], hidden["registered_by"]) == (None, None)


def test_a_token_that_may_not_read_sees_what_anybody_sees(client_of, alice, address, row):
    seen = client_of(alice, scopes=["results"]).get(address).json()["results"][0]
    assert seen["fixed_table"] is None


def test_a_player_withdraws_and_still_sees_it(as_bob, row):
    response = as_bob.post(f"registrations/{row.code}/withdraw", {})
    assert response.json()["status"] == "withdrawn"
    assert as_bob.get(f"registrations/{row.code}").status_code == 200


def test_who_withdraws_twice_is_told(as_bob, row):
    as_bob.post(f"registrations/{row.code}/withdraw", {})
    response = as_bob.post(f"registrations/{row.code}/withdraw", {})
    assert (response.status_code, response.json()["current"]["status"]) == (409, "withdrawn")


def test_a_player_checks_in_and_out(as_bob, row):
    assert as_bob.post(f"registrations/{row.code}/check-in").json()["checked_in_at"]
    answer = as_bob.post(f"registrations/{row.code}/undo-check-in").json()
    assert answer["checked_in_at"] is None


def test_all_are_checked_in(as_alice, event, row):
    address = f"events/{event.code}/check-in"
    assert as_alice.post(address, {}).json() == {"checked_in": 1}
    wrong = as_alice.post(address, {"registrations": ["nobody2345"]})
    assert list(wrong.json()["errors"]) == ["registrations.0"]


def test_a_substitute_is_registered(as_alice, row):
    sven = PlayerFactory(name="Sven")
    answer = as_alice.post(f"registrations/{row.code}/replace", {"player": sven.code}).json()
    assert (answer["player"]["name"], answer["replaces"]["name"]) == ("Sven", "Bob")


def test_a_registration_is_described(as_alice, row):
    answer = as_alice.patch(f"registrations/{row.code}", {"group": "Linde"}).json()
    assert (answer["group"], answer["fixed_table"]) == ("Linde", 7)


def test_a_roster_is_previewed_and_imported(as_alice, event, row):
    address = f"events/{event.code}/import-registrations"
    body = {"csv": "\ufeffname;group\nBob;Linde\nGerd;Linde\n"}
    for preview, stored in [(True, 1), (False, 2)]:
        lines = as_alice.post(address, body | {"preview": preview}).json()["lines"]
        assert [(line["line"], line["is_new"], line["is_already"]) for line in lines] == [
            (2, False, True),
            (3, True, False),
        ]
        assert Registration.objects.count() == stored


def test_a_wrong_roster_is_named_by_line_and_column(as_alice, event):
    body = {"csv": "Gerd\nUwe;nobody2345"}
    response = as_alice.post(f"events/{event.code}/import-registrations", body)
    assert (response.status_code, list(response.json()["errors"])) == (422, ["lines.2.code"])


def test_an_event_is_planned_with_a_venue(as_alice, season):
    venue = VenueFactory(club=season.club, name="Zur Linde")
    body = {
        "season": season.code,
        "name": "Cup",
        "venue": venue.code,
        "starts_at": "2026-11-27T19:30:00Z",
        "capacity": 16,
        "draw": "movement",
        "fill": "byes",
    }
    answer = as_alice.post("events", body).json()
    assert answer["venue"]["name"] == "Zur Linde"
    assert (answer["starts_at"], answer["capacity"]) == ("2026-11-27T19:30:00Z", 16)


def test_all_wrong_fields_of_a_plan_are_named(as_alice, season):
    wrong = {"capacity": 3, "table_size": 9}
    response = as_alice.post("events", {"season": season.code, "name": "Cup"} | wrong)
    assert (response.status_code, set(response.json()["errors"])) == (422, set(wrong))


def test_what_is_absent_of_a_plan_stays(as_alice, event):
    Event.objects.update(capacity=16)
    assert as_alice.patch(f"events/{event.code}", {"name": "Cup"}).json()["capacity"] == 16
    assert as_alice.patch(f"events/{event.code}", {"capacity": None}).json()["capacity"] is None


def test_an_event_is_repeated(as_alice, event, now):
    Event.objects.update(starts_at=now)
    body = {"rhythm": "weekly", "until": "2026-12-11", "skip": ["2026-12-04"]}
    answer = as_alice.post(f"events/{event.code}/repeat", body).json()
    assert [one["name"] for one in answer["events"]] == [
        "November 2026-11-27",
        "November 2026-12-11",
    ]


def test_an_event_is_cancelled_with_a_reason(as_alice, event):
    answer = as_alice.post(f"events/{event.code}/cancel", {"reason": "Flood"}).json()
    assert (answer["cancelled_because"], bool(answer["cancelled_at"])) == ("Flood", True)
    assert as_alice.post(f"events/{event.code}/cancel", {"reason": "Flood"}).status_code == 409


def test_a_cancelled_event_is_reinstated(as_alice, event):
    as_alice.post(f"events/{event.code}/cancel", {"reason": "Flood"})
    answer = as_alice.post(f"events/{event.code}/reinstate", {}).json()
    assert (answer["cancelled_because"], answer["cancelled_at"]) == ("", None)
    assert as_alice.post(f"events/{event.code}/reinstate", {}).status_code == 409


def test_a_venue_is_created_and_found(as_alice, anonymous, club):
    answer = as_alice.post("clubs/linde/venues", {"name": "Inn", "tables": 8}).json()
    assert anonymous.get(f"venues/{answer['code']}").json() == answer
    assert anonymous.get("clubs/linde/venues").json()["results"] == [answer]
    changed = as_alice.patch(f"venues/{answer['code']}", {"tables": None}).json()
    assert (changed["name"], changed["tables"]) == ("Inn", None)
