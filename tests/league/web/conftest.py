"""Clients that are logged in, and matches that can be looked at."""

import pytest
from django.test import Client, override_settings

from league.models import Record
from league.services.play import bot_matches
from league.services.results import results
from tests.browser.pages import make_world
from tests.league.api.world import make_cast
from tests.league.factories import NOW, BotFactory, MatchFactory, ResultFactory, RoundFactory

SCORES = [[30, 20, 10, 0], [1, 2, 3, 4], [0, 0, 0, 9], [5, 5, 5, 5]]


@pytest.fixture(autouse=True)
def silent_queue(monkeypatch):
    """Wake up no worker."""
    monkeypatch.setattr("league.queue.current_app.send_task", lambda *args, **kwargs: None)


@pytest.fixture(scope="module")
def cast(once):
    return once(make_cast)


@pytest.fixture(scope="module")
def world(once, cast):
    """The codes of everything the addresses name; it is the same for everybody who asks."""
    with override_settings(LADDER_OPEN=1):
        return once(lambda: make_world(cast))


@pytest.fixture
def client_of(db):
    """Return a browser in which an account is logged in; None: nobody."""

    def make(account):
        client = Client()
        if account is not None:
            client.force_login(account)
        return client

    return make


@pytest.fixture
def as_alice(client_of, alice):
    return client_of(alice)


@pytest.fixture
def as_bob(client_of, bob):
    return client_of(bob)


@pytest.fixture
def as_dora(client_of, dora):
    return client_of(dora)


@pytest.fixture
def as_carol(client_of, carol):
    return client_of(carol)


@pytest.fixture
def as_mallory(client_of, mallory):
    return client_of(mallory)


@pytest.fixture
def entered(match, bob):
    """The match with plain scores that Bob entered."""
    result = ResultFactory(match=match, entered_by=bob, totals=[36, 27, 18, 18])
    for number, scores in enumerate(SCORES):
        RoundFactory(result=result, number=number, dealer=number, scores=scores)
    match.refresh_from_db()
    return match


@pytest.fixture
def played(session):
    """A match that two bots have played, not yet replayed."""
    bots = [BotFactory(builtin="random"), BotFactory(builtin="greedy")] * 2
    match = MatchFactory(session=session, table_number=9, players=bots, secret=bytes(32))
    results.store_played(plays=[bot_matches.play(match)], now=NOW)
    match.refresh_from_db()
    return match


@pytest.fixture
def final(played):
    """The match of bots, replayed and counted."""
    Record.objects.update(status=Record.Status.VALID)
    results.finalise(match_ids=[played.pk], now=NOW)
    played.refresh_from_db()
    return played
