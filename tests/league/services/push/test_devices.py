"""Devices: added by who is logged in there, to addresses outside, with keys that can be used."""

import pytest
from django.db import IntegrityError
from django.test import Client

from league.logic.vapid import to_text
from league.models import Device, Login, Push
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
    return devices.add(digest=login.pk, by=account, now=now, **given)


def test_a_device_belongs_to_a_login(here, bob, given, now):
    device = add(here, bob, now, **given)
    assert list(devices.of_account(bob, now=now)) == [device]


@pytest.mark.parametrize(
    ("endpoint", "host"),
    [
        ("https://push.example.org/x", "push.example.org:443"),
        ("https://Push.example.org:443/y", "push.example.org:443"),
        ("https://push.example.org:81/z", "push.example.org:81"),
    ],
)
def test_push_services_are_told_apart_by_their_ports(add_here, endpoint, host):
    assert add_here(endpoint=endpoint).host == host


def test_nobody_adds_one_for_somebody_else(here, alice, given, now):
    with pytest.raises(Invalid):
        add(here, alice, now, **given)


def test_who_has_logged_out_meanwhile_is_told_so(here, bob, given, now):
    Login.objects.all().delete()
    with pytest.raises(Invalid, match="Log in again"):
        add(here, bob, now, **given)


def test_who_comes_second_to_a_device_is_told_so(add_here, given, monkeypatch):
    def first(by, now):
        raise IntegrityError

    monkeypatch.setattr(devices, "_check_room", first)
    with pytest.raises(Invalid, match="Try again"):
        add_here()


def test_the_same_device_again_keeps_what_it_is_to_be_told(add_here, bob, tell, service):
    device = add_here()
    tell(bob)
    keys = service.browser().subscription
    assert add_here(point=keys["point"], secret=keys["secret"]) == device
    assert Device.objects.get().point == keys["point"]
    assert Push.objects.exists()


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
        "https://" + "x.yz" * 63 + ":443/x",
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


def test_those_of_a_former_password_take_no_room(bob, log_in, service, now, monkeypatch):
    monkeypatch.setattr(devices, "MOST_DEVICES", 1)
    add(log_in(bob), bob, now, **service.browser("first").subscription)
    bob.set_password("another tricky card")
    bob.save()
    assert devices.of_account(bob, now=now) == []
    device = add(log_in(bob), bob, now, **service.browser("second").subscription)
    assert devices.of_account(bob, now=now) == [device]


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
