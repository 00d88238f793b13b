"""Everything breaks while bots play and people enter results; in the end each counts once."""

import json
import os
import random
import time
from dataclasses import dataclass

import pytest

from .faults import FAULTS, Fault, Scope
from .house import BROKEN, House
from .people import People
from .servers import Servers
from .waiting import await_true

pytestmark = pytest.mark.logs(*BROKEN)

LONG = os.environ.get("FAULTS") == "long"
SEED = int(os.environ.get("FAULTS_SEED", "1"))
UNDONE = "SELECT count(*) FROM league_job WHERE status IN ('waiting', 'running')"
UNRATED = "SELECT count(*) FROM league_unrated"
CONNECTED = (
    "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
)
LEFT = {
    "transactions": f"SELECT count(*) {CONNECTED} AND xact_start IS NOT NULL",
    "prepared": "SELECT count(*) FROM pg_prepared_xacts",
    "waiting for locks": "SELECT count(*) FROM pg_locks WHERE NOT granted",
    "advisory locks": "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'",
}


@dataclass(frozen=True)
class Size:
    """How often each fault happens, for how many times as long, and amid how much work."""

    times: int
    longer: int
    bots: int
    people: int
    most_s: int

    @property
    def matches(self):
        """Matches of bots, matches of people."""
        return self.bots * self.times * len(FAULTS), self.people * self.times * len(FAULTS)


SHORT = Size(times=1, longer=1, bots=14, people=4, most_s=120)
WHOLE = Size(times=3, longer=5, bots=45, people=10, most_s=900)
SIZE = WHOLE if LONG else SHORT


@dataclass
class Story:
    """What happens: sessions are published, and each one meets with a fault."""

    house: House
    servers: Servers
    size: Size
    seed: int

    def play(self):
        """Let all faults happen in a random order; return whom people were told what."""
        chance = random.Random(self.seed)
        faults = chance.sample(FAULTS * self.size.times, k=len(FAULTS) * self.size.times)
        made = json.loads(
            self.house.scene("prepare", len(faults), self.size.bots, self.size.people)
        )
        scope = Scope(self.house, self.servers, chance)
        deadline = time.monotonic() + self.size.most_s
        with People(self.house.url, made["tokens"]) as people:
            for fault, session in zip(faults, made["sessions"], strict=True):
                people.publish(session)
                self._meet(fault, scope)
                assert time.monotonic() < deadline, f"{self.size.most_s} s are over"
        return people

    def settle(self):
        """Wait until all is done that people and bots have begun."""
        postgres = self.servers.postgres
        await_true(lambda: not postgres.count(UNDONE), self._undone)
        await_true(lambda: not postgres.count(UNRATED), "ratings")
        return json.loads(self.house.scene("verdict"))

    def _meet(self, fault: Fault, scope):
        began = time.monotonic()
        answers = fault.happens(scope, times=self.size.longer)
        lasted, back = time.monotonic() - began, self.house.await_page()
        pages = "/".join(map(str, sorted(set(answers))))
        print(f"{fault.name:<45} {lasted:5.1f} s, pages {pages}, served {back:.1f} s later")  # noqa: T201
        assert set(answers) <= fault.pages, (fault.name, answers)
        assert self.house.ended() == [], self.house.said()

    def _undone(self):
        kinds = "SELECT kind, status, attempt, reason, count(*) FROM league_job GROUP BY 1, 2, 3, 4"
        return f"jobs: {self.servers.postgres.ask(kinds)}"


def counts_once(found, people, *, of_bots, of_people):
    """Fail unless a verdict is that all is stored that was told, once, and nothing else."""
    assert people.failures == []
    assert found["entered"] == people.told
    assert len(people.told) == of_people
    assert found["matches"] == {"final": of_bots + of_people}
    assert found["results_of_a_match"] == {"1": of_bots + of_people}
    assert found["jobs"] == {"done": of_bots}
    assert found["wrong"] == dict.fromkeys(("standings", "ratings", "rows"), 0)
    assert found["half_answered"] == 0


def left_in(postgres):
    """Return how much of each kind was left; the programs run on, and may be amid a short one."""
    return {name: postgres.count(question) for name, question in LEFT.items()}


@pytest.mark.slow
@pytest.mark.xdist_group("programs")
@pytest.mark.needs("servers", "rights")
def test_each_match_counts_once_whatever_breaks(house, servers):
    story = Story(house, servers, SIZE, SEED)
    people = story.play()
    found = story.settle()
    print(people.seen, found["attempts"])  # noqa: T201

    of_bots, of_people = SIZE.matches
    counts_once(found, people, of_bots=of_bots, of_people=of_people)
    postgres = servers.postgres
    await_true(lambda: not any(left_in(postgres).values()), lambda: left_in(postgres), seconds=10)
    assert (house.stop(), house.left()) == ({}, [])
    assert postgres.count(f"SELECT count(*) {CONNECTED}") == 0
