"""PostgreSQL itself says which operations read or write a whole table while others wait."""

import pytest
from django.contrib.postgres.functions import RandomUUID
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import connection, migrations, models
from django.db.migrations.state import ModelState, ProjectState
from django.db.models import Q
from django.db.models.functions import Now, Upper

from bench import locks_run

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.only("postgresql", "SQLite has one lock for everything"),
]

TABLE = "league_example"
CHECK = models.CheckConstraint(name="example_has_name", condition=~Q(name=""))
UNIQUE = models.UniqueConstraint(name="example_is_unique", fields=["name"])
INDEX = models.Index(fields=["name"], name="example_by_name")
COMPUTED = models.GeneratedField(
    expression=Upper("name"), output_field=models.TextField(), db_persist=True
)


def add(field):
    return migrations.AddField("example", "more", field)


def alter(name, field):
    return migrations.AlterField("example", name, field)


def asked(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement, [TABLE])
        return cursor.fetchone()


def read_and_written(operation):
    """Return how often an operation reads a whole table, and whether it writes it anew."""
    before, after = ProjectState(), ProjectState()
    fields = [
        ("id", models.BigAutoField(primary_key=True)),
        ("name", models.CharField(max_length=80)),
        ("points", models.DecimalField(max_digits=14, decimal_places=3)),
    ]
    for state in (before, after):
        state.add_model(ModelState("league", "Example", fields))
    operation.state_forwards("league", after)
    scans = "SELECT seq_scan FROM pg_stat_xact_user_tables WHERE relname = %s"
    file = "SELECT pg_relation_filenode(%s::regclass)"
    with connection.schema_editor() as editor:
        editor.create_model(before.apps.get_model("league", "example"))
        [read], [stored] = asked(scans), asked(file)
        operation.database_forwards("league", editor, before, after)
        return asked(scans)[0] - read, asked(file) != (stored,)


@pytest.mark.parametrize(
    "operation",
    [
        add(models.UUIDField(db_default=RandomUUID())),
        add(COMPUTED),
        alter("name", models.IntegerField(db_default=0)),
        alter("points", models.DecimalField(max_digits=14, decimal_places=2)),
    ],
    ids=["random default", "computed", "type", "digits"],
)
def test_table_is_written_anew(operation):
    _read, is_written = read_and_written(operation)
    assert is_written


@pytest.mark.parametrize(
    "operation",
    [
        add(models.PositiveIntegerField(null=True)),
        migrations.AddIndex("example", INDEX),
        migrations.AddConstraint("example", CHECK),
        migrations.AddConstraint("example", UNIQUE),
    ],
    ids=["check of a column", "index", "check", "unique"],
)
def test_table_is_read_as_a_whole(operation):
    read, is_written = read_and_written(operation)
    assert (read > 0, is_written) == (True, False)


@pytest.mark.parametrize(
    "operation",
    [
        add(models.CharField(max_length=9, db_default="")),
        add(models.DateTimeField(db_default=Now())),
        add(models.IntegerField(null=True)),
        alter("name", models.CharField(max_length=120)),
        alter("points", models.DecimalField(max_digits=16, decimal_places=3)),
        AddConstraintNotValid("example", CHECK),
    ],
    ids=["constant default", "now", "null", "longer", "more digits", "not valid"],
)
def test_table_is_not_touched(operation):
    assert read_and_written(operation) == (0, False)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", locks_run.OPERATIONS)
def test_what_is_measured_is_done_while_somebody_writes(what):
    figure = locks_run.figure(what, locks_run.OPERATIONS[what], rows=500)
    assert 0 < figure["longest_s"] < 60
