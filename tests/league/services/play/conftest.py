"""An event of online tables for which Bob and Dora are registered; messages go nowhere."""

import pytest

from league.models import Event
from league.services.play import tables
from league.services.registration import registrations
from tests.league.factories import EventFactory
from tests.league.services.play import acts, remote


@pytest.fixture(autouse=True)
def messages(monkeypatch):
    """Collect what is sent to workers instead of sending it: a list of (task name, args)."""
    sent = []

    def send_task(name, args=(), **options):
        sent.append((name, list(args)))

    monkeypatch.setattr("league.queue.current_app.send_task", send_task)
    return sent


@pytest.fixture(autouse=True)
def _positions(kept_positions):
    """Replay logs from where they were replayed to."""


@pytest.fixture
def event(season, bob, dora, now):
    event = EventFactory(season=season, name="Online", draw=Event.Draw.ONLINE)
    for account in (bob, dora):
        registrations.register_oneself(event=event, by=account, now=now)
    return event


@pytest.fixture
def gathering(event, bob, now):
    """A table that Bob has opened, with three seats left."""
    return tables.open_table(event=event, by=bob, now=now)


@pytest.fixture
def table(event, bob, now):
    """A table of Bob and three bots that is being played."""
    return tables.open_table(event=event, by=bob, bots=["greedy", "random", "greedy"], now=now)


@pytest.fixture
def to_bob(table, now):
    """The table, when it is Bob's turn."""
    while not acts.look(table, table.opened_by.account).legal:
        acts.answer(table, now)
    return acts.row(table)


@pytest.fixture
def fern(carol, event, now):
    """A remote bot of Carol that listens; the event takes such bots."""
    remote.let_in(event)
    return remote.make(carol, now)
