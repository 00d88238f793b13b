"""Once draws are warm, no draw compiles anything."""

import pytest

from league.config import celery
from league.logic.draws import anneal, swiss, warm
from league.logic.draws.model import Entrant, Past, Rules, Session
from league.services import crew

pytestmark = pytest.mark.only("compiled", "nothing else compiles")

KERNELS = (anneal.anneal, anneal.take_seats)
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
    before = [len(kernel.signatures) for kernel in KERNELS]
    swiss.draw([Entrant(key, group=1) for key in range(8)], past, rules, seed="x")
    assert [len(kernel.signatures) for kernel in KERNELS] == before == [1, 1]


@pytest.mark.parametrize(
    ("queues", "searches"),
    [("tables", ["searches"]), ("play,default", []), ("default,tables", ["searches"])],
)
def test_a_worker_warms_what_it_needs_before_it_forks(monkeypatch, queues, searches):
    warmed = []
    chosen = {name: celery.app.amqp.queues[name] for name in queues.split(",")}
    monkeypatch.setattr(celery.app.amqp.queues, "_consume_from", chosen)
    monkeypatch.setattr("bots.searches.warm_searches", lambda: warmed.append("searches"))
    monkeypatch.setattr("bots.builtin.warm.warm", lambda: warmed.append("games"))
    monkeypatch.setattr(warm, "warm", lambda: warmed.append("draws"))
    monkeypatch.setattr("league.config.checks.refuse_misconfiguration", lambda: None)
    monkeypatch.setattr(crew, "prove", lambda: warmed.append("sandbox"))
    celery.prepare_worker()
    assert warmed == ["games", "draws", *searches, "sandbox"]
