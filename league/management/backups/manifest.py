"""What a backup says of itself, so that it is known before anything is overwritten."""

import hmac
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from pydantic import BaseModel, ConfigDict

from league import places

FORMAT = "stammtisch-backup/1"


class Manifest(BaseModel):
    """The facts of one moment: all but the digest are read in the snapshot that is dumped."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["stammtisch-backup/1"]
    made_at: datetime
    version: str
    """Of the program that made it."""
    engine: Literal["postgresql", "sqlite"]
    server: str
    """Version of the database."""
    migrations: tuple[str, ...]
    """Those that the database has, as in `league.0001_initial`."""
    rows: Mapping[str, int]
    """How many rows each table has."""
    key: str
    """Tells whether SECRET_KEY is the one of then, and nothing else about it."""
    digest: str = ""
    """SHA-256 of the dump."""


def describe(cursor: Any, now: datetime) -> Manifest:
    """Return the facts of the database as `cursor` sees it."""
    return Manifest(
        format=FORMAT,
        made_at=now,
        version=places.version(),
        engine=connection.vendor,
        server=".".join(map(str, connection.get_database_version())),
        migrations=applied(cursor),
        rows=count_rows(cursor),
        key=fingerprint(),
    )


def applied(cursor: Any) -> tuple[str, ...]:
    """Return the migrations that a database has, in their order, none where it is empty."""
    if "django_migrations" not in _tables(cursor):
        return ()
    cursor.execute("SELECT app, name FROM django_migrations ORDER BY id")
    return tuple(f"{app}.{name}" for app, name in cursor.fetchall())


def known() -> set[str]:
    """Return the migrations that this program has."""
    return {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}


def count_rows(cursor: Any) -> dict[str, int]:
    """Return how many rows each table has; one query for each."""
    found = {}
    for table in sorted(_tables(cursor)):
        cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608
        [found[table]] = cursor.fetchone()
    return found


def fingerprint() -> str:
    """Return by what a SECRET_KEY is known again; nobody can find the key by it."""
    return hmac.digest(settings.SECRET_KEY.encode(), FORMAT.encode(), "sha256").hex()[:16]


def _tables(cursor: Any) -> set[str]:
    return set(connection.introspection.table_names(cursor))
