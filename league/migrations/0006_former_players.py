"""People who are forgotten; and a log that lets names go, and nothing else.

`name` and `host` anywhere in an entry's data may become empty. An entry's other words, its time,
its place and its order stay as they are, and it is never deleted. As in 0004, a migration that
alters the table of entries has to make SQLite's trigger again.
"""

from importlib import import_module

from django.db import migrations, models

log = import_module("league.migrations.0004_log")

TABLE = log.TABLE
SAFE = {"let_names_go": "makes a function and triggers, and touches no row"}

KEPT = "at, club_id, event_id, action, subject"
FORGETTABLE = "'name', 'host'"

POSTGRESQL = [
    f"""
    CREATE FUNCTION league_only_forgets(old jsonb, new jsonb) RETURNS boolean AS $$
    BEGIN
        IF old = new THEN
            RETURN true;
        ELSIF jsonb_typeof(old) = 'object' AND jsonb_typeof(new) = 'object' THEN
            RETURN NOT EXISTS (
                SELECT FROM jsonb_each(old) a FULL JOIN jsonb_each(new) b ON a.key = b.key
                WHERE a.key IS NULL OR b.key IS NULL OR NOT (
                    (a.key IN ({FORGETTABLE}) AND b.value = '""')
                    OR league_only_forgets(a.value, b.value)
                )
            );
        ELSIF jsonb_typeof(old) = 'array' AND jsonb_typeof(new) = 'array' THEN
            RETURN jsonb_array_length(old) = jsonb_array_length(new) AND NOT EXISTS (
                SELECT FROM generate_series(0, jsonb_array_length(old) - 1) AS n
                WHERE NOT league_only_forgets(old->n, new->n)
            );
        END IF;
        RETURN false;
    END
    $$ LANGUAGE plpgsql IMMUTABLE
    """,
    f"DROP TRIGGER log_is_append_only ON {TABLE}",
    f"""
    CREATE TRIGGER log_is_append_only BEFORE UPDATE OF {KEPT} ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION league_log_is_append_only()
    """,
    f"""
    CREATE TRIGGER log_only_forgets BEFORE UPDATE OF data ON {TABLE}
    FOR EACH ROW WHEN (OLD.data = NEW.data OR NOT league_only_forgets(OLD.data, NEW.data))
    EXECUTE FUNCTION league_log_is_append_only()
    """,
]
POSTGRESQL_BACK = [
    f"DROP TRIGGER log_only_forgets ON {TABLE}",
    f"DROP TRIGGER log_is_append_only ON {TABLE}",
    "DROP FUNCTION league_only_forgets(jsonb, jsonb)",
    log.POSTGRESQL[1],
]
SQLITE = [
    "DROP TRIGGER log_is_append_only",
    f"""
    CREATE TRIGGER log_is_append_only BEFORE UPDATE OF {KEPT} ON {TABLE}
    BEGIN SELECT RAISE(ABORT, 'entries of the log are added, never changed'); END
    """,
    f"""
    CREATE TRIGGER log_only_forgets BEFORE UPDATE OF data ON {TABLE}
    WHEN OLD.data IS NEW.data
    OR (SELECT count(*) FROM json_tree(OLD.data)) <> (SELECT count(*) FROM json_tree(NEW.data))
    OR EXISTS (
        SELECT 1 FROM json_tree(OLD.data) a LEFT JOIN json_tree(NEW.data) b ON a.fullkey = b.fullkey
        WHERE b.fullkey IS NULL OR NOT (
            (a.type = b.type AND a.atom IS b.atom)
            OR (a.key IN ({FORGETTABLE}) AND b.type = 'text' AND b.atom = '')
        )
    )
    BEGIN SELECT RAISE(ABORT, 'entries of the log are added, never changed'); END
    """,
]
SQLITE_BACK = ["DROP TRIGGER log_only_forgets", "DROP TRIGGER log_is_append_only", *log.SQLITE]


def let_names_go(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    for statement in {"postgresql": POSTGRESQL, "sqlite": SQLITE}.get(vendor, []):
        schema_editor.execute(statement)


def keep_names(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    for statement in {"postgresql": POSTGRESQL_BACK, "sqlite": SQLITE_BACK}.get(vendor, []):
        schema_editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [("league", "0005_tallies")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="erased_at",
            field=models.DateTimeField(
                blank=True,
                help_text="the person wanted to be forgotten; results stay",
                null=True,
            ),
        ),
        migrations.RunPython(let_names_go, keep_names),
    ]
