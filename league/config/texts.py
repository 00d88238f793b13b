"""No text from outside has a character that PostgreSQL cannot store or look for: NUL.

No browser and no program sends one by mistake, so no page and no service need think of it. Bodies
in JSON are read later and are looked at there (`league.api.parsers`).
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.http import Http404, HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from league.api.errors import MEDIA_TYPE, problem

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
    ) -> HttpResponseBase | None:
        """Answer 404, or 400 in the API; raises Http404."""
        is_api = request.path_info.startswith("/api/")
        texts = (*_of_address(request, named), *(() if is_api else _of_form(request)))
        if not any(NUL in text for text in texts):
            return None
        if is_api:
            said = problem(400, detail=_("The address contains a character that is not allowed."))
            return JsonResponse(said.data, status=400, content_type=MEDIA_TYPE)
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
