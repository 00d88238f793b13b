"""How to reach somebody is for organisers of the club and the person, and goes with them."""

import json

import pytest

from league.models import AuditEntry, Contact
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.clubs import contacts
from league.services.corrections import merges
from league.services.privacy import erasures, personal_data
from tests.league.factories import (
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    RegistrationFactory,
)

SECRET = "0151 234567, at the baker's"


@pytest.fixture
def dirk(event):
    return RegistrationFactory(event=event, player=PlayerFactory(name="Dirk")).player


@pytest.fixture
def noted(club, dirk, alice, now):
    contacts.set_contact(club=club, player=dirk, text=SECRET, by=alice, now=now)
    return Contact.objects.get()


def test_organisers_note_and_read_it(club, dirk, alice, noted):
    assert contacts.text_of(club=club, player=dirk, by=alice) == SECRET


def test_the_person_reads_and_changes_it(club, bob, alice, now):
    contacts.set_contact(club=club, player=bob.player, text="bob@home", by=bob, now=now)
    assert contacts.text_of(club=club, player=bob.player, by=bob) == "bob@home"
    assert contacts.text_of(club=club, player=bob.player, by=alice) == "bob@home"


def test_nobody_else_does_either(club, dirk, bob, now, noted):
    with pytest.raises(Forbidden):
        contacts.text_of(club=club, player=dirk, by=bob)
    with pytest.raises(Forbidden):
        contacts.set_contact(club=club, player=dirk, text="", by=bob, now=now)


def test_another_club_does_not_know_it(dirk, alice, noted):
    with pytest.raises(Forbidden):
        contacts.text_of(club=ClubFactory(), player=dirk, by=alice)


def test_an_empty_text_deletes_it(club, dirk, alice, now, noted):
    contacts.set_contact(club=club, player=dirk, text=" ", by=alice, now=now)
    assert not Contact.objects.exists()


def test_a_text_has_an_end(club, dirk, alice, now):
    with pytest.raises(Invalid):
        contacts.set_contact(club=club, player=dirk, text="x" * 301, by=alice, now=now)


def test_the_log_says_that_it_changed_and_not_what_it_says(club, dirk, alice, now, noted):
    contacts.set_contact(club=club, player=dirk, text=SECRET, by=alice, now=now)
    [entry] = AuditEntry.objects.filter(action="person.contact")
    assert (entry.subject, entry.account) == (f"player:{dirk.code}", alice)
    assert "0151" not in json.dumps(entry.data)


def test_it_goes_with_an_erasure_and_does_not_come_back(club, dirk, alice, now, noted):
    erasures.erase_guest(player=dirk, name=dirk.name, by=alice, now=now)
    assert not Contact.objects.exists()
    with pytest.raises(Conflict):
        contacts.set_contact(club=club, player=dirk, text=SECRET, by=alice, now=now)


def test_it_is_in_the_personal_data(club, bob, now):
    contacts.set_contact(club=club, player=bob.player, text=SECRET, by=bob, now=now)
    said = "".join(personal_data.lines(player=bob.player, account=bob, now=now))
    assert "0151" in said


def test_it_follows_a_merge(club, dirk, alice, now, noted):
    stays = MembershipFactory(club=club, player=PlayerFactory(name="Dirk E.")).player
    merges.merge(gone=dirk, stays=stays, by=alice, now=now)
    assert contacts.text_of(club=club, player=stays, by=alice) == SECRET


def test_of_strangers_a_club_notes_nothing(club, alice, now):
    stranger = PlayerFactory()
    with pytest.raises(Forbidden):
        contacts.set_contact(club=club, player=stranger, text=SECRET, by=alice, now=now)
    with pytest.raises(Forbidden):
        contacts.text_of(club=club, player=stranger, by=alice)
    assert not Contact.objects.exists()
