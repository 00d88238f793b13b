"""The web server is killed amid a request; whoever sends it again finds it carried out once."""

import json
import threading
from collections import Counter

import pytest

from .house import BROKEN
from .people import Client, rounds_of
from .waiting import await_true

pytestmark = pytest.mark.logs(*BROKEN)

WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"
RESULTS = "SELECT count(*) FROM league_result"
CONFIRMED = "SELECT count(*) FROM league_result WHERE confirmed_at IS NOT NULL"
RATED = "SELECT count(*) FROM league_gameratingchange"
HOLD = "SELECT FROM league_match WHERE code = %s FOR UPDATE"
SEATS = 4


class Request(threading.Thread):
    """A request that somebody sends, and sends again."""

    def __init__(self, client, method, path, body=None, etag=""):
        super().__init__()
        self._send = lambda: client.send(method, path, body, key="the-same", etag=etag)
        self.status = None
        self.start()

    def run(self):
        self.status, _body, self.etag = self._send()

    def again(self):
        self.join()
        self.run()
        return self.status


@pytest.fixture
def seen():
    """Return how often requests were answered how."""
    return Counter()


@pytest.fixture
def scorers(house, seen):
    """Clients for those who enter and who confirm, and the code of a match."""
    made = json.loads(house.scene("prepare", 1, 0, 1))
    alice, sven = (
        Client(house.url, made["tokens"][name], seen=seen, is_over=threading.Event())
        for name in ("alice", "sven")
    )
    [session] = made["sessions"]
    alice.insist("POST", f"sessions/{session['code']}/publish")
    return alice, sven, session["people"][0]


@pytest.mark.slow
@pytest.mark.xdist_group("programs")
@pytest.mark.needs("servers", "rights")
def test_request_of_a_killed_server_is_carried_out_once(house, servers, scorers, seen):
    alice, sven, match = scorers
    postgres = servers.postgres
    body = {"source": "scores", "rounds": rounds_of(match)}

    with postgres.connect() as held, held.transaction():
        held.execute(HOLD, [match])
        entering = Request(sven, "PUT", f"matches/{match}/result", body)
        await_true(lambda: postgres.count(WAITING), "the request to be half done")
        house.replace("web")
    house.await_page()
    assert (entering.again(), seen["repeated"]) == (200, 0)
    assert postgres.count(RESULTS) == 1

    with servers.redis.frozen():
        confirming = Request(alice, "POST", f"matches/{match}/confirm", etag=entering.etag)
        await_true(lambda: postgres.count(CONFIRMED), "the request to be done, but not answered")
        house.replace("web")
    house.await_page()
    assert (confirming.again(), seen["repeated"]) == (200, 1)
    await_true(lambda: postgres.count(RATED) == SEATS, "ratings, of which no worker was told")
