"""Numbered pages of long lists."""

from typing import TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest

Row = TypeVar("Row", bound=Model)


def page_of(
    request: HttpRequest, rows: QuerySet[Row], *, per: int, parameter: str = "page"
) -> Page[Row]:
    """Return the page the address asks for, the nearest one if there is no such page.

    `rows` must be totally ordered. Costs two queries, whatever the number of rows.
    """
    return Paginator(rows, per).get_page(request.GET.get(parameter))
