"""How requests reach a site: sent once, sent again where that does no harm, never led elsewhere."""

import http.client
import json
import re
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.client import HTTPMessage, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

from .errors import ApiError, Unreachable, refusal

JSON = "application/json"
BYTES = "application/octet-stream"
LINK = re.compile(r'<([^>]+)>; rel="([^"]+)"')
THROTTLED = 429
LEAST_S = 1.0
"""Each wait counts for as long as this, so that whoever does not wait is not patient for ever."""


@dataclass(frozen=True, kw_only=True)
class Patience:
    """How long to wait for what, in seconds, and how often to try."""

    tries: int = 2
    """How often a request is sent that got no answer, or one that may pass."""
    pause_s: float = 1.0
    """Before it is sent again, if the site does not say."""
    most_wait_s: float = 60.0
    """If the site wants to be left alone for longer than this, its refusal is raised."""
    timeout_s: float = 30.0
    """For an answer."""
    silence_s: float = 40.0
    """For a line of a stream, in which the site says every 15 s that it is still there."""


@dataclass(frozen=True, kw_only=True)
class Request:
    """A request below `/api/v1/`. `key` is its Idempotency-Key, with which it is done only once."""

    method: str
    path: str
    body: bytes | None = None
    kind: str = JSON
    accept: str = JSON
    key: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_repeatable(self) -> bool:
        """Whether it does no harm to send it again after an answer that was lost."""
        return self.method == "GET" or bool(self.key)

    def all_headers(self) -> dict[str, str]:
        """Return everything that goes with it, but who asks."""
        found = {"Accept": self.accept, **self.headers}
        if self.body is not None:
            found["Content-Type"] = self.kind
        if self.key:
            found["Idempotency-Key"] = self.key
        return found


@dataclass(frozen=True)
class Content:
    """An answer as it came."""

    content: bytes
    headers: HTTPMessage

    @property
    def text(self) -> str:
        """The content as text."""
        return self.content.decode()

    @property
    def links(self) -> dict[str, str]:
        """The addresses that it leads to: `next` where there is more, `license`."""
        found = LINK.findall(self.headers.get("Link", ""))
        return {name: address for address, name in found}

    def json(self) -> Any:
        """Return what it says, None if it says nothing; raises Unreachable if it is no JSON."""
        if not self.content and self.headers.get("Content-Type") is None:
            return None
        try:
            return json.loads(self.content)
        except ValueError as error:
            raise Unreachable(str(error)) from None


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirection, which would take the token along to somewhere else."""

    def redirect_request(self, *_: object) -> None:
        return None


class Sender:
    """Sends requests to a site, in the name of a token or of nobody."""

    def __init__(self, url: str, *, token: str, patience: Patience) -> None:
        if urlsplit(url).scheme not in {"http", "https"}:
            raise ValueError(f"{url!r} is no address: it begins with https:// or http://")
        self.url = url.rstrip("/")
        self.patience = patience
        self._token = token
        self.sleep: Callable[[float], object] = time.sleep
        """Waits for some seconds."""
        self._open = urllib.request.build_opener(_Stay).open

    def send(self, request: Request) -> Content:
        """Return the answer; raises ApiError once patience is over."""
        tries, waited_s = 0, 0.0
        while True:
            try:
                return self._send(request)
            except ApiError as error:
                tries += error.status != THROTTLED
                pause_s = error.after_s or self.patience.pause_s
                waited_s += max(pause_s, LEAST_S)
                if not self._is_worth(request, error, tries, waited_s):
                    raise
                self.sleep(pause_s)

    def open(self, request: Request, *, timeout_s: float) -> HTTPResponse:
        """Return an answer that has begun, without trying again; raises ApiError."""
        asked = urllib.request.Request(  # noqa: S310 - the scheme is checked
            f"{self.url}/api/v1/{request.path}",
            data=request.body,
            headers=request.all_headers(),
            method=request.method,
        )
        if self._token:
            asked.add_header("Authorization", f"Bearer {self._token}")
        try:
            answer: HTTPResponse = self._open(asked, timeout=timeout_s)
            return answer
        except urllib.error.HTTPError as error:
            raise refusal(error) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise _unreachable(error) from None

    def _send(self, request: Request) -> Content:
        with self.open(request, timeout_s=self.patience.timeout_s) as answer:
            try:
                return Content(answer.read(), answer.headers)
            except (OSError, http.client.HTTPException) as error:
                raise _unreachable(error) from None

    def _is_worth(self, request: Request, error: ApiError, tries: int, waited_s: float) -> bool:
        """Return whether to try again: what was refused for its number has done nothing yet."""
        if not error.is_passing or waited_s > self.patience.most_wait_s:
            return False
        is_harmless = request.is_repeatable or error.status == THROTTLED
        return is_harmless and tries < self.patience.tries


def new_key() -> str:
    """Return a key by which a site does a request only once, however often it is sent."""
    return secrets.token_hex(16)


def form(fields: Mapping[str, bytes | str | None]) -> tuple[bytes, str]:
    """Return the body of a form and its content type: bytes are files, None is left out."""
    boundary = secrets.token_hex(16)
    lines: list[bytes] = []
    for name, value in fields.items():
        if value is None:
            continue
        is_file = isinstance(value, bytes)
        head = f'Content-Disposition: form-data; name="{name}"'
        head += f'; filename="{name}"\r\nContent-Type: {BYTES}' if is_file else ""
        content = value if isinstance(value, bytes) else value.encode()
        lines += [f"--{boundary}".encode(), head.encode(), b"", content]
    lines += [f"--{boundary}--".encode(), b""]
    return b"\r\n".join(lines), f"multipart/form-data; boundary={boundary}"


def _unreachable(error: Exception) -> Unreachable:
    return Unreachable(str(error) or type(error).__name__)
