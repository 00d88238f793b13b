"""What has been written since: whether an answer that is kept would be made the same today.

The triggers of `models/writings.py` note it in the transaction that writes, so that what is
committed is noted and nothing else.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from django.apps import apps
from django.db import connection
from django.db.models import Count, Sum

from league.models import Writing
from league.models.writings import UNNOTED, without_trigger

Noted = Mapping[str, tuple[int, int]]
"""For each table that has been written, what changes with every further writing of it."""

WORDS: Final = re.compile(r"[a-z_0-9]+")


def noted() -> Noted:
    """Return how things stand; one query, whose cost is that of the connections there are.

    A transaction's number is larger than that of any before it. So the sum of a table only stays
    if nothing was written; where rows of connections that have ended go, their count is another.
    """
    rows = Writing.objects.values_list("name").annotate(Count("pk"), Sum("number")).order_by()
    return {name: (count, total) for name, count, total in rows}


def are_all_noted() -> bool:
    """Tell whether whatever is written is noted; one query."""
    return not without_trigger(connection)


class Reads:
    """Which tables were read; see `reading`."""

    def __init__(self) -> None:
        self._known = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
        self.tables: set[str] = set()

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        self.tables.update(self._known.intersection(WORDS.findall(str(sql).lower())))
        return execute(sql, params, many, context)

    @property
    def are_noted(self) -> bool:
        """Tell whether whatever is written to any of them is noted."""
        return not self.tables & UNNOTED


@contextmanager
def reading() -> Iterator[Reads]:
    """Give which tables this thread reads meanwhile."""
    reads = Reads()
    with connection.execute_wrapper(reads):
        yield reads


def forget_ended() -> int:
    """Delete what connections noted that have ended; return how many rows went."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM league_writing WHERE connection NOT IN (SELECT pid FROM pg_stat_activity)"
        )
        return int(cursor.rowcount)
