"""A session's page keeps itself up to date while its matches are played."""

import re

import pytest
from django.utils import timezone

from league.models import Event, Session, Timer
from league.services.results import results
from tests.league.factories import NOW, PlayerFactory, SessionFactory

FRAGMENT = {"HX-Request": "true"}


def asks(client, session):
    """Return the address that the page asks for news, and how often, None if it does not."""
    page = client.get(f"/sessions/{session.code}/").content.decode()
    found = re.search(r'id="session".*? hx-get="(.*?)" hx-trigger="every (\d+)s"', page)
    return found and (found[1].replace("&amp;", "&"), int(found[2]))


@pytest.mark.usefixtures("match")
def test_visitor_s_page_asks_for_news(client, session):
    assert asks(client, session)[1] == 20


@pytest.mark.usefixtures("played")
def test_page_asks_more_often_while_bots_play(client, session):
    assert asks(client, session)[1] == 4


def test_page_of_an_old_session_asks_for_nothing(client, session):
    Session.objects.update(status=Session.Status.CLOSED, published_at=NOW)
    assert asks(client, session) is None


def test_page_of_a_session_that_has_just_been_closed_asks_for_the_next_one(client, session):
    Session.objects.update(status=Session.Status.CLOSED, published_at=timezone.now())
    assert asks(client, session)[1] == 60


@pytest.mark.usefixtures("match")
def test_nothing_is_sent_while_nothing_changes(client, session):
    address, _every = asks(client, session)
    assert client.get(address, headers=FRAGMENT).status_code == 204


def test_a_result_is_sent(client, session, entered, alice):
    address, _every = asks(client, session)
    results.confirm(match=entered, by=alice, expected_version=1, now=NOW)
    answer = client.get(address, headers=FRAGMENT)
    assert (answer.status_code, answer.content.count(b">36 <span")) == (200, 1)
    assert client.get(address).status_code == 200, "a whole page is never left out"


def publish_next(session):
    SessionFactory(event=session.event, number=session.number + 1)


@pytest.mark.usefixtures("match")
@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda session: Event.objects.update(name="Autumn cup"), "<title>Autumn cup"),
        (lambda session: Session.objects.update(starts_at=NOW), "2026"),
        (lambda session: Session.objects.update(status="closed"), "status--closed"),
        (lambda session: Timer.objects.create(session=session, left_s=90), "1:30"),
        (lambda session: session.byes.create(player=PlayerFactory(name="Ludwig")), "Ludwig"),
        (publish_next, "Session 2 is published"),
    ],
    ids=["name", "start", "status", "timer", "bye", "next session"],
)
def test_whatever_changes_is_sent(client, session, change, word):
    address, _every = asks(client, session)
    change(session)
    assert word in client.get(address, headers=FRAGMENT).content.decode()


@pytest.mark.usefixtures("match")
def test_page_of_a_session_that_is_unpublished_is_made_anew(as_alice, client, session):
    address, _every = asks(as_alice, session)
    Session.objects.update(status="draft")
    assert as_alice.get(address, headers=FRAGMENT).headers["HX-Refresh"] == "true"
    assert client.get(address, headers=FRAGMENT).status_code == 404


@pytest.mark.usefixtures("match")
def test_page_of_a_draft_does_not_renew_itself(as_alice, draft):
    assert asks(as_alice, draft) is None


def test_few_queries_tell_that_nothing_is_new(
    client, session, match, django_assert_max_num_queries
):
    address, _every = asks(client, session)
    with django_assert_max_num_queries(10):
        client.get(address, headers=FRAGMENT)
