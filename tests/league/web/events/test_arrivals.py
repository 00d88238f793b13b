"""The screen at the door, and the page behind its code."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import Event
from league.services.events import arrivals
from tests.league.factories import AccountFactory, PlayerFactory, RegistrationFactory

HTMX = {"HX-Request": "true"}


@pytest.fixture
def held(event):
    """The event, which begins now."""
    Event.objects.filter(pk=event.pk).update(starts_at=timezone.now(), closes_at=None, ends_at=None)
    event.refresh_from_db()
    return event


@pytest.fixture
def scanned(held):
    return reverse("web:here", args=[held.code, arrivals.code_of(held, now=timezone.now())])


def screen_of(event):
    return reverse("web:arrivals", args=[event.code])


def text(response):
    return response.content.decode()


def test_the_screen_renews_itself_when_somebody_comes(as_alice, held, bob):
    shown = text(as_alice.get(screen_of(held)))
    assert "0 of 0 have checked in" in shown
    again = re.search(r'hx-get="([^"]+)"', shown)[1]
    assert as_alice.get(again, headers=HTMX).status_code == 204
    RegistrationFactory(event=held, player=bob.player, checked_in_at=timezone.now())
    news = text(as_alice.get(again, headers=HTMX))
    assert "1 of 1 have checked in" in news
    assert "Bob" in news


def test_who_scans_it_is_checked_in(as_bob, held, bob, scanned):
    assert "I am here" in text(as_bob.get(scanned))
    assert as_bob.post(scanned).url == reverse("web:event", args=[held.code])
    assert held.registrations.get(player=bob.player).checked_in_at
    assert "Bob is checked in." in text(as_bob.get(scanned))


def test_an_account_that_is_nobody_is_asked_for_its_name(client, held, scanned):
    client.force_login(AccountFactory())
    assert 'name="own_name"' in text(client.get(scanned))
    assert client.post(scanned, {"own_name": ""}).status_code == 422
    assert client.post(scanned, {"own_name": "Uwe"}).status_code == 302
    assert held.registrations.get().player.name == "Uwe"


def test_a_guest_presses_their_name(client, held, scanned):
    guest = RegistrationFactory(event=held, player=PlayerFactory(name="Gerd", account=None))
    assert "Gerd" in text(client.get(scanned))
    answer = client.post(scanned, {"guest": guest.code})
    assert "Gerd is checked in." in text(answer)
    assert client.post(scanned, {"guest": guest.code}).status_code == 409


def test_a_visitor_is_led_to_the_login_and_back(client, scanned):
    assert f"?next={scanned}" in text(client.get(scanned))
    assert client.post(scanned).status_code == 403


def test_an_old_code_says_so(as_bob, held):
    old = reverse("web:here", args=[held.code, "0" * 20])
    answer = as_bob.get(old)
    assert answer.status_code == 410
    assert "Scan it once more" in text(answer)
    assert as_bob.post(old).status_code == 403
    assert not held.registrations.exists()


def test_no_code_is_kept_by_browsers_or_proxies(client, scanned):
    assert "no-store" in client.get(scanned).headers["Cache-Control"]
