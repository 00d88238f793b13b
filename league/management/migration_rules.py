"""Rules by which a migration can run while the program of the release before still serves.

`docs/operations.md` tells them; `RELEASED` is the last migration of the last release, and what is
newer has to keep them.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from django.db.migrations import Migration
from django.db.migrations import operations as ops
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED

from league.models.operations import AddIndexUnlocked

APP = "league"
RELEASED = "0004_log"

LARGE = frozenset(
    {
        *("match", "seat", "result", "round", "record", "job", "auditentry", "encounter"),
        *("standing", "gamerating", "gameratingchange", "rating", "ratingchange", "duplicate"),
        *("player", "registration", "tableaction", "tableseat", "part", "delivery", "notice"),
    }
)
"""Tables that grow with what is played; a lock while they are read as a whole is felt."""

UNUSED_FIRST = (
    "the release before still uses it. Take it out of the models first, with "
    "SeparateDatabaseAndState(state_operations=[…]), a column made null or given a db_default; "
    "drop it with database_operations=[…] in the release after."
)
RENAMED = (
    "the release before knows the old name. Keep the name in the database (db_column, db_table), "
    "or add the new one, fill both, and drop the old one in later releases."
)
NOT_NULL = (
    "the release before inserts rows without it. Give it a db_default, or null=True and fill it in "
    "later."
)
NARROWED = (
    "the release before may store what does not fit, and the table is rewritten under a lock. Add "
    "a new column, fill both, and drop the old one in later releases."
)
LOCKED = (
    "writers wait while the table is read as a whole. Use AddIndexUnlocked of "
    "league.models.operations in a migration of its own with atomic = False; for a constraint "
    "AddConstraintNotValid, and ValidateConstraint in the migration after."
)
UNBOUNDED = (
    "all rows are locked until the last is done. Set atomic = False and go in slices, each a "
    "transaction of its own; or say in SAFE of the migration's module why it touches few rows."
)


def faults() -> Iterator[str]:
    """Yield what is wrong with the migrations that are newer than the last release."""
    loader = MigrationLoader(None)
    released = loader.project_state((APP, RELEASED))
    older = set(loader.graph.forwards_plan((APP, RELEASED)))
    for leaf in loader.graph.leaf_nodes(APP):
        for key in loader.graph.forwards_plan(leaf):
            if key in older or key[0] != APP:
                continue
            older.add(key)
            before = loader.project_state(key, at_end=False)
            yield from faults_of(loader.graph.nodes[key], before, released)


def faults_of(migration: Migration, before: ProjectState, released: ProjectState) -> Iterator[str]:
    """Yield what is wrong with one, which finds `before`; at the last release it was `released`."""
    state = before.clone()
    for operation in migration.operations:
        for fault in _faults(migration, operation, state, released):
            yield f"{migration.name}: {operation.describe()}: {fault}"
        operation.state_forwards(APP, state)


def _faults(
    migration: Migration, operation: Operation, state: ProjectState, released: ProjectState
) -> Iterator[str]:
    match operation:
        case ops.SeparateDatabaseAndState():
            for inner in operation.database_operations:
                if not _is_unused(inner, released):
                    yield from _faults(migration, inner, state, released)
        case ops.DeleteModel() | ops.RemoveField():
            yield UNUSED_FIRST
        case ops.RenameModel() | ops.RenameField() | ops.AlterModelTable():
            yield RENAMED
        case ops.AddField():
            yield from _of_new_field(operation)
        case ops.AlterField():
            yield from _of_changed_field(operation, state)
        case AddIndexUnlocked():
            return
        case ops.AddIndex() | ops.AddConstraint() if operation.model_name_lower in LARGE:
            if type(operation) in {ops.AddIndex, ops.AddConstraint}:
                yield LOCKED
        case ops.RunPython() | ops.RunSQL():
            if migration.atomic and not _is_safe(migration, operation):
                yield UNBOUNDED


def _is_unused(operation: Operation, released: ProjectState) -> bool:
    """Return whether the program of the last release did without what is dropped."""
    match operation:
        case ops.DeleteModel():
            return (APP, operation.name_lower) not in released.models
        case ops.RemoveField():
            model = released.models.get((APP, operation.model_name_lower))
            return model is None or operation.name not in model.fields
    return False


def _of_new_field(operation: ops.AddField) -> Iterator[str]:
    field: Any = operation.field
    is_column = not field.many_to_many
    if is_column and not field.null and field.db_default is NOT_PROVIDED:
        yield NOT_NULL
    if is_column and operation.model_name_lower in LARGE and (field.db_index or field.unique):
        yield LOCKED


def _of_changed_field(operation: ops.AlterField, state: ProjectState) -> Iterator[str]:
    old: Any = state.models[APP, operation.model_name_lower].fields[operation.name]
    new: Any = operation.field
    if old.null and not new.null:
        yield NOT_NULL
    if old.get_internal_type() != new.get_internal_type() or _longest(new) < _longest(old):
        yield NARROWED
    is_new_index = (new.db_index or new.unique) and not (old.db_index or old.unique)
    if is_new_index and operation.model_name_lower in LARGE:
        yield LOCKED


def _longest(field: Any) -> float:
    return float("inf") if field.max_length is None else float(field.max_length)


def _is_safe(migration: Migration, operation: Operation) -> bool:
    """Return whether the migration's module says why a function touches few rows."""
    module = import_module(type(migration).__module__)
    code = getattr(operation, "code", None)
    return getattr(code, "__name__", "") in getattr(module, "SAFE", {})
