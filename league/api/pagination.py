"""Pages of lists: numbered for tables, by cursor for logs that grow while they are read."""

from typing import Any

from rest_framework.pagination import CursorPagination, PageNumberPagination


class NumberedPages(PageNumberPagination):
    """`?page=2&page_size=50`, for lists with a fixed total order."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"


class LogPages(CursorPagination):
    """The newest first; a page does not shift when something is added."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering: Any = "-id"
