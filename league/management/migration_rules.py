"""Rules by which a migration can run while the program of the release before still serves.

`docs/operations.md` tells them; `RELEASED` is the last migration of the last release, and what is
newer has to keep them.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
    ValidateConstraint,
)
from django.db.migrations import Migration
from django.db.migrations import operations as ops
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import (
    NOT_PROVIDED,
    GeneratedField,
    PositiveBigIntegerField,
    PositiveIntegerField,
    PositiveSmallIntegerField,
    Value,
)
from django.db.models.functions import Now

APP = "league"
RELEASED = "0004_log"

LARGE = frozenset(
    {
        *("match", "seat", "result", "round", "record", "job", "auditentry", "encounter"),
        *("standing", "gamerating", "gameratingchange", "rating", "ratingchange", "duplicate"),
        *("player", "registration", "tableaction", "tableseat", "part", "delivery", "notice"),
        *("bye", "mail", "meeting", "onlinetable", "scorepad", "login", "storedanswer"),
        *("payment", "device", "push", "tablechallenge"),
    }
)
"""Tables that grow with what is played; a lock while they are read as a whole is felt."""

SMALL = {
    **dict.fromkeys(("agreement", "contact", "membership"), "one for each person and club"),
    "allegiance": "one for each person in a season of a federation",
    **dict.fromkeys(("team", "teammember", "lineup"), "a few for each team and event"),
    **dict.fromkeys(("entrant", "event_bots", "pairrule"), "a few for each division or event"),
    **dict.fromkeys(("invitation", "merge", "dispute", "penalty"), "organisers write each by hand"),
    "handicap": "organisers set those of an event at once",
    "remotebot": "a few for each author",
    "opponent": "a few for each experiment that somebody starts, within a quota",
    **dict.fromkeys(("analysis", "practice", "version"), "people ask for each, within a quota"),
    **dict.fromkeys(("ratingreview", "unrated"), "what waits, deleted when it is done"),
}
"""Tables that refer to large ones and are not large, with the reason."""

_CHECK = "Create constraint {} on model onlinetable"
_ONLINE = (
    "it is older than the rule; `python -m bench locks` measures the like of it below a second"
)
EXCUSED = {
    "0017_agreements: Add field asks to notice": "it is older than the rule; who was in the way of "
    "the other, request or migration, can be sent or run again",
    "0028_practice: Add field again to onlinetable": _ONLINE,
    "0028_practice: Add field back_to to tableaction": _ONLINE,
    f"0028_practice: {_CHECK.format('table_being_played_has_a_match')}": _ONLINE,
    f"0028_practice: {_CHECK.format('table_for_practice_has_no_match')}": _ONLINE,
}
"""Operations that break a rule, and why they may stay."""

SHORT = ("index concurrently", "validate constraint", "not valid")
"""What statements say that keep nobody waiting."""

CHECKED = (PositiveBigIntegerField, PositiveIntegerField, PositiveSmallIntegerField)
"""Fields whose columns have a check, for which all rows are read when they are added."""

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
REWRITTEN = (
    "the whole table is written anew while nobody else reads or writes it. Use a constant "
    "db_default or null=True, and fill the column in later, in slices."
)
SCANNED = (
    "nobody else reads or writes while all rows are checked. Use a field without a check of its "
    "own (BigIntegerField instead of PositiveIntegerField); add the check with "
    "AddConstraintNotValid, and ValidateConstraint in the migration after."
)
IN_TRANSACTION = (
    "PostgreSQL makes such an index outside of transactions only. Set atomic = False, in a "
    "migration of its own."
)
NOT_LET_GO = (
    "the lock that AddConstraintNotValid took is held while all rows are read. Validate in the "
    "migration after, which is another transaction."
)
SEVERAL = (
    "it holds one table and waits for the other, while requests hold that and wait for the first; "
    "PostgreSQL ends one of them. Set atomic = False, and use AddFieldAlone of "
    "league.models.operations; or change one table in a migration."
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
    held: set[str] = set()
    for operation in migration.operations:
        told = f"{migration.name}: {operation.describe()}"
        changed = _changed(migration, operation, released)
        if told not in EXCUSED:
            yield from (
                f"{told}: {fault}" for fault in _faults(migration, operation, state, released)
            )
            if changed and held and changed not in held:
                yield f"{told}: {SEVERAL}"
        held |= {changed} - {""}
        operation.state_forwards(APP, state)


def _changed(migration: Migration, operation: Operation, released: ProjectState) -> str:
    """Return the table that nobody else uses until the migration is done, none if there is none."""
    model = getattr(operation, "model_name", "").lower()
    is_alone = isinstance(operation, ops.AddField | ops.AlterField | ops.RemoveField)
    return model if migration.atomic and is_alone and (APP, model) in released.models else ""


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
            yield from _of_new_field(operation, _large(released))
        case ops.AlterField():
            yield from _of_changed_field(operation, state, _large(released))
        case ops.RunPython() | ops.RunSQL():
            if _is_unbounded(migration, operation) and not _is_safe(migration, operation):
                yield UNBOUNDED
        case _:
            yield from _of_index_or_constraint(migration, operation, _large(released))


def _large(released: ProjectState) -> frozenset[str]:
    """Return the tables that may be large already; those that are newer than that are empty."""
    return frozenset(name for name in LARGE if (APP, name) in released.models)


def _of_index_or_constraint(
    migration: Migration, operation: Operation, large: frozenset[str]
) -> Iterator[str]:
    is_large = getattr(operation, "model_name", "").lower() in large
    match operation:
        case AddIndexConcurrently() | RemoveIndexConcurrently():
            if migration.atomic:
                yield IN_TRANSACTION
        case AddConstraintNotValid():
            return
        case ValidateConstraint():
            if migration.atomic and is_large and _adds_not_valid(migration, operation):
                yield NOT_LET_GO
        case ops.AddIndex() | ops.AddConstraint():
            if is_large:
                yield LOCKED
        case ops.AlterUniqueTogether() | ops.AlterIndexTogether():
            if operation.name_lower in large and operation.option_value:
                yield LOCKED


def _adds_not_valid(migration: Migration, validation: ValidateConstraint) -> bool:
    return any(
        isinstance(operation, AddConstraintNotValid)
        and operation.model_name_lower == validation.model_name.lower()
        for operation in migration.operations
    )


def _is_unbounded(migration: Migration, operation: Operation) -> bool:
    """Return whether one transaction changes, or may change, any number of rows."""
    if migration.atomic:
        return True
    return isinstance(operation, ops.RunSQL) and any(
        _is_long(statement) for statement in _statements(operation.sql)
    )


def _statements(sql: Any) -> list[str]:
    """Return the statements of `RunSQL`, which takes a text, or a list of texts and pairs."""
    if isinstance(sql, str):
        return sql.split(";")
    return [one if isinstance(one, str) else one[0] for one in sql]


def _is_long(statement: str) -> bool:
    """Return whether a statement of its own transaction keeps others from a large table."""
    words = statement.lower().replace('"', " ").replace("(", " ").split()
    is_about_large = any(word == f"{APP}_{model}" for word in words for model in LARGE)
    return is_about_large and not any(short in " ".join(words) for short in SHORT)


def _is_unused(operation: Operation, released: ProjectState) -> bool:
    """Return whether the program of the last release did without what is dropped."""
    match operation:
        case ops.DeleteModel():
            return (APP, operation.name_lower) not in released.models
        case ops.RemoveField():
            model = released.models.get((APP, operation.model_name_lower))
            return model is None or operation.name not in model.fields
    return False


def _of_new_field(operation: ops.AddField, large: frozenset[str]) -> Iterator[str]:
    field: Any = operation.field
    if field.many_to_many:
        return
    is_computed = isinstance(field, GeneratedField)
    if not is_computed and not field.null and field.db_default is NOT_PROVIDED:
        yield NOT_NULL
    if operation.model_name_lower not in large:
        return
    if field.db_index or field.unique:
        yield LOCKED
    if is_computed or not _is_constant(field.db_default):
        yield REWRITTEN
    elif isinstance(field, CHECKED):
        yield SCANNED


def _is_constant(default: Any) -> bool:
    """Return whether PostgreSQL keeps a default once, instead of writing it into every row."""
    return isinstance(default, Value | Now) or not hasattr(default, "resolve_expression")


def _of_changed_field(
    operation: ops.AlterField, state: ProjectState, large: frozenset[str]
) -> Iterator[str]:
    old: Any = state.models[APP, operation.model_name_lower].fields[operation.name]
    new: Any = operation.field
    if old.null and not new.null:
        yield NOT_NULL
    if _form(new) != _form(old) or _longest(new) < _longest(old):
        yield NARROWED
    is_new_index = (new.db_index or new.unique) and not (old.db_index or old.unique)
    is_new_reference = _is_reference(new) and not _is_reference(old)
    if (is_new_index or is_new_reference) and operation.model_name_lower in large:
        yield LOCKED


def _form(field: Any) -> tuple[Any, ...]:
    """Return what a column's values are stored as: in another form, all are written anew."""
    more = (getattr(field, name, None) for name in ("decimal_places", "db_collation"))
    return field.get_internal_type(), *more


def _is_reference(field: Any) -> bool:
    """Return whether the database checks that the row referred to is there."""
    return bool(field.remote_field) and bool(getattr(field, "db_constraint", False))


def _longest(field: Any) -> float:
    return float("inf") if field.max_length is None else float(field.max_length)


def _is_safe(migration: Migration, operation: Operation) -> bool:
    """Return whether the migration's module says why a function touches few rows."""
    module = import_module(type(migration).__module__)
    code = getattr(operation, "code", None)
    return getattr(code, "__name__", "") in getattr(module, "SAFE", {})
