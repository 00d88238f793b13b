"""Private tables, and guests whom the link of a table lets sit down."""

from datetime import timedelta

import pytest
from django.contrib.auth import authenticate

from league.models import Account, Agreement, Event, Player, Registration
from league.services.base import rights
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.jobs import leftovers
from league.services.play import table_guests, table_invitations, tables
from tests.league.services.play import acts
from tests.league.services.races import at_once, losers, winners

PASSWORD = "tricky cards"


@pytest.fixture
def private(event, bob, now):
    """Bob's table for those who have its link, at an event that takes guests."""
    Event.objects.filter(pk=event.pk).update(takes_guests=True)
    return acts.row(tables.open_table(event=event, by=bob, is_private=True, now=now))


def link_of(table):
    return f"https://example.org/tables/{table.code}/invited/#{table_invitations.secret_of(table)}"


def guest(table, now, name="Gerd"):
    return table_guests.sit_down(
        table=acts.row(table), invitation=link_of(table), own_name=name, now=now
    )


def names(table):
    return [seat.player.name for seat in acts.row(table).seats.all()]


def test_a_private_table_is_for_those_with_its_link(private, dora, now):
    with pytest.raises(Forbidden, match="the link of this table"):
        tables.join(table=private, by=dora, now=now)
    tables.join(table=private, by=dora, invitation=link_of(private), now=now)
    assert names(private) == ["Bob", "Dora"]


def test_the_link_registers_and_agrees(private, event, mallory, now):
    tables.join(table=private, by=mallory, invitation=link_of(private), now=now)
    assert Registration.objects.filter(event=event, player=mallory.player).exists()
    assert Agreement.objects.filter(player=mallory.player, status="agreed").exists()


@pytest.mark.parametrize("link", ["", "stj_", "https://example.org/#stj_0", "ä"])
def test_another_link_opens_nothing(private, mallory, now, link):
    with pytest.raises((Invalid, Forbidden)):
        tables.join(table=private, by=mallory, invitation=link, now=now)
    assert not Registration.objects.filter(player=mallory.player).exists()


def test_the_link_of_another_table_opens_nothing(private, event, dora, mallory, now):
    other = tables.open_table(event=event, by=dora, now=now)
    with pytest.raises(Invalid, match="invitation"):
        tables.join(table=private, by=mallory, invitation=link_of(other), now=now)


def test_only_who_opened_the_table_is_told_its_secret(private, bob, dora, now):
    tables.join(table=private, by=dora, invitation=link_of(private), now=now)
    assert acts.look(private, bob).invitation == table_invitations.secret_of(private)
    assert acts.look(private, dora).invitation is None
    assert acts.look(private, None).invitation is None


def test_the_link_is_told_while_the_table_waits(table, bob):
    assert acts.look(table, bob).invitation is None


def test_a_guest_sits_down_and_plays(private, bob, now):
    _joined, gerd = guest(private, now)
    tables.fill(table=acts.row(private), by=bob, bots=["greedy"] * 2, now=now)
    assert names(private) == ["Bob", "Gerd", "greedy", "greedy"]
    while not acts.look(private, gerd).legal:
        acts.play_on(private, [bob], now)
    acts.act(private, gerd, now)


def test_a_guest_is_a_visitor_everywhere_else(private, event, season, now):
    _joined, gerd = guest(private, now)
    assert authenticate(username=gerd.username, password="") is None
    assert not gerd.has_usable_password()
    assert not rights.organised_clubs(gerd)
    assert not rights.readable_notices(gerd).exists()
    assert not rights.readable_tokens(gerd).exists()


def test_no_guest_comes_where_the_event_takes_none(private, event, now):
    Event.objects.filter(pk=event.pk).update(takes_guests=False)
    with pytest.raises(Forbidden, match="without an account"):
        guest(private, now)
    assert not Account.objects.filter(is_guest=True).exists()


@pytest.mark.parametrize("name", ["", " ", "x" * 81])
def test_a_guest_without_a_name_leaves_nothing(private, now, name):
    with pytest.raises(Invalid, match="own_name"):
        guest(private, now, name)
    assert not Account.objects.filter(is_guest=True).exists()


def test_a_guest_at_a_full_table_leaves_nothing(private, now):
    for name in ("Emil", "Frida", "Gerd"):
        guest(private, now, name)
    with pytest.raises(Conflict):
        guest(private, now, "Heike")
    assert not Player.objects.filter(name="Heike").exists()


def test_a_guest_is_one_at_their_table_alone(private, event, dora, now):
    _joined, gerd = guest(private, now)
    other = acts.row(tables.open_table(event=event, by=dora, now=now))
    assert table_guests.guest_at(acts.row(private), gerd.pk) == gerd
    assert table_guests.guest_at(other, gerd.pk) is None


def test_an_account_is_nobody_s_guest(private, bob):
    assert table_guests.guest_at(acts.row(private), bob.pk) is None


def test_a_guest_keeps_what_they_have_played(private, now):
    _joined, gerd = guest(private, now)
    kept = table_guests.keep(guest=gerd, username="gerd", password=PASSWORD, now=now)
    assert authenticate(username="gerd", password=PASSWORD) == kept
    assert kept.player.name == "Gerd"
    assert table_guests.guest_at(acts.row(private), kept.pk) is None


def test_a_name_that_is_taken_is_refused(private, bob, now):
    _joined, gerd = guest(private, now)
    with pytest.raises(Invalid, match="username"):
        table_guests.keep(guest=gerd, username=bob.username, password=PASSWORD, now=now)


def test_a_guest_keeps_results_once(private, now):
    _joined, gerd = guest(private, now)
    table_guests.keep(guest=gerd, username="gerd", password=PASSWORD, now=now)
    with pytest.raises(Forbidden):
        table_guests.keep(guest=gerd, username="other", password=PASSWORD, now=now)


def test_after_two_weeks_a_guest_is_one_of_the_club_s(private, now):
    _joined, gerd = guest(private, now)
    leftovers.forget(now=now + timedelta(days=14))
    assert Player.objects.get(name="Gerd").account == gerd
    leftovers.forget(now=now + timedelta(days=14, seconds=1))
    assert Player.objects.get(name="Gerd").account is None
    with pytest.raises(Forbidden):
        table_guests.keep(guest=gerd, username="gerd", password=PASSWORD, now=now)


@pytest.mark.django_db(transaction=True)
def test_of_two_guests_at_once_one_gets_the_last_seat(private, now):
    for name in ("Emil", "Frida"):
        guest(private, now, name)
    outcomes = at_once(*[lambda name=name: guest(private, now, name) for name in ("Gerd", "Heike")])
    assert (len(winners(outcomes)), len(losers(outcomes))) == (1, 1)
    assert len(names(private)) == 4
