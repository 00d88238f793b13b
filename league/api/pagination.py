"""Pages of lists: numbered for tables, by cursor for logs that grow while they are read."""

import re
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import Cursor, CursorPagination, PageNumberPagination
from rest_framework.request import Request

from league.services.base.pages import BoundedPaginator

USUAL, MOST = 50, 200
SIZE = "page_size"
LINK = {"type": ["string", "null"], "format": "uri"}


class SizedPages:
    """Pages as large as `page_size` says, which is refused where it is no such number."""

    def get_page_size(self, request: Request) -> int:
        """Return how many rows a page has; raises ValidationError for what is no size."""
        given = request.query_params.get(SIZE)
        if given is None:
            return USUAL
        if not re.fullmatch("[0-9]{1,9}", given) or not 0 < int(given) <= MOST:
            said = _("A page can have 1 to %(most)d rows.") % {"most": MOST}
            raise ValidationError({SIZE: [said]})
        return int(given)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Describe the parameters, with the bounds of the size."""
        found: list[dict[str, Any]] = super().get_schema_operation_parameters(view)  # type: ignore[misc]
        for parameter in found:
            if parameter["name"] == SIZE:
                parameter["schema"] |= {"minimum": 1, "maximum": MOST}
        return found


class NumberedPages(SizedPages, PageNumberPagination):
    """`?page=2&page_size=50`, for lists with a fixed total order; filters reach what is beyond."""

    page_size, max_page_size, page_size_query_param = USUAL, MOST, SIZE

    django_paginator_class = BoundedPaginator

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Describe a page; nullable as OpenAPI 3.1 says it."""
        properties = {"count": {"type": "integer"}, "next": LINK, "previous": LINK}
        return _page_schema({**properties, "results": schema})


class LogPages(SizedPages, CursorPagination):
    """The newest first; a page does not shift when something is added."""

    page_size, max_page_size, page_size_query_param = USUAL, MOST, SIZE

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
