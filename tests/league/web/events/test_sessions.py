"""A session's page keeps itself up to date while its matches are played."""

import re

import pytest

from league.models import Session
from league.services.results import results
from tests.league.factories import NOW

FRAGMENT = {"HX-Request": "true"}


def asks(client, session):
    """Return the address that the page asks for news, and how often, None if it does not."""
    page = client.get(f"/sessions/{session.code}/").content.decode()
    found = re.search(r'id="tables".*? hx-get="(.*?)" hx-trigger="every (\d+)s"', page)
    return found and (found[1].replace("&amp;", "&"), int(found[2]))


@pytest.mark.usefixtures("match")
def test_visitor_s_page_asks_for_news(client, session):
    assert asks(client, session)[1] == 20


@pytest.mark.usefixtures("played")
def test_page_asks_more_often_while_bots_play(client, session):
    assert asks(client, session)[1] == 4


def test_page_of_a_closed_session_asks_for_nothing(client, session):
    Session.objects.update(status=Session.Status.CLOSED)
    assert asks(client, session) is None


@pytest.mark.usefixtures("match")
def test_nothing_is_sent_while_nothing_changes(client, session):
    address, _every = asks(client, session)
    assert client.get(address, headers=FRAGMENT).status_code == 204


def test_a_result_is_sent(client, session, entered, alice):
    address, _every = asks(client, session)
    results.confirm(match=entered, by=alice, expected_version=1, now=NOW)
    answer = client.get(address, headers=FRAGMENT)
    assert (answer.status_code, answer.content.count(b"36")) == (200, 1)
    assert client.get(address).status_code == 200, "a whole page is never left out"
