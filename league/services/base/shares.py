"""Rows that several hold at once, so that nobody changes them meanwhile."""

from collections.abc import Iterable
from typing import TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def shared(rows: QuerySet[Row]) -> Iterable[Row]:
    """Keep others from holding rows alone; SQLite lets one transaction write anyway."""
    if connection.vendor != "postgresql":
        return rows
    sql, given = rows.query.sql_with_params()
    return rows.model._default_manager.raw(f"{sql} FOR SHARE", given)
