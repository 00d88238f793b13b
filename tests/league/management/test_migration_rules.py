"""What would disturb the release before is found in a migration, and what would not is let pass."""

import pytest
from django.apps import apps
from django.contrib.postgres.functions import RandomUUID
from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    RemoveIndexConcurrently,
    ValidateConstraint,
)
from django.core.management import CommandError, call_command
from django.db import connection, migrations, models
from django.db.migrations.state import ModelState, ProjectState
from django.db.models import Q
from django.db.models.functions import Now, Upper

from league.management import migration_rules as rules
from league.models.operations import AddFieldAlone, AddIndexUnlocked

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
    fields |= {"note": models.TextField(null=True), "points": numbers()}
    fields |= {"season": reference(db_constraint=False)} | more
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


def numbers(**options):
    return models.DecimalField(**{"max_digits": 14, "decimal_places": 3, **options})


def reference(**options):
    return models.ForeignKey("league.Venue", models.CASCADE, null=True, db_index=False, **options)


def computed():
    return models.GeneratedField(
        expression=Upper("name"), output_field=models.TextField(), db_persist=True
    )


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
        (alter("season", reference(), "match"), "LOCKED"),
        (migrations.AlterUniqueTogether("match", {("name", "note")}), "LOCKED"),
        (add(models.UUIDField(db_default=RandomUUID()), "match"), "REWRITTEN"),
        (add(computed(), "match"), "REWRITTEN"),
        (alter("points", numbers(decimal_places=2)), "NARROWED"),
        (alter("name", text(db_collation="C")), "NARROWED"),
        (add(models.PositiveIntegerField(null=True), "match"), "SCANNED"),
        (AddIndexUnlocked("match", INDEX), "IN_TRANSACTION"),
        (RemoveIndexConcurrently("match", "by_name"), "IN_TRANSACTION"),
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
        add(text(db_default="")),
        add(models.DateTimeField(db_default=Now())),
        add(models.IntegerField(null=True)),
        add(models.ForeignKey("league.Venue", models.CASCADE, null=True, db_index=False)),
        alter("points", numbers(max_digits=16)),
        AddConstraintNotValid("match", CHECK),
        ValidateConstraint("match", "has_name"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_large_table_is_not_locked_by_what_only_notes_something(operation):
    operation.model_name = "match"
    assert faults(operation) == []


def test_a_constraint_is_validated_in_another_transaction():
    operations = AddConstraintNotValid("match", CHECK), ValidateConstraint("match", "has_name")
    assert faults(*operations) == ["NOT_LET_GO"]
    assert faults(*operations, atomic=False) == []


def test_columns_of_two_tables_are_not_changed_in_one_transaction():
    operations = add(text(null=True)), add(text(null=True), "match")
    assert faults(*operations) == ["SEVERAL"]
    assert faults(*operations, atomic=False) == []
    assert faults(operations[0], alter("name", models.CharField(max_length=90))) == []


def test_a_table_that_is_newer_than_the_release_is_empty():
    released = state()
    released.remove_model("league", "match")
    assert faults(migrations.AddIndex("match", INDEX), released=released) == []


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE league_match SET name = ''",
        "UPDATE league_match SET name = '' WHERE NOT (note = 'validate')",
        ["SELECT 1", ("DELETE FROM league_match", None)],
        'ALTER TABLE "league_match" SET LOGGED',
        "CREATE INDEX more ON league_match(name)",
    ],
)
def test_one_statement_about_a_large_table_is_one_transaction(sql):
    assert faults(migrations.RunSQL(sql), atomic=False) == ["UNBOUNDED"]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE league_venue SET name = ''",
        "CREATE INDEX CONCURRENTLY more ON league_match (name)",
        "ALTER TABLE league_match ADD CONSTRAINT has_name CHECK (name <> '') NOT VALID",
        "ALTER TABLE league_match VALIDATE CONSTRAINT has_name",
    ],
)
def test_statements_that_keep_nobody_waiting_pass(sql):
    assert faults(migrations.RunSQL(sql), atomic=False) == []


def test_tables_that_grow_with_large_ones_are_large_or_small_with_a_reason():
    found = apps.get_app_config("league").get_models(include_auto_created=True)
    growing = {
        model._meta.model_name
        for model in found
        for field in model._meta.concrete_fields
        if field.remote_field and field.remote_field.model._meta.model_name in rules.LARGE
    }
    assert growing - rules.LARGE == rules.SMALL.keys()


def test_what_is_excused_breaks_a_rule(monkeypatch):
    excused = set(rules.EXCUSED)
    monkeypatch.setattr(rules, "EXCUSED", {})
    assert {fault.rpartition(": ")[0] for fault in rules.faults()} == excused


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


def test_an_index_of_a_large_table_is_made_outside_of_transactions():
    assert faults(AddIndexUnlocked("match", INDEX), atomic=False) == []


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


@pytest.fixture
def tried(transactional_db):
    """A table of a test's own, in the state of a project that has nothing else."""
    found = ProjectState()
    found.add_model(ModelState("league", "Tried", [("id", models.AutoField(primary_key=True))]))
    with connection.schema_editor(atomic=False) as editor:
        editor.create_model(found.apps.get_model("league", "Tried"))
    yield found
    with connection.schema_editor(atomic=False) as editor:
        editor.delete_model(found.apps.get_model("league", "Tried"))


def test_a_column_that_a_broken_migration_has_added_is_not_added_again(tried):
    before, after = tried, tried.clone()
    operation = AddFieldAlone("tried", "name", models.CharField(max_length=9, db_default=""))
    operation.state_forwards("league", after)

    def has_column():
        with connection.cursor() as cursor:
            found = connection.introspection.get_table_description(cursor, "league_tried")
        return "name" in {column.name for column in found}

    for _ in range(2):
        with connection.schema_editor(atomic=False) as editor:
            operation.database_forwards("league", editor, before, after)
        assert has_column()
    for _ in range(2):
        with connection.schema_editor(atomic=False) as editor:
            operation.database_backwards("league", editor, after, before)
        assert not has_column()
