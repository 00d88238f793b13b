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
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import redis

from .measure import Row, say

PART = "Matches of four bots through Celery into the database"
MATCHES = 2000
"""So many that what comes before the first and after the last is a small part of the time."""
TIME_LIMIT_S = 150
WANTED = 1000.0
"""Matches per second on PostgreSQL, of as many worker processes as there are cores."""
CORES = 2

SERVER = "postgres://root@127.0.0.1:5432/"
BROKERS = "redis://127.0.0.1:6379/"
DATABASE, NUMBER = "st_bench", 13
"""The database on PostgreSQL and the one in Redis that measurements make and remove."""

START = "import django; django.setup(); from bench import league_run; league_run.measure({}, {})"

Addresses = Mapping[str, str]
"""Environment variables that name the database and the broker."""


class NotThere(RuntimeError):
    """A server does not answer, its database is somebody else's, or what it is for fails."""


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


def production(addresses: Addresses, folder: Path) -> dict[str, str]:
    """Return the environment of an installation in production, but for encryption.

    With the embedded broker it is one in development, which may have that.
    """
    return {
        **os.environ,
        **addresses,
        "STAMMTISCH_ENV": "production" if addresses["REDIS_URL"] else "development",
        "STAMMTISCH_VAR": str(folder),
        "SECRET_KEY": "only for this measurement, on this machine, and then it is forgotten",
        "ALLOWED_HOSTS": "127.0.0.1",
        "HTTPS": "no",
        "DJANGO_SETTINGS_MODULE": "league.config.settings",
        "PYTHONWARNINGS": "ignore:You're running the worker",
    }


def run(addresses: Addresses, folder: Path, matches: int, processes: int) -> dict[str, Any]:
    """Measure in a process of its own; return its figures."""
    command = [sys.executable, "-c", START.format(matches, processes)]
    done = subprocess.run(
        command,
        env=production(addresses, folder),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=TIME_LIMIT_S,
    )
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


def on_servers(
    start: str, *, limit_s: float, database: str = DATABASE, number: int = NUMBER
) -> list[dict[str, Any]]:
    """Return the figures, a line of JSON each, that a program prints on PostgreSQL and Redis.

    It is set up as in production, but for rates, which one machine alone would exceed. Raises
    NotThere if servers do not answer or the program fails.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            with servers(folder, database=database, number=number) as addresses:
                done = subprocess.run(
                    [sys.executable, "-c", start],
                    env={**production(addresses, folder), "API_MOST_OF_ACCOUNT": "0"},
                    stdout=subprocess.PIPE,
                    text=True,
                    check=True,
                    timeout=limit_s,
                )
        except subprocess.SubprocessError as error:
            raise NotThere(str(error)) from None
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def rows(_var: Path) -> Iterator[Row]:
    """Yield the measurements, or say which servers are not there."""
    for name, place, most in (
        ("SQLite, embedded broker", embedded, 2),
        ("PostgreSQL, Redis", servers, 1),
        ("PostgreSQL, Redis", servers, 2),
    ):
        what = f"{name}, {most} worker process{'es' if most > 1 else ''}"
        say(f"{MATCHES} matches: {what}")
        with tempfile.TemporaryDirectory() as folder:
            try:
                with place(Path(folder)) as addresses:
                    figures = run(addresses, Path(folder), MATCHES, most)
            except (NotThere, subprocess.SubprocessError) as error:
                yield Row(part=PART, what=what, note=f"not available: {error}")
                continue
        speed = figures["matches"] / figures["seconds"]
        note = f"{figures['rounds'] / figures['seconds']:,.0f} rounds/s; all are rated "
        note += f"{figures['rated_late_s']:.1f} s later"
        row = Row(part=PART, what=what, speed=speed, unit="matches/s", note=note)
        if place is servers and most == CORES:
            beside = f"{WANTED:g}/s"
            row = replace(row, ratio=speed / WANTED, beside=beside, limit=1.0)
        yield row
