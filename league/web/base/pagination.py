"""Numbered pages of long lists."""

from collections.abc import Iterator
from typing import Any, Final, Protocol, TypeVar, cast

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

LONGEST: Final = 7
"""Numbers of pages with so many digits are too large to be asked for."""

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


def counted_page_of(request: HttpRequest, rows: QuerySet[Any], *, per: int) -> Page[Any]:
    """Return the page the address asks for, of rows that say themselves how many there are.

    `rows` are as for `page_of`, and have `of_all` from a window over all of them. One query, and
    two more if there is no such page.
    """
    asked = request.GET.get("page", "1")
    number = int(asked) if asked.isdecimal() and len(asked) < LONGEST else 0
    shown = list(rows[(number - 1) * per : number * per]) if number else []
    paginator = Paginator(rows, per)
    if not shown:
        return paginator.get_page(asked)
    vars(paginator)["count"] = shown[0].of_all
    return Page(shown, number, paginator)
