"""Two players who are one, by the API; and a name that is there already."""

import pytest

from league.models import Merge
from tests.league.factories import EventFactory, PlayerFactory, RegistrationFactory


@pytest.fixture
def guest(event):
    return RegistrationFactory(event=event, player=PlayerFactory(name="Dirk Ebert")).player


@pytest.fixture
def again(season):
    event = EventFactory(season=season, name="December")
    return RegistrationFactory(event=event, player=PlayerFactory(name="Dirk E.")).player


def test_a_preview_says_what_would_move(as_alice, guest, again):
    answer = as_alice.post(f"players/{guest.code}/merge/preview", {"into": again.code})
    body = answer.json()
    assert [event["name"] for event in body["events"]] == ["November"]
    assert not Merge.objects.exists()


def test_they_are_merged_and_parted(as_alice, guest, again):
    as_alice.post(f"players/{guest.code}/merge", {"into": again.code})
    assert as_alice.get(f"players/{guest.code}").status_code == 404
    answer = as_alice.post(f"players/{again.code}/part", {"gone": guest.code})
    assert answer.json()["status"] == "parted"
    assert as_alice.get(f"players/{guest.code}").status_code == 200


def test_who_was_never_merged_is_not_parted(as_alice, guest, again):
    answer = as_alice.post(f"players/{again.code}/part", {"gone": guest.code})
    assert answer.status_code == 404


def test_two_accounts_are_refused(as_owner, bob, dora):
    answer = as_owner.post(f"players/{bob.player.code}/merge", {"into": dora.player.code})
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")


def test_a_guest_is_renamed(as_alice, guest):
    answer = as_alice.patch(f"players/{guest.code}", {"name": "Dirk Eberth"})
    assert answer.json()["name"] == "Dirk Eberth"


def test_a_guest_of_a_known_name_is_refused_until_said_to_be_new(as_alice, guest, again):
    where = f"events/{again.registrations.get().event.code}/registrations"
    answer = as_alice.post(where, {"name": "dirk ebert"})
    assert (answer.status_code, answer.json()["code"]) == (409, "same_name")
    assert guest.code in answer.json()["detail"]
    assert as_alice.post(where, {"name": "dirk ebert", "is_new": True}).status_code == 201


def test_a_member_of_a_known_name_is_refused_until_said_to_be_new(as_alice, guest):
    wish = {"name": guest.name}
    assert as_alice.post("clubs/linde/members", wish).json()["code"] == "same_name"
    assert as_alice.post("clubs/linde/members", wish | {"is_new": True}).status_code == 201
