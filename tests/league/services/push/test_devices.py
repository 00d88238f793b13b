"""Devices: added by who is logged in there, to addresses outside, with keys that can be used."""

import pytest
from django.test import Client

from league.logic.vapid import to_text
from league.models import Device, Login
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.push import devices
from tests.league.services.inside import WRITTEN

pytestmark = pytest.mark.django_db


@pytest.fixture
def here(log_in, bob):
    """Where Bob is logged in."""
    return log_in(bob)


@pytest.fixture
def given(service):
    """What a browser gives."""
    return service.browser().subscription


@pytest.fixture
def add_here(here, given, now):
    """Return a function that adds the browser where Bob is logged in, or something else."""
    return lambda **other: add(here, here.account, now, **given | other)


def add(login, account, now, **given):
    return devices.add(login=login, by=account, now=now, **given)


def test_a_device_belongs_to_a_login(here, bob, given, now):
    device = add(here, bob, now, **given)
    assert list(devices.of_account(bob, now=now)) == [device]
    assert device.host == "127.0.0.1"


def test_nobody_adds_one_for_somebody_else(here, alice, given, now):
    with pytest.raises(Forbidden):
        add(here, alice, now, **given)


def test_a_browser_shows_what_the_last_one_to_log_in_is_told(add_here, alice, log_in, given, now):
    add_here()
    add(log_in(alice), alice, now, **given)
    assert Device.objects.get().login.account == alice


def test_a_login_has_one_device(here, bob, service, now):
    for name in ("first", "second"):
        add(here, bob, now, **service.browser(name).subscription)
    assert Device.objects.get().endpoint.endswith("/second")


@pytest.mark.parametrize(
    "endpoint",
    [
        "ftp://push.example.org/x",
        "https://",
        "https://user:secret@push.example.org/x",
        "https://push.example.org/x#y",
        "https://push.example.org/x y",
        "https://push.example.org/ä",
        "https://[2001:db8::1]/x",
        "https://push.example.org:port/x",
        "https://push.example.org/" + "x" * 1000,
        "javascript:alert(1)",
    ],
)
def test_other_addresses_are_refused(add_here, endpoint):
    with pytest.raises(Invalid) as refused:
        add_here(endpoint=endpoint)
    assert set(refused.value.errors) == {"endpoint"}


@pytest.mark.parametrize("host", ["127.0.0.1", "10.0.0.7", "169.254.169.254", "192.168.1.1"])
def test_nothing_inside_is_taken(add_here, settings, host):
    settings.WEBHOOK_ALLOW_PRIVATE = False
    with pytest.raises(Invalid) as refused:
        add_here(endpoint=f"https://{host}/x")
    assert set(refused.value.errors) == {"endpoint"}


@pytest.mark.parametrize("url", WRITTEN.values(), ids=WRITTEN)
def test_addresses_without_encryption_are_refused(add_here, settings, url):
    settings.WEBHOOK_ALLOW_HTTP = False
    with pytest.raises(Invalid):
        add_here(endpoint=url.format(port=80))


@pytest.mark.parametrize(
    "wrong",
    [
        {"point": ""},
        {"point": "ä"},
        {"point": to_text(b"\x04" + b"\x01" * 64)},
        {"point": to_text(b"\x05" * 65)},
        {"secret": to_text(b"\x01" * 15)},
        {"secret": "A" * 22 + "="},
    ],
    ids=str,
)
def test_keys_that_cannot_be_used_are_refused(add_here, wrong):
    with pytest.raises(Invalid) as refused:
        add_here(**wrong)
    assert set(refused.value.errors) == {"point"}


def test_there_are_so_many_at_most(bob, log_in, service, now, monkeypatch):
    monkeypatch.setattr(devices, "MOST_DEVICES", 2)
    for name in ("first", "second"):
        add(log_in(bob), bob, now, **service.browser(name).subscription)
    with pytest.raises(Conflict):
        add(log_in(bob), bob, now, **service.browser("third").subscription)


def test_a_site_without_a_key_takes_none(add_here, settings):
    settings.HAS_PUSH = False
    with pytest.raises(Invalid):
        add_here()


def test_only_its_owner_removes_one(here, bob, alice, given, now):
    device = add(here, bob, now, **given)
    with pytest.raises(Forbidden):
        devices.remove(device=device, by=alice, now=now)
    devices.remove(device=device, by=bob, now=now)
    devices.remove(device=device, by=bob, now=now)
    assert not Device.objects.exists()


def test_logging_out_removes_it(bob, given, now):
    client = Client()
    client.force_login(bob)
    add(Login.objects.get(account=bob), bob, now, **given)
    client.post("/logout/")
    assert not Device.objects.exists()
