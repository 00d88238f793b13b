"""PostgreSQL, through the programs that come with it: pg_dump, pg_restore and psql."""

import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import IO

import psycopg
from django.db import connection, transaction

from .container import PIECE, Unusable
from .manifest import Manifest, describe
from .tools import Tool, target

Say = Callable[[str], None]
WHOLE = ("--no-owner", "--no-privileges")
"""Who restores owns what is there; roles are a matter of the server."""
CLOSING_S = 2
"""The server takes a moment to see that a connection was closed."""
OTHERS = """
SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""
CLEAR = """
DO $$ DECLARE own record; BEGIN
  FOR own IN
    SELECT format('TABLE IF EXISTS %I.%I', schemaname, tablename) AS name
    FROM pg_tables WHERE schemaname = current_schema()
    UNION ALL
    SELECT format('ROUTINE IF EXISTS %s', oid::regprocedure) FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
  LOOP EXECUTE format('DROP %s CASCADE', own.name); END LOOP;
END $$
"""
"""Drops all that the database holds, also what is newer than the backup."""


def dump(add: Callable[[bytes], None], folder: Path, now: datetime, say: Say) -> Manifest:
    """Hand over a dump in PostgreSQL's own format, of the same snapshot as the manifest."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        [snapshot] = cursor.fetchone()
        manifest = describe(cursor, now)
        options = ("--format=custom", "--verbose", f"--snapshot={snapshot}", *WHOLE)
        heard = _counted("dumping contents of table", len(manifest.rows), "dumped", say)
        with Tool("pg_dump", *options, is_connected=True, heard=heard) as tool:
            while piece := tool.read(PIECE):
                add(piece)
    return manifest


def restore(source: IO[bytes], manifest: Manifest, folder: Path, say: Say) -> None:
    """Put a dump in the place of all that the database holds, in one transaction.

    psql commits when its input ends, so that is ended only after pg_restore has said all.
    """
    _disconnect()
    load = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
    heard = _counted("processing data for table", len(manifest.rows), "restored", say)
    with Tool("psql", *load, f"--command={CLEAR}", "--file=-", is_connected=True) as loading:
        with Tool("pg_restore", "--verbose", *WHOLE, "--file=-", heard=heard) as reading:
            reading.feed(source)
            while piece := reading.read(PIECE):
                loading.write(piece)
        loading.end_input()


def require_unused() -> None:
    """Raise Unusable while other programs are connected to the database."""
    _disconnect()
    deadline = time.monotonic() + CLOSING_S
    while others := _others():
        if time.monotonic() > deadline:
            raise Unusable(
                f"{others} other connections use the database: stop the web server, the workers "
                "and the clock, and try again."
            )
        time.sleep(0.05)


def _disconnect() -> None:
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined] # only this backend has one


def _others() -> int:
    """Return how many connections there are besides the one by which this is asked."""
    conninfo, secret = target()
    with psycopg.connect(conninfo, password=secret.get("PGPASSWORD")) as own:
        row = own.execute(OTHERS).fetchone()
    return int(row[0]) if row else 0


def _counted(words: str, total: int, done: str, say: Say) -> Callable[[str], None]:
    """Return what says how far a tool is, by the lines in which it names a table."""
    seen: list[str] = []

    def hear(line: str) -> None:
        if words in line:
            seen.append(line)
            if len(seen) % 10 == 0 or len(seen) == total:
                say(f"{done} {len(seen)} of {total} tables")

    return hear
