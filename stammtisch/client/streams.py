"""News as they happen: server-sent events."""

import http.client
import json
from collections.abc import Iterator
from typing import Any

from .errors import Unreachable


class Stream:
    """News of a site, until it ends the stream; used in a `with` statement, and iterated once.

    A site may have none: then `is_offered` is false, and there is nothing to iterate. A stream that
    is cut, or silent for longer than the patience of the client, raises Unreachable. Whoever wants
    all news opens it again, and asks what was missed meanwhile.
    """

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self._answer = answer
        self.is_offered = answer.status != http.client.NO_CONTENT

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *error: object) -> None:
        self._answer.close()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for line in self.lines():
            name, _, said = line.partition(b":")
            if name == b"data":
                yield _read(said)

    def lines(self) -> Iterator[bytes]:
        """Yield the lines as they come, also those that only show that it is still there."""
        if not self.is_offered:
            return
        try:
            yield from self._answer
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Unreachable(str(error) or type(error).__name__) from None


def _read(said: bytes) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(said)
        return found
    except ValueError as error:
        raise Unreachable(str(error)) from None
