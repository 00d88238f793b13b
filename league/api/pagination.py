"""Pages of lists: numbered for tables, by cursor for logs that grow while they are read."""

import re
from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination, PageNumberPagination
from rest_framework.request import Request

from league.services.pages import BoundedPaginator

LINK = {"type": ["string", "null"], "format": "uri"}


class NumberedPages(PageNumberPagination):
    """`?page=2&page_size=50`, for lists with a fixed total order; filters reach what is beyond."""

    django_paginator_class = BoundedPaginator
    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Describe a page; nullable as OpenAPI 3.1 says it."""
        properties = {"count": {"type": "integer"}, "next": LINK, "previous": LINK}
        return _page_schema({**properties, "results": schema})


class LogPages(CursorPagination):
    """The newest first; a page does not shift when something is added."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering: Any = "-id"

    def decode_cursor(self, request: Request) -> Cursor | None:
        cursor: Cursor | None = super().decode_cursor(request)
        # A position made up by the client would otherwise fail in the database.
        if cursor is not None and not re.fullmatch(r"[0-9]{1,18}", str(cursor.position or 0)):
            raise NotFound(self.invalid_cursor_message)
        return cursor

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Describe a page; nullable as OpenAPI 3.1 says it."""
        return _page_schema({"next": LINK, "previous": LINK, "results": schema})


def _page_schema(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "required": list(properties), "properties": properties}
