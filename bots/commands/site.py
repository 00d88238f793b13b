"""A site as the commands talk to it: over its API, with a token or without."""

import argparse
import http.client
import json
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPMessage, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

TIMEOUT_S = 30


PASSING = frozenset({408, 429, 500, 502, 503, 504})
"""Answers after which the same request may be answered in another way."""


class SiteError(ValueError):
    """A site refused, or did not answer; the message says what to do.

    `status` is that of the answer, 0 where none came; `after_s` says in how many seconds the site
    wants to be asked again, 0 where it does not say.
    """

    def __init__(self, said: str, *, status: int = 0, after_s: float = 0.0) -> None:
        super().__init__(said)
        self.status = status
        self.after_s = after_s

    @property
    def is_passing(self) -> bool:
        """Whether the same request may be answered later."""
        return self.status in PASSING | {0}


def add_site(parser: argparse.ArgumentParser) -> None:
    """Say how a site is named."""
    parser.add_argument("--site", required=True, metavar="URL", help="https://cards.example.org")


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirection, which would take the token along to somewhere else."""

    def redirect_request(self, *_: object) -> None:
        return None


UPLOADS = "must be valid and have the scopes read and bots"
"""What a token must be."""


class Site:
    """The API of a site, in the name of a token, or of nobody; `needed` says what a token must."""

    def __init__(self, url: str, token: str = "", *, needed: str = UPLOADS) -> None:
        if urlsplit(url).scheme not in {"http", "https"}:
            raise SiteError(f"--site: {url!r} is no address: it begins with https:// or http://")
        self.url = url.rstrip("/")
        self._open = urllib.request.build_opener(_Stay).open
        self._token = token
        self._needed = needed

    def ask(
        self,
        path: str,
        body: bytes | None = None,
        kind: str = "",
        *,
        headers: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """Return the JSON of an answer, to a POST if there is a body; raises SiteError.

        An answer without content (204) is empty.
        """
        content, told = self._send(path, body, kind, headers)
        if not content and told.get("Content-Type") is None:
            return {}
        try:
            found: dict[str, Any] = json.loads(content)
            return found
        except ValueError as error:
            raise self._strange(error) from None

    def get(self, path: str) -> tuple[bytes, HTTPMessage]:
        """Return an answer as it is, and its headers; raises SiteError."""
        return self._send(path)

    @contextmanager
    def listen(self, path: str, *, silence_s: float) -> Iterator[Iterator[bytes] | None]:
        """Give the lines of a stream, None where the site has none (204).

        Raises SiteError, also when a line does not come within `silence_s`, or the stream is cut.
        """
        accept = {"Accept": "text/event-stream"}
        with self._answer(path, headers=accept, timeout_s=silence_s) as answer:
            yield None if answer.status == http.client.NO_CONTENT else self._lines(answer)

    def _lines(self, answer: HTTPResponse) -> Iterator[bytes]:
        try:
            yield from answer
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise self._strange(error) from None

    def _send(
        self,
        path: str,
        body: bytes | None = None,
        kind: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> tuple[bytes, HTTPMessage]:
        headers = {"Accept": "application/json, application/jsonl", **(headers or {})}
        if body is not None:
            headers["Content-Type"] = kind
        with self._answer(path, body, headers=headers, timeout_s=TIMEOUT_S) as answer:
            try:
                return answer.read(), answer.headers
            except (OSError, http.client.HTTPException) as error:
                raise self._strange(error) from None

    def _answer(
        self,
        path: str,
        body: bytes | None = None,
        *,
        headers: Mapping[str, str],
        timeout_s: float,
    ) -> HTTPResponse:
        """Return an answer that has begun; raises SiteError."""
        request = urllib.request.Request(  # noqa: S310 - the scheme is checked
            f"{self.url}/api/v1/{path}", data=body, headers=dict(headers)
        )
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            answer: HTTPResponse = self._open(request, timeout=timeout_s)
            return answer
        except urllib.error.HTTPError as error:
            after_s = _seconds(error.headers.get("Retry-After"))
            said = _explain(error, needed=self._needed if self._token else "")
            raise SiteError(said, status=error.code, after_s=after_s) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise self._strange(error) from None

    def _strange(self, error: Exception) -> SiteError:
        said = str(error) or type(error).__name__
        return SiteError(f"{self.url} gave no answer of a Stammtisch: {said}")


def _seconds(said: str | None) -> float:
    """Return what `Retry-After` says, 0 where it says a date or nothing."""
    return float(said) if said and said.isdecimal() else 0.0


def _explain(error: urllib.error.HTTPError, *, needed: str) -> str:
    """Return what a problem of the site says, and what the token must be, if one was sent."""
    is_ours = True
    with error:
        try:
            problem = json.loads(error.read())
            said = " ".join(_named(problem.get("errors", {}))) or problem["detail"]
        except (ValueError, KeyError, AttributeError, OSError, http.client.HTTPException):
            is_ours, said = False, error.reason
    if 300 <= error.code < 400:
        said = f"its address is rather {error.headers.get('Location', 'another one')}"
    if error.code == 404 and not is_ours:
        said = f"{said} (Is --site the address of a Stammtisch, such as https://cards.example.org?)"
    if needed and (error.code in {401, 403} or (error.code == 404 and is_ours)):
        said = f"{said} (The token {needed}.)"
    return f"the site answers {error.code}: {said}"


def _named(errors: Mapping[str, Any]) -> list[str]:
    return [text for said in errors.values() if isinstance(said, list) for text in said]


def say(text: str) -> None:
    """Tell the author how things are going."""
    print(text, file=sys.stderr)  # noqa: T201
