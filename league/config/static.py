"""Static files without a server of their own."""

from contextlib import closing
from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # it has no annotations
    """WhiteNoise, with each file sent in one piece.

    An ASGI server cannot send WhiteNoise's streams without reading them in whole, and warns of it.
    """

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with closing(found.file) as file:
                body = file.read()
        return HttpResponse(body, status=int(found.status), headers=dict(found.headers))
