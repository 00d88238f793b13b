"""One site on five hosts: upgraded while fifty people play, and with hosts lost for good."""

import os
from collections import Counter

import pytest

from tests.faults.test_faults import left_in
from tests.faults.waiting import await_true

from . import report
from .crowd import LOGGED_IN, PLAYERS, WATCHERS
from .ledger import PUT_OFF
from .story import LONG, SHORT, Story

pytestmark = pytest.mark.logs(
    # Streams do not end by themselves before a web server that is asked to end.
    r"Cancel \d+ running task\(s\), timeout graceful shutdown exceeded",
)

SIZE = LONG if os.environ.get("HOSTS") == "long" else SHORT
SEED = int(os.environ.get("HOSTS_SEED", "1"))
PEOPLE = 50
SILENCE_S = 10
"""However busy the machine, for so long at most nobody at all is answered."""
SLOWEST_S = 30
"""An answer that a lost host owed: the proxy waits for it for 20 s and then asks another host."""
GONE_S = 30
"""A stream of a lost host: the proxy ends it after 20 s, and it is asked for anew."""


@pytest.mark.slow
@pytest.mark.xdist_group("programs")
@pytest.mark.needs("servers", "rights", "nginx")
def test_people_play_on_while_hosts_are_upgraded_and_lost(house, before):
    house.once(before)
    made = house.cast(
        before, "prepare", SIZE.sessions, SIZE.bots, SIZE.people, PLAYERS + WATCHERS, LOGGED_IN
    )
    story = Story(house, before, SIZE, made, SEED)
    crowd = story.play()
    found = story.settle()
    costs = list(report.lines(story, crowd))
    print(*costs, told(crowd, found), sep="\n")  # noqa: T201

    assert crowd.size() == PEOPLE
    assert crowd.wrong() == []
    assert story.unexplained(crowd) == []
    assert set(crowd.ledger.statuses()) <= {200, 201, 302} | PUT_OFF
    assert max(line.silence_s for line in costs) < SILENCE_S
    assert max(line.slowest_s for line in costs) < SLOWEST_S
    counts_once(found, crowd, SIZE)
    streams_tell_all(found, crowd)
    assert house.ended() == []
    postgres = house.postgres
    await_true(lambda: not any(left_in(postgres).values()), lambda: left_in(postgres), seconds=10)


def counts_once(found, crowd, size):
    """Fail unless all is stored that people were told, once, and nothing else."""
    assert found["entered"] == crowd.scorers.told
    assert len(crowd.scorers.told) == size.people * size.sessions
    played = size.bots * size.sessions
    of_all = played + size.people * size.sessions + len(crowd.board.opened)
    assert found["matches"] == {"final": of_all}
    assert found["results_of_a_match"] == {"1": of_all}
    assert found["jobs"] == {"done": played}
    assert found["wrong"] == dict.fromkeys(("standings", "ratings", "rows"), 0)
    assert found["half_answered"] == 0
    assert crowd.board.opened
    assert found["tables"] == {
        code: {"status": "over", "version": crowd.board.over[code], "match": "final"}
        for code in crowd.board.opened
    }


def streams_tell_all(found, crowd):
    """Fail unless whoever watched a table heard of its last version, also by another stream."""
    gone = [seconds for one in crowd.watchers for _back, seconds in one.heard.gone_s]
    assert gone
    assert max(gone) < GONE_S
    for one in crowd.watchers:
        assert one.heard.versions
        assert one.heard.versions == {
            code: found["tables"][code]["version"] for code in one.heard.versions
        }


def told(crowd, found):
    """Return in a few lines what happened in all."""
    statuses = dict(sorted(crowd.ledger.statuses().items()))
    events = sum(one.heard.events for one in crowd.watchers)
    repeated = sum((Counter(seen) for seen in (crowd.seen, crowd.scorers.seen)), Counter())
    return (
        f"answers: {statuses}; repeated and carried out before: {repeated['repeated']}\n"
        f"matches: {found['matches']}, online tables: {len(crowd.board.over)}, "
        f"jobs by attempts: {found['attempts']}; events heard: {events}"
    )
