"""Fragments that ask for news of themselves: nothing is sent while they would look the same."""

import hashlib
from typing import Final

from django.http import HttpRequest, HttpResponse

NO_NEWS: Final = 204


def digest_of(*shown: object) -> str:
    """Return a text that changes whenever what is shown does; `repr` must tell all of it."""
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def is_fragment(request: HttpRequest) -> bool:
    """Tell whether a page asks for a part of itself."""
    return bool(request.headers.get("HX-Request"))


def is_known(request: HttpRequest, digest: str) -> bool:
    """Tell whether a fragment that asks shows just that already."""
    return is_fragment(request) and request.GET.get("known") == digest


def no_news() -> HttpResponse:
    """Return the answer that leaves a page as it is."""
    return HttpResponse(status=NO_NEWS)
