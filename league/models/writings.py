"""Which tables have been written, noted by triggers: whether what is kept still holds.

Each connection to the database has a row of its own for each table, so nobody waits for anybody: a
row says in which transaction the connection wrote the table last. It is committed and rolled back
with what was written.
"""

from typing import Any, Final

from django.apps import apps
from django.db import models, transaction
from django.db.utils import OperationalError

UNNOTED: Final = frozenset(
    {"league_writing", "league_login", "league_storedanswer", "django_migrations"}
)
"""Tables written all the time that nothing kept is made from."""
ACTS: Final = ("INSERT", "UPDATE", "DELETE")
PATIENCE_S: Final = 3
TRIES: Final = 20
NOTE: Final = """
CREATE OR REPLACE FUNCTION league_note_writing() RETURNS trigger AS $$
BEGIN
    INSERT INTO league_writing AS noted (name, connection, number)
    VALUES (TG_TABLE_NAME, pg_backend_pid(), pg_current_xact_id()::text::bigint)
    ON CONFLICT (name, connection) DO UPDATE SET number = excluded.number
    WHERE noted.number <> excluded.number;
    RETURN NULL;
END $$ LANGUAGE plpgsql
"""
NOTE_IN_SQLITE: Final = """
INSERT INTO league_writing (name, connection, number)
SELECT 'TABLE', 0, CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER)
WHERE NOT EXISTS (SELECT 1 FROM league_writing WHERE name = 'TABLE');
UPDATE league_writing SET number = number + 1 WHERE name = 'TABLE'
"""


class Writing(models.Model):
    """That a connection has written a table; SQLite has one row for all connections.

    `number` is the transaction; with SQLite it counts rows, from the microsecond of the first one.
    So it never goes back, even if the row goes.
    """

    name = models.CharField(max_length=63, help_text="the table")
    connection = models.BigIntegerField(help_text="process number of the connection")
    number = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_writing_each", fields=["name", "connection"])
        ]

    def __str__(self) -> str:
        return f"{self.name} by {self.connection}"


def noted_tables() -> list[str]:
    """Return the tables whose writings are noted."""
    there = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    return sorted(there - UNNOTED)


def note_writings(connection: Any) -> None:
    """Give each table that has none the trigger that notes its writings.

    One after the other, each waiting for a few seconds at a time for those who write, so that
    nobody stands behind it for longer. Where the table of writings has gone, the triggers go.
    """
    there = set(connection.introspection.table_names())
    if Writing._meta.db_table not in there:
        stop_noting(connection)
        return
    make = _make_in_postgresql if connection.vendor == "postgresql" else _make_in_sqlite
    missing = [name for name in without_trigger(connection) if name in there]
    if missing and connection.vendor == "postgresql":
        _execute(connection, NOTE)
    for name in missing:
        make(connection, name)


def without_trigger(connection: Any) -> list[str]:
    """Return the tables whose writings should be noted and are not; none after `migrate`."""
    return sorted(set(noted_tables()) - _with_trigger(connection))


def stop_noting(connection: Any) -> None:
    """Take the triggers away."""
    for table in sorted(_with_trigger(connection)):
        if connection.vendor == "postgresql":
            _execute(connection, f'DROP TRIGGER writing_is_noted ON "{table}"')
        else:
            for act in ACTS:
                _execute(connection, f'DROP TRIGGER "writing_is_noted_{act.lower()}_{table}"')
    if connection.vendor == "postgresql":
        _execute(connection, "DROP FUNCTION IF EXISTS league_note_writing")


def _with_trigger(connection: Any) -> set[str]:
    """Return the tables that have the trigger."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
                "WHERE tgname = 'writing_is_noted' AND pg_table_is_visible(pg_class.oid)"
            )
        else:
            cursor.execute(
                "SELECT tbl_name FROM sqlite_master WHERE type = 'trigger' "
                "AND name = 'writing_is_noted_delete_' || tbl_name"
            )
        return {name for (name,) in cursor.fetchall()}


def _make_in_postgresql(connection: Any, table: str) -> None:
    make = (
        "CREATE TRIGGER writing_is_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE "
        f'ON "{table}" FOR EACH STATEMENT EXECUTE FUNCTION league_note_writing()'
    )
    for left in reversed(range(TRIES)):
        try:
            with transaction.atomic(using=connection.alias):
                _execute(connection, f"SET LOCAL lock_timeout = '{1000 * PATIENCE_S:.0f}ms'")
                _execute(connection, make)
        except OperationalError:
            if not left:
                raise
        else:
            return


def _make_in_sqlite(connection: Any, table: str) -> None:
    for act in ACTS:
        _execute(
            connection,
            f'CREATE TRIGGER IF NOT EXISTS "writing_is_noted_{act.lower()}_{table}" '
            f'AFTER {act} ON "{table}" BEGIN {NOTE_IN_SQLITE.replace("TABLE", table)}; END',
        )


def _execute(connection: Any, sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
