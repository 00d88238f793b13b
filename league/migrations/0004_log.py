"""Which result is in force, for matches of before; and triggers that keep the log as it is.

An UPDATE of what an entry says is refused, a DELETE too on PostgreSQL. Forgetting an account is
allowed. A migration that alters the table of entries has to make SQLite's trigger again, because
SQLite copies the table.
"""

from django.db import migrations
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

TABLE = "league_auditentry"
COLUMNS = "at, club_id, event_id, action, subject, data"

POSTGRESQL = [
    """
    CREATE FUNCTION league_log_is_append_only() RETURNS trigger AS $$
    BEGIN
        RAISE EXCEPTION 'entries of the log are added, never changed';
    END
    $$ LANGUAGE plpgsql
    """,
    f"""
    CREATE TRIGGER log_is_append_only BEFORE UPDATE OF {COLUMNS} ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION league_log_is_append_only()
    """,
    f"""
    CREATE TRIGGER log_is_kept BEFORE DELETE ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION league_log_is_append_only()
    """,
]
SQLITE = [
    f"""
    CREATE TRIGGER log_is_append_only BEFORE UPDATE OF {COLUMNS} ON {TABLE}
    BEGIN SELECT RAISE(ABORT, 'entries of the log are added, never changed'); END
    """
]


def make_triggers(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    for statement in {"postgresql": POSTGRESQL, "sqlite": SQLITE}.get(vendor, []):
        schema_editor.execute(statement)


def drop_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP TRIGGER log_is_kept ON {TABLE}")
        schema_editor.execute(f"DROP TRIGGER log_is_append_only ON {TABLE}")
        schema_editor.execute("DROP FUNCTION league_log_is_append_only()")
    else:
        schema_editor.execute("DROP TRIGGER log_is_append_only")


def name_results_in_force(apps, schema_editor):
    results = apps.get_model("league", "Result").objects.filter(match=OuterRef("pk"))
    newest = results.order_by("-version").values("version")[:1]
    matches = apps.get_model("league", "Match").objects.filter(version__gt=0)
    matches.update(result_version=Coalesce(Subquery(newest), 0))


class Migration(migrations.Migration):

    dependencies = [("league", "0003_events")]

    operations = [
        migrations.RunPython(name_results_in_force, migrations.RunPython.noop),
        migrations.RunPython(make_triggers, drop_triggers),
    ]
