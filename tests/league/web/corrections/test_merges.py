"""Two people of a club who are one, on pages: chosen, looked at, merged, parted."""

import pytest

from league.models import Merge
from league.services.corrections import merges
from tests.league.factories import EventFactory, MatchFactory, PlayerFactory, RegistrationFactory


@pytest.fixture
def guest(event):
    return RegistrationFactory(event=event, player=PlayerFactory(name="Dirk Ebert")).player


@pytest.fixture
def again(season):
    event = EventFactory(season=season, name="December")
    return RegistrationFactory(event=event, player=PlayerFactory(name="Dirk E.")).player


def page(player):
    return f"/clubs/linde/members/{player.code}/merge/"


def test_a_preview_says_what_moves_and_merges_nothing(as_alice, guest, again):
    answer = as_alice.post(page(guest), {"other": again.code})
    assert "December" in answer.content.decode()
    assert not Merge.objects.exists()


def test_sent_again_they_are_merged(as_alice, guest, again):
    as_alice.post(page(guest), {"other": again.code, "do": "yes"})
    assert Merge.objects.get().stays == guest


def test_who_has_an_account_stays_whoever_is_chosen(as_alice, guest, bob):
    as_alice.post(page(guest), {"other": bob.player.code, "do": "yes"})
    assert Merge.objects.get().stays == bob.player


def test_a_refusal_names_the_match(as_alice, guest, again, session):
    match = MatchFactory(session=session, players=[guest, again])
    answer = as_alice.post(page(guest), {"other": again.code})
    assert answer.status_code == 409
    assert match.code in answer.content.decode()


def test_nobody_chosen_is_said(as_alice, guest):
    assert as_alice.post(page(guest), {"other": ""}).status_code == 422


def test_they_are_parted_on_the_page_of_who_stays(as_alice, alice, guest, again, now):
    made = merges.merge(gone=again, stays=guest, by=alice, now=now)
    shown = as_alice.get(f"/clubs/linde/members/{guest.code}/").content.decode()
    address = f"/clubs/linde/merges/{made.code}/part/"
    assert address in shown
    as_alice.post(address)
    assert Merge.objects.get().status == Merge.Status.PARTED


def test_an_old_address_leads_to_who_stays(client, alice, guest, again, now):
    merges.merge(gone=again, stays=guest, by=alice, now=now)
    answer = client.get(f"/players/{again.code}/")
    assert answer["Location"] == f"/players/{guest.code}/"


def test_only_organisers_see_it(as_bob, guest):
    assert as_bob.get(page(guest)).status_code == 403


def test_the_page_of_an_event_offers_who_has_the_name_of_a_guest(as_alice, guest, again, season):
    event = EventFactory(season=season, name="January")
    answer = as_alice.post(f"/events/{event.code}/register/", {"name": "Dirk Ebert"})
    shown = answer.content.decode()
    assert (answer.status_code, guest.code in shown) == (409, True)
    as_alice.post(f"/events/{event.code}/register/", {"player": guest.code})
    assert event.registrations.get().player == guest


def test_somebody_else_of_the_same_name_is_registered_with_a_press(as_alice, guest, season):
    event = EventFactory(season=season, name="January")
    sent = {"name": "Dirk Ebert", "is_new": "yes"}
    as_alice.post(f"/events/{event.code}/register/", sent)
    assert event.registrations.get().player != guest
