"""No page gets a text with a character that PostgreSQL cannot store or look for: NUL.

No browser sends one by mistake, so no page need think of it. In the API every field is checked, and
the answer names the one at fault.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

NUL: Final = "\0"


class TextsWithoutNul:
    """Middleware: there is nothing at addresses, and for forms, that contain NUL.

    It comes after what protects forms, which refuses those of other sites unread.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, named: dict[str, Any]
    ) -> None:
        """Raise Http404 for a page whose address or form has such a text."""
        if request.path_info.startswith("/api/"):
            return
        texts = (*_of_address(request, named), *_of_form(request))
        if any(NUL in text for text in texts):
            raise Http404


def _of_address(request: HttpRequest, named: dict[str, Any]) -> Iterator[str]:
    yield from (value for value in named.values() if isinstance(value, str))
    if "%00" in request.META.get("QUERY_STRING", ""):
        for name, values in request.GET.lists():
            yield name
            yield from values


def _of_form(request: HttpRequest) -> Iterator[str]:
    for name, values in request.POST.lists():
        yield name
        yield from values
