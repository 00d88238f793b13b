"""Pages of lists that may be of any length."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.utils.functional import cached_property

MOST_COUNTED: Final = 50_000


class BoundedPaginator(Paginator):  # type: ignore[type-arg]  # it takes none when it runs
    """Pages of the first MOST_COUNTED rows: to count all there are takes longer with every one."""

    @cached_property
    def count(self) -> int:
        """How many rows there are on all pages together."""
        rows: Any = self.object_list
        if isinstance(rows, QuerySet):
            return rows.order_by()[:MOST_COUNTED].count()
        return min(len(rows), MOST_COUNTED)


@dataclass(frozen=True)
class Merged:
    """Those of `rows` that are in one of `parts`, by their keys, as far as pagination asks.

    An index gives each part in this order, and their beginnings are merged. Asked for what is in
    any of them, the database might go through all rows there are until it has found enough. No row
    may be in two parts.
    """

    rows: QuerySet[Any]
    parts: Sequence[Q]
    order: str = "-id"

    def order_by(self, order: str) -> Self:
        """Return them in the order of their keys, `id`, or the other way round, `-id`."""
        return replace(self, order=order)

    def filter(self, **wanted: Any) -> Self:
        """Return those of them that are as wanted."""
        return replace(self, rows=self.rows.filter(**wanted))

    def __getitem__(self, place: slice) -> list[Any]:
        """Return the rows at a place that has an end; a query for each part, and one."""
        rows = self.rows.order_by(self.order)
        keys = [
            key
            for part in self.parts
            for key in rows.filter(part).values_list("id", flat=True)[: place.stop]
        ]
        keys.sort(reverse=self.order == "-id")
        return list(rows.filter(pk__in=keys[place]))
