"""Whether this process can serve: the database answers and is migrated, and Redis answers.

Each is asked by a thread of its own, on a connection of its own, and has a bounded time to answer:
a network that swallows everything costs one waiting thread, however often somebody asks. Who asks
again within a second is told the same, so that nobody can keep the database busy by asking.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from math import inf
from threading import Lock
from time import monotonic
from typing import Final

import redis
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

BOUND_S: Final = 2.0
"""How long the database and Redis have to answer, and how long a dead line is waited for."""
FRESH_S: Final = 1.0
"""How long an answer is given again."""
DATABASE = "database"
MIGRATIONS = "migrations"
REDIS = "redis"


class Watch:
    """Asks again and again; migrations are looked at until there are none left to apply."""

    def __init__(self) -> None:
        self._is_migrated = False
        self._lock = Lock()
        self._told: list[str] = []
        self._told_at = -inf
        asked: Mapping[str, Callable[[], str]] = {DATABASE: self._database, REDIS: self._redis}
        self._asked = {
            name: (ThreadPoolExecutor(1, thread_name_prefix=f"ready-{name}"), ask)
            for name, ask in asked.items()
        }

    def missing(self, *, bound_s: float = BOUND_S, fresh_s: float = FRESH_S) -> list[str]:
        """Return what this process waits for; nothing when it can serve."""
        with self._lock:
            if monotonic() - self._told_at >= fresh_s:
                self._told = self._ask(bound_s)
                self._told_at = monotonic()
            return self._told

    def _ask(self, bound_s: float) -> list[str]:
        asked = {name: thread.submit(ask) for name, (thread, ask) in self._asked.items()}
        found = []
        for name, answer in asked.items():
            try:
                found.append(answer.result(timeout=bound_s))
            except TimeoutError:
                answer.cancel()
                found.append(name)
        return [name for name in found if name]

    def _database(self) -> str:
        try:
            with closing(line()) as connection:
                connection.ensure_connection()
                with connection.cursor() as cursor:
                    cursor.execute("SELECT 1")
                self._is_migrated = self._is_migrated or not unapplied(connection)
        except (Error, OSError):
            return DATABASE
        return "" if self._is_migrated else MIGRATIONS

    def _redis(self) -> str:
        try:
            ping()
        except (redis.RedisError, OSError):
            return REDIS
        return ""


def line() -> BaseDatabaseWrapper:
    """Return a connection to the database outside of the pool; whoever asks for it closes it."""
    made = connections[DEFAULT_DB_ALIAS].copy()
    options = made.settings_dict["OPTIONS"]
    options.pop("pool", None)
    if made.vendor == "postgresql":
        bound_s = int(BOUND_S)
        options |= {"connect_timeout": bound_s, "tcp_user_timeout": 1000 * bound_s}
    return made


def unapplied(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of the migrations that the database has not seen yet, in their order.

    Asked by this very connection; what Django has for it takes one from the pool.
    """
    graph = MigrationLoader(None).graph
    plans = (graph.forwards_plan(leaf) for leaf in graph.leaf_nodes())
    known = _applied(connection)
    ordered = dict.fromkeys(node for plan in plans for node in plan)
    return [".".join(node) for node in ordered if node not in known]


def _applied(connection: BaseDatabaseWrapper) -> set[tuple[str, str]]:
    table = MigrationRecorder.Migration._meta.db_table
    with connection.cursor() as cursor:
        if table not in connection.introspection.table_names(cursor):
            return set()
        cursor.execute(f"SELECT app, name FROM {connection.ops.quote_name(table)}")  # noqa: S608
        return {(app, name) for app, name in cursor.fetchall()}


def ping() -> None:
    """Ask Redis, where one is configured; raises RedisError or OSError."""
    if settings.REDIS_URL:
        bounds = {"socket_timeout": BOUND_S, "socket_connect_timeout": BOUND_S}
        with closing(redis.Redis.from_url(settings.REDIS_URL, **bounds)) as client:
            client.ping()


watch: Final = Watch()
"""The watch of this process."""
