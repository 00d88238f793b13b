"""Long answers, sent while they are made, by either kind of server."""

from collections.abc import AsyncIterator, Iterable, Iterator
from functools import partial
from itertools import islice

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse

LINES = 200
"""So many lines are sent at a time."""


def stream(
    request: HttpRequest, lines: Iterable[str], *, content_type: str, name: str
) -> StreamingHttpResponse:
    """Return an answer that is kept as a file of this name; `lines` are read as they are sent.

    An ASGI server would read an ordinary iterator in whole before it sends anything.
    """
    return stream_bytes(request, _pieces(iter(lines)), content_type=content_type, name=name)


def stream_bytes(
    request: HttpRequest, pieces: Iterator[bytes], *, content_type: str, name: str
) -> StreamingHttpResponse:
    """Return an answer that is kept as a file of this name; `pieces` are read as they are sent."""
    return StreamingHttpResponse(
        _awaited(pieces) if isinstance(request, ASGIRequest) else pieces,
        content_type=content_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _pieces(lines: Iterator[str]) -> Iterator[bytes]:
    while some := list(islice(lines, LINES)):
        yield "".join(some).encode()


async def _awaited(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    take = sync_to_async(partial(next, pieces, None))
    while (piece := await take()) is not None:
        yield piece
