"""What breaks: each fault says how it begins, how it ends, and what pages answer meanwhile."""

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from .house import WORKERS, House
from .servers import Servers

RUNNING = "SELECT count(*) FROM league_job WHERE status = 'running'"
WRITING = "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"
WORKS_S = 3
"""So long a fault waits for work to be under way, which it then hits in the middle."""
HOUR_S = 3600
SERVED, PUT_OFF, NOT_ANSWERED = 200, 503, 0


@dataclass(frozen=True)
class Scope:
    """What there is to break, and the chance by which it is chosen."""

    house: House
    servers: Servers
    random: Random


Act = Callable[[Scope], None]


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong for a while, and is mended by `ends` or by the programs."""

    name: str
    begins: Act
    ends: Act = lambda scope: None
    lasts_s: float = 0
    pages: frozenset[int] = frozenset({SERVED})

    def happens(self, scope, *, times=1):
        """Break something and mend it; return what pages were answered while it was broken."""
        self.begins(scope)
        end = time.monotonic() + times * self.lasts_s
        try:
            answers = [scope.house.page()]
            while time.monotonic() < end:
                time.sleep(0.1)
                answers.append(scope.house.page())
        finally:
            self.ends(scope)
        return answers


def kill_worker(scope):
    _amid_work(scope)
    scope.house.replace(scope.random.choice(WORKERS))


def kill_child_of_worker(scope):
    """Kill the process that works; its parent, which lives on, has to notice."""
    _amid_work(scope)
    for pid in scope.house.children(scope.random.choice(WORKERS)):
        os.kill(pid, signal.SIGKILL)


def kill_web(scope):
    """Kill the server when a request has got as far as the database."""
    _wait_for(scope, WRITING)
    scope.house.replace("web")


def kill(name):
    return lambda scope: scope.house.replace(name)


def restart_redis(scope):
    scope.servers.redis.restart()


def empty_redis(scope):
    with scope.servers.redis.client() as client:
        client.flushall()


def stop_redis(scope):
    scope.servers.redis.end(signal.SIGKILL)


def start_redis(scope):
    scope.servers.redis.start()


def restart_postgres_fast(scope):
    _wait_for(scope, RUNNING)
    scope.servers.postgres.restart(signal.SIGINT)


def restart_postgres_immediately(scope):
    _amid_work(scope)
    scope.servers.postgres.restart(signal.SIGQUIT)


def stop_postgres(scope):
    scope.servers.postgres.end(signal.SIGINT)


def start_postgres(scope):
    scope.servers.postgres.start()


def cut_network(scope):
    _amid_work(scope)
    scope.servers.network.cut()


def heal_network(scope):
    scope.servers.network.heal()


def fill_disk(scope):
    scope.servers.disk.fill()


def free_disk(scope):
    """Make room; a server that could not write even its log has ended, and is started again."""
    scope.servers.disk.free()
    if scope.servers.postgres.process.poll() is not None:
        scope.servers.postgres.start()


def set_clock(seconds):
    return lambda scope: scope.house.set_clock(seconds)


DOWN, PERHAPS = frozenset({PUT_OFF}), frozenset({SERVED, PUT_OFF})
RESTARTED = frozenset({NOT_ANSWERED, SERVED})

FAULTS = (
    Fault("a worker is killed", kill_worker),
    Fault("the child of a worker is killed", kill_child_of_worker),
    Fault("the web server is killed amid a request", kill_web, pages=RESTARTED),
    Fault("the clock is killed", kill("clock")),
    Fault("the worker of online tables is killed", kill("tables")),
    Fault("Redis is restarted, empty", restart_redis),
    Fault("Redis is emptied", empty_redis),
    Fault("Redis is down", stop_redis, start_redis, lasts_s=2),
    Fault("PostgreSQL is restarted, fast", restart_postgres_fast, pages=PERHAPS),
    Fault("PostgreSQL is restarted, immediately", restart_postgres_immediately, pages=PERHAPS),
    Fault("PostgreSQL is down", stop_postgres, start_postgres, lasts_s=2, pages=DOWN),
    Fault("the network is cut", cut_network, heal_network, lasts_s=3, pages=DOWN),
    Fault("the disk is full", fill_disk, free_disk, lasts_s=2, pages=PERHAPS),
    # Nobody sets it right: what comes after, until it is set again, is mended at the wrong time.
    Fault("the time of day is set an hour ahead", set_clock(HOUR_S), lasts_s=2),
    Fault("the time of day is set an hour behind", set_clock(-HOUR_S), lasts_s=2),
)


def _amid_work(scope):
    """Wait until a worker holds jobs, and then for as long as chance says."""
    _wait_for(scope, RUNNING)
    time.sleep(scope.random.uniform(0, 0.05))


def _wait_for(scope, question):
    """Wait until a query counts something; after a while, go on without."""
    deadline = time.monotonic() + WORKS_S
    while not scope.servers.postgres.count(question) and time.monotonic() < deadline:
        time.sleep(0.002)
