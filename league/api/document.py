"""The OpenAPI document, as a running site serves it: made once in each process."""

import hashlib
from functools import cache

from django.http import HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.encoding import force_bytes
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

FRESH_S = 3600
"""So long who has the document need not ask again; an upgrade of the site may change it."""


class DocumentView(SpectacularAPIView):
    """The document as YAML or JSON, as `Accept` asks for; who has it is told so (304)."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """Answer with the document, which says nothing about who asks."""
        media_type = request.accepted_renderer.media_type
        body, etag = rendered(media_type)
        headers = {"ETag": etag, "Cache-Control": f"public, max-age={FRESH_S}"}
        answer = HttpResponse(body, content_type=media_type, headers=headers)
        return get_conditional_response(request._request, etag, response=answer) or answer


@cache
def rendered(media_type: str) -> tuple[bytes, str]:
    """Return the document as one of the view's media types, and its ETag; slow the first time."""
    renderer = next(one for one in DocumentView.renderer_classes if one.media_type == media_type)
    with translation.override("en"):
        schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        body = force_bytes(renderer().render(schema, renderer_context={}))
    return body, f'"{hashlib.sha256(body).hexdigest()}"'
