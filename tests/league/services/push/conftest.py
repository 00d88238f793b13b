"""A push service, and Bob's browser, which is reached through it."""

from functools import partial

import pytest
from django.test import Client

from league.models import Login, Mail, Push
from league.services.mail import post
from league.services.push import deliveries, devices
from league.services.webhooks import posting
from tests.league.push_service import serving
from tests.league.services import acts


@pytest.fixture
def service(settings, monkeypatch):
    """A push service on this machine, which is not waited for as long as others."""
    settings.WEBHOOK_ALLOW_HTTP = settings.WEBHOOK_ALLOW_PRIVATE = True
    monkeypatch.setattr(deliveries.posting, "ask", partial(posting.ask, limit_s=0.5))
    with serving() as running:
        yield running


@pytest.fixture
def log_in(db):
    """Return a function that logs an account in somewhere, and returns the login."""

    def do(account):
        client = Client()
        client.force_login(account)
        return Login.objects.filter(account=account).order_by("-seen_at").first()

    return do


@pytest.fixture
def add(service, log_in, now):
    """Return a function that has a new browser of an account notified."""

    def do(account, name="bobs"):
        browser = service.browser(name)
        login = log_in(account)
        devices.add(digest=login.pk, by=account, now=now, **browser.subscription)
        return browser

    return do


@pytest.fixture
def browser(add, bob):
    """Bob's browser."""
    return add(bob)


@pytest.fixture
def doras(add, dora):
    """Dora's browser."""
    return add(dora, "doras")


@pytest.fixture
def waiting(match, bob, doras, now):
    """What Dora's browser is to be told: a result waits for her."""
    acts.enter(match, bob, now)
    return Push.objects.get()


@pytest.fixture
def tell(now):
    """Return a function that posts something to accounts."""

    def do(*accounts, kind=Mail.Kind.DRAW, about="session:1:1", at=now):
        ids = [account.pk for account in accounts]
        post.post(kind=kind, about=about, account_ids=ids, now=at)

    return do


@pytest.fixture
def send(now):
    """Return a function that sends what waits, or some of it."""

    def do(*rows, at=now):
        ids = [row.pk for row in rows or Push.objects.all()]
        deliveries.send_batch(ids=ids, clock=lambda: at)

    return do
