"""Numbered pages of long lists."""

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar, cast

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

Row = TypeVar("Row")
Row_co = TypeVar("Row_co", covariant=True)


class Rows(Protocol[Row_co]):
    """A queryset, or a list: rows that are counted, and of which some are taken."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Row_co]: ...


def page_of(
    request: HttpRequest, rows: Rows[Row], *, per: int, parameter: str = "page"
) -> Page[Row]:
    """Return the page the address asks for, the nearest one if there is no such page.

    `rows` must be totally ordered. Costs two queries, whatever the number of rows.
    """
    return Paginator(cast(Any, rows), per).get_page(request.GET.get(parameter))
