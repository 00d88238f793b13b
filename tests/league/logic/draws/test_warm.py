"""Once draws are warm, no draw compiles anything."""

import pytest

from league.config import celery
from league.logic import compile as compiling
from league.logic.draws import anneal, arrays, seats, swiss, tabu, warm
from league.logic.draws.model import Entrant, Past, Rules, Session
from league.services.bots import crew

pytestmark = pytest.mark.only("compiled", "nothing else compiles")

PAST = Past((Session(((0, 1, 2, 3), (4, 5, 6, 7))),))


@pytest.mark.parametrize(
    "rules",
    [
        Rules(sizes=(4,), size=4),
        Rules(sizes=(3, 4), size=4, apart=((0, 1),)),
        Rules(sizes=(4,), size=4, sides=(0, 1, 0, 1)),
        Rules(sizes=(7,), size=7, fill="byes"),
    ],
)
@pytest.mark.parametrize("past", [Past(), PAST])
def test_a_draw_finds_its_kernels_compiled(rules, past):
    warm.warm()
    before = set(arrays.kernels()._bound)
    swiss.draw([Entrant(key, group=1) for key in range(12)], past, rules, seed="x")
    needed = {anneal.anneal, seats.take_seats, tabu.search}
    assert set(arrays.kernels()._bound) == before == needed


@pytest.mark.parametrize(
    ("queues", "searches"), [("tables", True), ("play,default", False), ("default,tables", True)]
)
def test_a_worker_loads_what_it_needs_before_it_forks(monkeypatch, queues, searches):
    done = []
    chosen = {name: celery.app.amqp.queues[name] for name in queues.split(",")}
    monkeypatch.setattr(celery.app.amqp.queues, "_consume_from", chosen)
    monkeypatch.setattr(compiling, "begin", lambda: done.append("begins to compile"))
    monkeypatch.setattr(compiling, "load", lambda *, with_searches: done.append(with_searches))
    monkeypatch.setattr("league.config.checks.refuse_misconfiguration", lambda: None)
    monkeypatch.setattr(crew, "prove", lambda: done.append("sandbox"))
    celery.prepare_worker()
    assert done == ["begins to compile", searches, "sandbox"]
