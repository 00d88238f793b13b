"""A mail server, and somebody whose mails go there."""

import pytest

from league.config import mail
from league.models import Mail
from league.services.letters import deliveries
from league.services.mail import post
from tests.league.mail_server import serving


@pytest.fixture
def through(settings):
    """Send mails to a server on this port."""

    def let(port):
        settings.EMAIL_BACKEND = mail.SMTP
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        settings.EMAIL_TIMEOUT = 0.5

    return let


@pytest.fixture
def server(through):
    with serving() as running:
        through(running.port)
        yield running


@pytest.fixture
def wanting(bob, now):
    """Bob, who wants his mails at an address."""
    bob.email_wanted = "bob@example.org"
    bob.save()
    return bob


@pytest.fixture
def posted(wanting, now):
    """A mail to Bob that waits."""
    post.post_to(
        kind=Mail.Kind.ADDRESS,
        about="address:1",
        account=wanting,
        address=wanting.email_wanted,
        now=now,
    )
    return Mail.objects.get()


@pytest.fixture
def send(now):
    def sent(*rows, at=now):
        ids = [row.pk for row in rows or Mail.objects.all()]
        deliveries.send_batch(ids=ids, clock=lambda: at)

    return sent
