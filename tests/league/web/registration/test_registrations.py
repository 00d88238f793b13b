"""The players on the page of an event: signing up, withdrawing, checking in."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.league.factories import AccountFactory, PlayerFactory, RegistrationFactory, VenueFactory


@pytest.fixture
def page(event):
    return reverse("web:event", args=[event.code])


@pytest.fixture
def register(event):
    """Return a function that sends the form."""
    url = reverse("web:register", args=[event.code])
    return lambda client, **values: client.post(url, values)


def press(client, button, row):
    return client.post(reverse(f"web:{button}", args=[row.code]))


def test_a_visitor_signs_up_and_withdraws(as_bob, event, page, register, bob):
    assert register(as_bob).url == page
    row = event.registrations.get(player=bob.player)
    assert reverse("web:withdraw", args=[row.code]) in as_bob.get(page).content.decode()
    assert press(as_bob, "withdraw", row).url == page
    row.refresh_from_db()
    assert row.status == "withdrawn"
    assert reverse("web:register", args=[event.code]) in as_bob.get(page).content.decode()


def test_nobody_is_asked_to_log_in(client, event, page, register):
    assert reverse("web:login") in client.get(page).content.decode()
    assert register(client).url.startswith(reverse("web:login"))
    assert not event.registrations.exists()


def test_an_account_that_is_nobody_gives_its_name(client_of, event, page, register):
    client = client_of(AccountFactory())
    assert 'name="own_name"' in client.get(page).content.decode()
    response = register(client, own_name="")
    assert response.status_code == 422
    assert "Enter a name." in response.content.decode()
    register(client, own_name="Uwe")
    assert event.registrations.get().player.name == "Uwe"


def test_who_is_registered_is_told_so_again(as_bob, event, register):
    register(as_bob)
    response = register(as_bob)
    assert response.status_code == 409
    assert "Bob is already registered" in response.content.decode()


def test_why_registration_is_closed_is_said(as_bob, event, page):
    type(event).objects.update(is_open=False)
    shown = as_bob.get(page).content.decode()
    assert "Only organisers can register players for this event" in shown
    assert reverse("web:register", args=[event.code]) not in shown


def test_organisers_check_in(as_alice, as_bob, event, page):
    row = RegistrationFactory(event=event)
    button = reverse("web:check-in", args=[row.code])
    assert button in as_alice.get(page).content.decode()
    assert button not in as_bob.get(page).content.decode()
    assert press(as_alice, "check-in", row).url == page
    shown = as_alice.get(page).content.decode()
    assert reverse("web:undo-check-in", args=[row.code]) in shown
    press(as_alice, "undo-check-in", row)
    row.refresh_from_db()
    assert row.checked_in_at is None


def test_others_press_no_buttons(as_mallory, event):
    row = RegistrationFactory(event=event)
    for button in ("check-in", "undo-check-in", "withdraw"):
        assert press(as_mallory, button, row).status_code == 403


def test_organisers_bring_guests(as_alice, event, register):
    register(as_alice, name="Gerd")
    assert event.registrations.get().player.name == "Gerd"
    assert register(as_alice, name="").status_code == 422


def test_members_bring_no_guests(as_bob, event, register):
    assert register(as_bob, name="Gerd").status_code == 403


def test_the_page_says_when_and_where(client, event, page, now):
    event.venue = VenueFactory(club=event.season.club, name="Zur Linde", address="Lane 1")
    event.starts_at, event.capacity = now, 40
    event.save()
    shown = client.get(page).content.decode()
    assert "Zur Linde" in shown
    assert "Lane 1" in shown
    assert "20 Nov 2026" in shown


def test_the_page_says_why_an_event_is_cancelled(client, event, page, now):
    type(event).objects.update(cancelled_at=now, cancelled_because="The inn is flooded.")
    assert "The inn is flooded." in client.get(page).content.decode()


def test_a_substitute_is_shown_with_whom_they_play_for(client, event, page):
    gone = RegistrationFactory(event=event, last_session=1, player__name="Emil")
    RegistrationFactory(event=event, replaces=gone, first_session=2)
    shown = client.get(page).content.decode()
    assert "for Emil" in shown
    assert "from session 2" in shown


def test_who_cannot_move_is_not_shown(client, event, page, settings):
    RegistrationFactory(event=event, player__name="Emil", fixed_table=77)
    shown = client.get(page).content.decode().split('id="players"')[1].split("</ul>")[0]
    assert re.findall(r"Emil|\b77\b", shown) == ["Emil"]


def test_the_page_costs_the_same_for_many_players(as_alice, event, page, now):
    def queries():
        with CaptureQueriesContext(connection) as found:
            as_alice.get(page)
        return len(found)

    RegistrationFactory(event=event)
    before = queries()
    for number in range(10):
        at = now + timedelta(minutes=number)
        RegistrationFactory(event=event, player=PlayerFactory(), registered_at=at)
    assert queries() == before
