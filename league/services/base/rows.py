"""Many rows in one statement, without an object for each: for those that matches write most of.

The values go to the database as one JSON document, which it takes apart itself; signals, defaults
and `save` have no part in it. Both databases do the same with statements of their own.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import connection
from django.db.models import Field, JSONField, Model


def insert(
    model: type[Model],
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    *,
    returning: Sequence[str] = (),
) -> list[tuple[Any, ...]]:
    """Insert rows of values for the fields `columns`; all others are optional to the database.

    Returns the fields `returning`, keys or other numbers, of the new rows in any order.
    IntegrityError as usual. One query, none without rows.
    """
    fields = _fields(model, columns)
    names = ", ".join(map(_name, fields))
    taken = f"SELECT {_values(fields)} FROM {_ROWS}"  # noqa: S608 - names are the models' own
    back = ", ".join(map(_name, _fields(model, returning)))
    statement = f"INSERT INTO {_quoted(model._meta.db_table)} ({names}) {taken}"
    return _execute(f"{statement} RETURNING {back}" if back else statement, rows)


def update(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Set the fields `columns` of rows that exist; each starts with its primary key.

    The caller holds the rows, or knows that nobody else changes them. One query, none without rows.
    """
    fields = _fields(model, [model._meta.pk.name, *columns])
    table, (key, *names) = _quoted(model._meta.db_table), map(_name, fields)
    taken = f"SELECT {_values(fields)} FROM {_ROWS}"  # noqa: S608 - as above
    given = f"WITH given ({', '.join([key, *names])}) AS ({taken})"
    changes = ", ".join(f"{name} = given.{name}" for name in names)
    changed = f"UPDATE {table} SET {changes} FROM given"  # noqa: S608 - as above
    _execute(f"{given} {changed} WHERE {table}.{key} = given.{key}", rows)


_ROWS = "{rows}"
"""Stands for the document as a table of rows."""


def _execute(statement: str, rows: Iterable[Sequence[Any]]) -> list[tuple[Any, ...]]:
    given = list(rows)
    if not given:
        return []
    source = "json_each(%s)" if _is_sqlite() else "jsonb_array_elements(%s::jsonb) AS _ (value)"
    with connection.cursor() as cursor:
        cursor.execute(statement.replace(_ROWS, source), [json.dumps(given, default=_text)])
        return cursor.fetchall() if cursor.description else []


def _text(value: Any) -> str:
    """Return a value that JSON does not know as the database writes it."""
    if isinstance(value, datetime):
        return str(connection.ops.adapt_datetimefield_value(value))
    if isinstance(value, Decimal):
        return str(value)
    raise TypeError(f"{value!r} is not for a row")


def _values(fields: Sequence["Field[Any, Any]"]) -> str:
    """Return the expressions that take a row's values out of the document."""
    return ", ".join(_value(field, index) for index, field in enumerate(fields))


def _value(field: "Field[Any, Any]", index: int) -> str:
    if _is_sqlite():
        return f"json_extract(value, '$[{index}]')"
    if isinstance(field, JSONField):
        return f"NULLIF(value->{index}, 'null'::jsonb)"
    return f"(value->>{index})::{field.rel_db_type(connection)}"


def _fields(model: type[Model], columns: Sequence[str]) -> list["Field[Any, Any]"]:
    by_name = {field.name: field for field in model._meta.concrete_fields}
    return [by_name[name] for name in columns]


def _name(field: "Field[Any, Any]") -> str:
    return _quoted(str(field.column))


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _is_sqlite() -> bool:
    return connection.vendor == "sqlite"
