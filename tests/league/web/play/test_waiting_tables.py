"""Tables of bots that wait for a worker: whoever looks reads why, and nobody enters a result."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league import queue
from league.models import Match
from league.services.base import refusals
from league.services.results import results, submissions
from tests.league.factories import NOW, BotFactory, JobFactory, MatchFactory, OnlineTableFactory

NEVER = "no worker of the queue “play” has been started; ask the site&#x27;s staff to start one"


@pytest.fixture
def make_table(session):
    """Return a function that makes a table of bots for which no worker was ever started."""

    def make():
        match = MatchFactory(session=session, players=[BotFactory() for _seat in range(4)])
        JobFactory(match=match, reason=queue.SENT)
        return match

    return make


@pytest.fixture
def waiting(make_table):
    return make_table()


def shown(client, address):
    return client.get(address).content.decode()


@pytest.mark.parametrize("asker", ["as_alice", "as_bob", "client"])
def test_everybody_reads_why_a_table_waits(request, waiting, asker):
    client = request.getfixturevalue(asker)
    assert NEVER in shown(client, f"/matches/{waiting.code}/")
    assert NEVER in shown(client, f"/sessions/{waiting.session.code}/")


def test_the_desk_tells_why_a_table_waits(as_alice, waiting, club):
    assert NEVER in shown(as_alice, f"/clubs/{club.slug}/desk/?list=jobs")


def test_why_a_table_waits_is_told_in_the_visitors_language(client, waiting):
    page = client.get(f"/matches/{waiting.code}/", headers={"Accept-Language": "de"})
    assert "kein Worker der Warteschlange „play“ ist gestartet" in page.content.decode()


def test_why_a_job_failed_is_for_organisers(client, as_alice, waiting):
    waiting.jobs.update(status="failed", reason="the sandbox failed")
    assert "the sandbox failed" not in shown(client, f"/matches/{waiting.code}/")
    assert "the sandbox failed" in shown(as_alice, f"/matches/{waiting.code}/")


def test_nobody_is_offered_to_enter_the_result_of_bots(as_alice, waiting):
    assert f"/matches/{waiting.code}/result/" not in shown(as_alice, f"/matches/{waiting.code}/")
    assert as_alice.get(f"/matches/{waiting.code}/result/").status_code == 403


def test_nobody_is_offered_to_confirm_what_bots_have_played(as_alice, played):
    assert "/confirm/" not in shown(as_alice, f"/matches/{played.code}/")


def queries(client, address):
    client.get(address)
    with CaptureQueriesContext(connection) as found:
        client.get(address)
    return len(found)


def test_a_session_costs_the_same_for_any_number_of_waiting_tables(client, make_table):
    address = f"/sessions/{make_table().session.code}/"
    before = queries(client, address)
    for _table in range(19):
        make_table()
    assert queries(client, address) == before


@pytest.mark.parametrize("status", ["open", "entered", "disputed", "final", "void"])
@pytest.mark.parametrize("kind", ["people", "bots", "online"])
def test_a_page_offers_to_enter_a_result_where_one_would_be_taken(  # noqa: PLR0917
    as_alice, alice, match, waiting, kind, status
):
    """The law: the button is there exactly where the service takes what it sends."""
    found = waiting if kind == "bots" else match
    if kind == "online":
        event = found.session.event
        OnlineTableFactory(event=event, match=found, status="playing", awaits="deal")
    version = int(status in {"entered", "final", "disputed"})
    Match.objects.filter(pk=found.pk).update(status=status, version=version)
    offers = f"/matches/{found.code}/result/" in shown(as_alice, f"/matches/{found.code}/")
    found.refresh_from_db()
    scores = submissions.Scores(rounds=[[30, 20, 10, 0]] * 4)
    try:
        results.enter(
            match=found, submission=scores, by=alice, expected_version=version or None, now=NOW
        )
        is_taken = True
    except refusals.Conflict:
        is_taken = False
    assert offers == is_taken
