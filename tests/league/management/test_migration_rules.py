"""What would disturb the release before is found in a migration, and what would not is let pass."""

import pytest
from django.contrib.postgres.operations import AddConstraintNotValid
from django.core.management import CommandError, call_command
from django.db import migrations, models
from django.db.migrations.state import ModelState, ProjectState
from django.db.models import Q

from league.management import migration_rules as rules
from league.models.operations import AddIndexUnlocked

INDEX = models.Index(fields=["name"], name="by_name")
CHECK = models.CheckConstraint(name="has_name", condition=~Q(name=""))
SAFE = {"touch_little": "is only an example"}


def touch(apps, schema_editor):
    """Stand for a function that fills a column."""


def touch_little(apps, schema_editor):
    """Stand for a function that SAFE speaks for."""


def state(**more):
    """Return a state with a large table, and a small one."""
    fields = {"id": models.BigAutoField(primary_key=True), "name": models.CharField(max_length=80)}
    fields |= {"note": models.TextField(null=True)} | more
    found = ProjectState()
    for name in ("Match", "Venue"):
        found.add_model(ModelState("league", name, list(fields.items())))
    return found


def faults(*operations, atomic=True, released=None):
    """Return the rules that a migration with these operations breaks."""
    own = type("Migration", (migrations.Migration,), {"operations": operations, "atomic": atomic})
    own.__module__ = __name__
    found = rules.faults_of(own("0099_new", "league"), state(), released or state())
    texts = {value: name for name, value in vars(rules).items() if isinstance(value, str)}
    return [texts[fault.split(": ", 2)[2]] for fault in found]


def add(field, model="venue"):
    return migrations.AddField(model, "more", field)


def alter(name, field, model="venue"):
    return migrations.AlterField(model, name, field)


def text(**options):
    return models.CharField(max_length=80, **options)


@pytest.mark.parametrize(
    ("operation", "broken"),
    [
        (migrations.RemoveField("venue", "note"), "UNUSED_FIRST"),
        (migrations.DeleteModel("venue"), "UNUSED_FIRST"),
        (migrations.RenameField("venue", "note", "remark"), "RENAMED"),
        (migrations.RenameModel("Venue", "Place"), "RENAMED"),
        (migrations.AlterModelTable("venue", "places"), "RENAMED"),
        (add(text(default="")), "NOT_NULL"),
        (alter("note", models.TextField()), "NOT_NULL"),
        (alter("name", models.CharField(max_length=40)), "NARROWED"),
        (alter("name", models.IntegerField()), "NARROWED"),
        (add(text(null=True, db_index=True), "match"), "LOCKED"),
        (alter("name", text(db_index=True), "match"), "LOCKED"),
        (migrations.AddIndex("match", INDEX), "LOCKED"),
        (migrations.AddConstraint("match", CHECK), "LOCKED"),
        (migrations.RunPython(touch), "UNBOUNDED"),
        (migrations.RunSQL("UPDATE league_match SET name = ''"), "UNBOUNDED"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_rule_is_held(operation, broken):
    assert faults(operation) == [broken]


@pytest.mark.parametrize(
    "operation",
    [
        add(text(null=True)),
        add(text(db_default="")),
        add(models.ManyToManyField("league.Match")),
        add(text(null=True, db_index=True)),
        alter("name", models.CharField(max_length=120)),
        alter("name", models.CharField(max_length=80, help_text="as it is written")),
        migrations.AddIndex("venue", INDEX),
        migrations.AddConstraint("venue", CHECK),
        AddIndexUnlocked("match", INDEX),
        AddConstraintNotValid("match", CHECK),
        migrations.RemoveIndex("match", "by_name"),
        migrations.CreateModel("New", [("id", models.BigAutoField(primary_key=True))]),
        migrations.RunPython(touch_little),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("venue", "note")]
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_disturbs_nobody_passes(operation):
    found = state()
    found.models["league", "match"].options["indexes"] = [INDEX]
    own = type("Migration", (migrations.Migration,), {"operations": [operation]})
    own.__module__ = __name__
    assert list(rules.faults_of(own("0099_new", "league"), found, state())) == []


def test_rows_may_be_filled_in_slices():
    assert faults(migrations.RunPython(touch), atomic=False) == []


def drop(name):
    operation = migrations.RemoveField("venue", name)
    return migrations.SeparateDatabaseAndState(database_operations=[operation])


def test_a_column_goes_one_release_after_the_models_did_without():
    assert faults(drop("gone"), released=state()) == []
    assert faults(drop("note"), released=state()) == ["UNUSED_FIRST"]


def test_a_state_is_the_one_an_operation_finds():
    wider = alter("name", models.CharField(max_length=120))
    assert faults(wider, alter("name", models.CharField(max_length=100))) == ["NARROWED"]


def test_the_migrations_of_this_release_keep_the_rules(capsys):
    call_command("lintmigrations")
    assert "can run while the program serves" in capsys.readouterr().out


def test_migrations_before_there_were_rules_break_some(monkeypatch):
    monkeypatch.setattr(rules, "RELEASED", "0001_initial")
    with pytest.raises(CommandError, match="would disturb"):
        call_command("lintmigrations")


@pytest.mark.django_db(transaction=True)
def test_an_index_is_added_and_dropped_on_either_database():
    from django.db import connection

    from league.models import Venue

    before, after = state(), state()
    operation = AddIndexUnlocked("venue", models.Index(fields=["name"], name="venue_for_test"))

    def indexes():
        with connection.cursor() as cursor:
            return connection.introspection.get_constraints(cursor, Venue._meta.db_table)

    with connection.schema_editor(atomic=False) as editor:
        operation.database_forwards("league", editor, before, after)
    assert "venue_for_test" in indexes()
    with connection.schema_editor(atomic=False) as editor:
        operation.database_backwards("league", editor, after, before)
    assert "venue_for_test" not in indexes()
