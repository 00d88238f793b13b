"""Clients of the API, one per member of the cast; every answer is held against the document."""

import json
from contextlib import contextmanager

import pytest
from django.db import transaction
from django.test import override_settings
from django.utils import timezone
from rest_framework.test import APIClient

import games
from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from engine.records.document import record_of
from league.models import Record
from league.models.people import SCOPES_OF_PEOPLE
from league.services.accounts import people
from league.services.play import bot_matches
from league.services.results import results
from tests.league.factories import (
    NOW,
    BotFactory,
    MatchFactory,
    ResultFactory,
    RoundFactory,
)

from . import contract, recording

ALL_SCOPES = tuple(dict(SCOPES_OF_PEOPLE))
SCORES = [[30, 20, 10, 0], [1, 2, 3, 4], [0, 0, 0, 9], [5, 5, 5, 5]]

SHEET = {
    "players": [
        {"blue": 6, "green": 4},
        {"red": 6, "yellow": 4},
        {"blue": 4, "green": 2},
        {"red": 2},
    ]
}
NOBODY = "nobody"


class ContractClient(APIClient):
    """A client for addresses below /api/v1/ that fails on answers nobody documented."""

    def request(self, **kwargs):
        response = super().request(**kwargs)
        contract.check(response.wsgi_request.META, response)
        return response

    def generic(self, method, path, data="", *args, **kwargs):
        address = path if path.startswith(("http:", "/")) else f"/api/v1/{path}"
        response = super().generic(method, address, data, *args, **kwargs)
        recording.note(response, data)
        return response


@pytest.fixture
def anonymous(db):
    return ContractClient()


def make_client(account, *, scopes=ALL_SCOPES):
    """Return a client that sends a token of an account, by default with all scopes."""
    _token, plain = people.issue_token(
        account=account, name="tests", scopes=scopes, now=timezone.now()
    )
    client = ContractClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {plain}")
    return client


@pytest.fixture
def client_of(db):
    """Return what makes the client of an account."""
    return make_client


@contextmanager
def rolled_back():
    """Take back what is done in this block."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def cast(once):
    """The account of each member of the cast of the matrix, by name."""
    from .world import make_cast

    return once(make_cast)


@pytest.fixture(scope="module")
def world(once, cast):
    """The codes of everything the addresses name; it is the same for everybody who asks."""
    from .world import make_world

    with override_settings(LADDER_OPEN=1):
        yield once(lambda: make_world(cast))


@pytest.fixture(scope="module")
def clients(once, cast):
    """The client of each member of the cast; nobody's sends no token."""
    accounts = {who: account for who, account in cast.items() if account}
    return {NOBODY: ContractClient()} | {
        who: once(lambda account=account: make_client(account)) for who, account in accounts.items()
    }


@pytest.fixture
def client_named(request, client_of, anonymous):
    """Return the client of a member of the cast by name, or of nobody."""

    def make(name):
        return anonymous if name == NOBODY else client_of(request.getfixturevalue(name))

    return make


@pytest.fixture
def as_owner(client_of, owner):
    return client_of(owner)


@pytest.fixture
def as_alice(client_of, alice):
    return client_of(alice)


@pytest.fixture
def as_scorer(client_of, scorer):
    return client_of(scorer)


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
    result = ResultFactory(match=match, entered_by=bob)
    RoundFactory(result=result, number=0)
    match.refresh_from_db()
    return match


@pytest.fixture
def scores():
    """Plain scores of four rounds for four seats."""
    return {"source": "scores", "rounds": SCORES}


@pytest.fixture(autouse=True)
def silent_queue(monkeypatch):
    """Wake up no worker."""
    monkeypatch.setattr("league.queue.current_app.send_task", lambda *args, **kwargs: None)


@pytest.fixture
def played(session):
    """A match that two bots have played, not yet replayed."""
    bots = [BotFactory(builtin="random"), BotFactory(builtin="greedy")] * 2
    match = MatchFactory(session=session, table_number=9, players=bots)
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


@pytest.fixture(scope="session")
def record():
    """The record of a match of four, as people hand one in: without a secret."""
    table = Table(games.get("mit-list-und-tuecke"), 4, secret=bytes(32))
    runner.play_match(table, [builtin.get("random")] * 4, seed=bytes(32))
    return json.loads(json.dumps(record_of(table) | {"secret": None, "commitment": None}))
