"""The largest request that is read at all: an archive where bots are uploaded, less elsewhere.

Django's ASGI handler keeps the whole body on disk before any view is asked, so it is bounded here,
before Django: by what the request says, and for those that say nothing by counting.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import IO, Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler
from django.utils.translation import gettext as _

from league.api.errors import MEDIA_TYPE, problem
from league.api.parsers import MAX_FORM_BYTES, MAX_OTHER_FORM_BYTES

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


UPLOADS = ("/api/v1/versions", "/bots/mine/")
"""Where archives of bots are sent."""


def most_for(path: str) -> int:
    """Return how many bytes a request for a path may have."""
    return MAX_FORM_BYTES if path in UPLOADS else MAX_OTHER_FORM_BYTES


class BoundedBodies:
    """An ASGI application that answers 413 before another one has read what is too large."""

    def __init__(self, application: Application, *, most: Callable[[str], int] = most_for) -> None:
        self._application = application
        self._most_for = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on as long as it fits."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        most = self._most_for(scope["path"])
        said = dict(scope["headers"]).get(b"content-length", b"0")
        if not said.isdigit() or int(said) > most:
            await self._refuse(send, most)
            return
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read <= most:
                return message
            await self._refuse(send, most)
            return {"type": "http.disconnect"}

        await self._application(scope, counted, send)

    async def _refuse(self, send: Send, most: int) -> None:
        detail = _("A request can have at most %(limit)d bytes.") % {"limit": most}
        body = json.dumps(problem(413, detail=detail).data).encode()
        headers = [
            (b"content-type", MEDIA_TYPE.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class BoundedUpload(FileUploadHandler):
    """Refuses a form that says it is too large before it is read, where the server is no ASGI."""

    def handle_raw_input(
        self,
        input_data: IO[bytes],
        META: dict[str, str],  # noqa: N803 - Django's name
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> None:
        """Raise RequestDataTooBig, or leave the reading to others."""
        if content_length > MAX_FORM_BYTES:
            raise RequestDataTooBig(f"a form may have {MAX_FORM_BYTES} bytes")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Pass the data on to the next handler."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Leave the file to the next handler."""
