"""Who logs out at the same moment: they are told nothing, and nobody else fails or waits."""

from functools import partial
from threading import Event

import pytest
from django.db import transaction

from league.models import Device, Login, Push
from league.services.mail import pushes
from league.services.push import deliveries, devices
from tests.league.services.races import at_once, losers, paused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def meanwhile(monkeypatch):
    """Return a function that does something to the end while a function of a module is at work."""

    def do(module, name, act, other):
        started, go_on = Event(), Event()
        paused(monkeypatch, module, name, started, go_on)

        def then():
            started.wait(timeout=10)
            other()
            go_on.set()

        return at_once(act, then)

    return do


def log_out(account):
    Login.objects.filter(account=account).delete()


def test_who_logs_out_while_something_is_posted(browser, bob, tell, now, meanwhile):
    @transaction.atomic
    def publish():
        tell(bob)

    meanwhile(pushes, "_flooded", publish, lambda: log_out(bob))
    assert deliveries.sweep(now=now) == 0
    deliveries.forget(now=now)
    assert not Push.objects.exists()


def test_who_logs_out_while_a_device_is_added(service, log_in, bob, now, meanwhile):
    login, given = log_in(bob), service.browser().subscription
    act = {"digest": login.pk, "by": bob, "now": now, **given}
    meanwhile(devices, "_check_room", lambda: devices.add(**act), lambda: log_out(bob))
    deliveries.forget(now=now)
    assert not Device.objects.exists()


def test_of_two_who_add_a_device_at_once_one_is_told(service, log_in, bob, alice, now):
    given = service.browser().subscription
    logins = {account: log_in(account).pk for account in (bob, alice)}
    acts = [
        partial(devices.add, digest=digest, by=by, now=now, **given)
        for by, digest in logins.items()
    ]
    assert len(losers(at_once(*acts))) <= 1
    assert Device.objects.count() == 1
