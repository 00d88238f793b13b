"""What the methods of all groups do: a request, and the answer in the form that they promise."""

import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from .pages import Pages, below
from .sending import Content, Request, Sender, form, new_key
from .streams import Stream
from .versioned import Versioned

EVENTS = "text/event-stream"
PLAIN = "application/json, application/jsonl, text/csv, application/gzip, */*;q=0.1"

Query = Mapping[str, object]


class Group:
    """A group of operations, such as `client.matches`."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def _answer(
        self,
        method: str,
        path: str,
        *,
        query: Query | None = None,
        body: object = None,
        key: str = "",
        if_match: str | None = None,
    ) -> Any:
        path = _address(path, query)
        return self._content(method, path, body=body, key=key, if_match=if_match).json()

    def _versioned(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        key: str = "",
        if_match: str | None = None,
    ) -> Versioned[Any]:
        found = self._content(method, path, body=body, key=key, if_match=if_match)
        return Versioned(found.json(), found.headers.get("ETag", ""))

    def _content(
        self, method: str, path: str, *, body: object, key: str, if_match: str | None
    ) -> Content:
        headers = {} if if_match is None else {"If-Match": if_match}
        content = None if body is None else json.dumps(body).encode()
        request = Request(method=method, path=path, body=content, key=key, headers=headers)
        return self._sender.send(request)

    def _pages(self, path: str, query: Query | None = None) -> Pages[Any]:
        def page_at(path: str) -> Any:
            return self._sender.send(Request(method="GET", path=path)).json()

        return Pages(page_at, _address(path, query))

    def _file(self, path: str, query: Query | None = None) -> Content:
        request = Request(method="GET", path=_address(path, query), accept=PLAIN)
        return self._sender.send(request)

    def _files(self, path: str, query: Query | None = None) -> Iterator[Content]:
        """Yield an answer, and all that it says come next."""
        address = _address(path, query)
        while address:
            found = self._file(address)
            yield found
            address = below(found.links.get("next"))

    def _upload(self, path: str, fields: Mapping[str, bytes | str | None]) -> Any:
        body, kind = form(fields)
        return self._sender.send(Request(method="POST", path=path, body=body, kind=kind)).json()

    def _stream(self, path: str, silence_s: float | None) -> Stream:
        request = Request(method="GET", path=path, accept=EVENTS)
        wait_s = self._sender.patience.silence_s if silence_s is None else silence_s
        return Stream(self._sender.open(request, timeout_s=wait_s))


def part(value: object) -> str:
    """Return a value as a part of an address."""
    return quote(str(value), safe="")


def key_of(asked: str | None) -> str:
    """Return the key that was asked for, or a new one."""
    return asked or new_key()


def _address(path: str, query: Query | None) -> str:
    """Return a path with what is asked; None asks nothing."""
    told = {name: _text(value) for name, value in (query or {}).items() if value is not None}
    return f"{path}?{urlencode(told, doseq=True)}" if told else path


def _text(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value
