"""The measurement of `locks`, in a process of its own: a table, an operation, and a writer."""

import json
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

import psycopg
from django.contrib.postgres.functions import RandomUUID
from django.contrib.postgres.operations import AddConstraintNotValid, ValidateConstraint
from django.db import connection, migrations, models
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState
from django.db.models import Q
from django.db.models.functions import Upper

from league.management import migration_rules as rules
from league.models.operations import AddIndexUnlocked

from .measure import say

MODEL, TABLE = "match", "league_measured"
"""The model has the name of a large one, so that the rules know it; its table has another."""
FILL = f"""
INSERT INTO {TABLE} (name, points) SELECT 'Table ' || n, n / 7.0 FROM generate_series(1, %s) n
"""
CHANGE = f"UPDATE {TABLE} SET name = name || '' WHERE id = %s"
PAUSE_S, BEFORE_S = 0.002, 0.5
TRIES = 3

INDEX = models.Index(fields=["name"], name="match_by_name")
CHECK = models.CheckConstraint(name="match_has_name", condition=~Q(name=""))
UNIQUE = models.UniqueConstraint(name="match_is_unique", fields=["name"])


def _add(field: Any) -> Operation:
    return migrations.AddField(MODEL, "more", field)


def _alter(name: str, field: Any) -> Operation:
    return migrations.AlterField(MODEL, name, field)


OPERATIONS: dict[str, tuple[Operation, ...]] = {
    "nothing": (),
    "add an index": (migrations.AddIndex(MODEL, INDEX),),
    "the same by AddIndexUnlocked": (AddIndexUnlocked(MODEL, INDEX),),
    "add a column that is null everywhere, with an index": (
        _add(models.BigIntegerField(null=True, db_index=True)),
    ),
    "add a column with a random default": (_add(models.UUIDField(db_default=RandomUUID())),),
    "add a column with a constant default": (_add(models.CharField(max_length=9, db_default="")),),
    "add a computed column": (
        _add(
            models.GeneratedField(
                expression=Upper("name"), output_field=models.TextField(), db_persist=True
            )
        ),
    ),
    "change the type of a column": (_alter("points", models.FloatField()),),
    "change the digits after the point": (
        _alter("points", models.DecimalField(max_digits=14, decimal_places=2)),
    ),
    "add a unique constraint": (migrations.AddConstraint(MODEL, UNIQUE),),
    "add a column with a check of its own": (_add(models.PositiveIntegerField(null=True)),),
    "add a check": (migrations.AddConstraint(MODEL, CHECK),),
    "the same by AddConstraintNotValid, then ValidateConstraint": (
        AddConstraintNotValid(MODEL, CHECK),
        ValidateConstraint(MODEL, CHECK.name),
    ),
}
"""What is measured; of several operations each has a migration of its own."""


def measure(rows: int) -> None:
    """Print a line of JSON for each operation: the longest wait of a writer, and broken rules."""
    for what, operations in OPERATIONS.items():
        say(f"  {what}")
        print(json.dumps(figure(what, operations, rows)), flush=True)


def figure(what: str, operations: tuple[Operation, ...], rows: int) -> dict[str, Any]:
    """Return what one line says: the middle one of some tries, as disks pause now and then."""
    longest = median(_tried(operations, rows) for _ in range(TRIES))
    faults = dict.fromkeys(rule for one in operations for rule in broken(one))
    return {"what": what, "longest_s": longest, "broken": ", ".join(faults)}


def _tried(operations: tuple[Operation, ...], rows: int) -> float:
    """Do operations to a new table; return the longest wait of a writer."""
    state = _state()
    with _table(state, rows):
        return max(_longest_wait(one, state, rows) for one in operations or (None,))


def _state() -> ProjectState:
    state = ProjectState()
    fields = [
        ("id", models.BigAutoField(primary_key=True)),
        ("name", models.CharField(max_length=80)),
        ("points", models.DecimalField(max_digits=14, decimal_places=3)),
    ]
    state.add_model(ModelState(rules.APP, "Match", fields, {"db_table": TABLE}))
    return state


@contextmanager
def _table(state: ProjectState, rows: int) -> Iterator[None]:
    """Have a table of so many rows, which is dropped afterwards."""
    with connection.schema_editor() as editor:
        editor.create_model(state.apps.get_model(rules.APP, MODEL))
    with connection.cursor() as cursor:
        cursor.execute(FILL, [rows])
        cursor.execute(f"ANALYZE {TABLE}")
        cursor.execute("CHECKPOINT")  # or what was filled is written while a writer waits
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TABLE {TABLE}")


def _longest_wait(operation: Operation | None, state: ProjectState, rows: int) -> float:
    """Do an operation while somebody changes rows; return the longest time that one took."""
    waits: list[float] = []
    is_over = threading.Event()
    writer = threading.Thread(target=_write, args=(waits, is_over, rows))
    writer.start()
    time.sleep(BEFORE_S)
    try:
        if operation is not None:
            _do(operation, state)
    finally:
        is_over.set()
        writer.join()
    return max(waits)


def _do(operation: Operation, state: ProjectState) -> None:
    before = state.clone()
    operation.state_forwards(rules.APP, state)
    with connection.schema_editor(atomic=_is_atomic(operation)) as editor:
        operation.database_forwards(rules.APP, editor, before, state)


def _is_atomic(operation: Operation) -> bool:
    return not isinstance(operation, AddIndexUnlocked)


def _write(waits: list[float], is_over: threading.Event, rows: int) -> None:
    chance = random.Random(1)
    with psycopg.connect(**_place(), autocommit=True) as writing:
        while not is_over.wait(PAUSE_S):
            begun = time.perf_counter()
            writing.execute(CHANGE, [chance.randint(1, rows)])
            waits.append(time.perf_counter() - begun)


def _place() -> dict[str, Any]:
    """Return where the database is, as psycopg takes it."""
    told = connection.settings_dict
    names = {"host": "HOST", "port": "PORT", "user": "USER", "dbname": "NAME"}
    return {name: told[key] for name, key in names.items() if told[key]}


def broken(operation: Operation) -> Iterator[str]:
    """Yield the names of the rules that an operation breaks in a migration of its own."""
    migration = migrations.Migration("0099_measured", rules.APP)
    migration.operations, migration.atomic = [operation], _is_atomic(operation)
    names = {text: name for name, text in vars(rules).items() if isinstance(text, str)}
    for fault in rules.faults_of(migration, _state(), _state()):
        yield names[fault.partition(": ")[2].partition(": ")[2]]
