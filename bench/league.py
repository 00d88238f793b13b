"""Matches per second through Celery into the database, from publishing a draw to final results.

Matches of four built-in bots, half of them greedy, each played, stored and validated in full.
Measured on SQLite with the embedded broker, and on PostgreSQL and Redis where they answer on
localhost: in a database of its own that is dropped afterwards, and in an empty Redis database.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import redis

from .measure import Row, say

PART = "Matches of four bots through Celery into the database, two worker processes"
MATCHES = 2000
"""So many that what comes before the first and after the last is a small part of the time."""
TIME_LIMIT_S = 150
WANTED = 500.0
"""Matches per second on PostgreSQL."""

SERVER = "postgres://root@127.0.0.1:5432/"
BROKERS = "redis://127.0.0.1:6379/"
DATABASE, NUMBER = "st_bench", 13
"""The database on PostgreSQL and the one in Redis that measurements make and remove."""

START = "import django; django.setup(); from bench import league_run; league_run.measure({})"

Addresses = Mapping[str, str]
"""Environment variables that name the database and the broker."""


class NotThere(RuntimeError):
    """A server does not answer, or its database is somebody else's."""


@contextmanager
def embedded(folder: Path) -> Iterator[Addresses]:
    """Give SQLite and the embedded broker, both in `folder`."""
    yield {"DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}", "REDIS_URL": ""}


@contextmanager
def servers(
    _folder: Path, *, database: str = DATABASE, number: int = NUMBER
) -> Iterator[Addresses]:
    """Give PostgreSQL and Redis on localhost; raises NotThere."""
    broker = f"{BROKERS}{number}"
    with _postgresql(database), _redis(broker):
        yield {"DATABASE_URL": SERVER + database, "REDIS_URL": broker}


@contextmanager
def _postgresql(database: str) -> Iterator[None]:
    name = psycopg.sql.Identifier(database)
    try:
        admin = psycopg.connect(SERVER + "postgres", connect_timeout=3, autocommit=True)
        with contextlib.closing(admin):
            admin.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(name))
            try:
                yield
            finally:
                admin.execute(psycopg.sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))
    except psycopg.Error as error:
        raise NotThere(str(error).splitlines()[0]) from None


@contextmanager
def _redis(broker: str) -> Iterator[None]:
    client = redis.Redis.from_url(broker, socket_connect_timeout=3)
    try:
        if client.dbsize():
            raise NotThere(f"{broker} is in use")
        try:
            yield
        finally:
            client.flushdb()
    except redis.RedisError as error:
        raise NotThere(str(error)) from None
    finally:
        client.close()


def run(addresses: Addresses, folder: Path, matches: int) -> dict[str, Any]:
    """Measure in a process of its own; return its figures."""
    environment = {
        **os.environ,
        **addresses,
        "STAMMTISCH_ENV": "development",
        "STAMMTISCH_VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "league.config.settings",
        "PYTHONWARNINGS": "ignore:You're running the worker",
    }
    command = [sys.executable, "-c", START.format(matches)]
    done = subprocess.run(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=TIME_LIMIT_S,
    )
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


def rows(_var: Path) -> Iterator[Row]:
    """Yield the measurements, or say which servers are not there."""
    for name, place in (("SQLite, embedded broker", embedded), ("PostgreSQL, Redis", servers)):
        say(f"{MATCHES} matches: {name}")
        with tempfile.TemporaryDirectory() as folder:
            try:
                with place(Path(folder)) as addresses:
                    figures = run(addresses, Path(folder), MATCHES)
            except (NotThere, subprocess.SubprocessError) as error:
                yield Row(part=PART, what=name, note=f"not available: {error}")
                continue
        for unit in ("matches", "rounds"):
            speed = figures[unit] / figures["seconds"]
            if unit == "rounds" or place is embedded:
                what = name if unit == "matches" else ""
                yield Row(part=PART, what=what, speed=speed, unit=f"{unit}/s")
                continue
            ratio, beside = speed / WANTED, f"{WANTED:g}/s"
            yield Row(
                part=PART,
                what=name,
                speed=speed,
                unit="matches/s",
                ratio=ratio,
                beside=beside,
                limit=1.0,
            )
