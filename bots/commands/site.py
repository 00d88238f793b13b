"""A site as the commands talk to it: over its API, with a token or without."""

import argparse
import http.client
import json
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

TIMEOUT_S = 30


class SiteError(ValueError):
    """A site refused, or did not answer; the message says what to do."""


def add_site(parser: argparse.ArgumentParser) -> None:
    """Say how a site is named."""
    parser.add_argument("--site", required=True, metavar="URL", help="https://cards.example.org")


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirection, which would take the token along to somewhere else."""

    def redirect_request(self, *_: object) -> None:
        return None


class Site:
    """The API of a site, in the name of a token, or of nobody."""

    def __init__(self, url: str, token: str = "") -> None:
        if urlsplit(url).scheme not in {"http", "https"}:
            raise SiteError(f"--site: {url!r} is no address: it begins with https:// or http://")
        self.url = url.rstrip("/")
        self._open = urllib.request.build_opener(_Stay).open
        self._token = token

    def ask(self, path: str, body: bytes | None = None, kind: str = "") -> dict[str, Any]:
        """Return the JSON of an answer, to a POST if there is a body; raises SiteError."""
        content, _headers = self._send(path, body, kind)
        try:
            found: dict[str, Any] = json.loads(content)
            return found
        except ValueError as error:
            raise self._strange(error) from None

    def get(self, path: str) -> tuple[bytes, Mapping[str, str]]:
        """Return an answer as it is, and its headers; raises SiteError."""
        return self._send(path)

    def _send(
        self, path: str, body: bytes | None = None, kind: str = ""
    ) -> tuple[bytes, Mapping[str, str]]:
        request = urllib.request.Request(  # noqa: S310 - the scheme is checked
            f"{self.url}/api/v1/{path}",
            data=body,
            headers={"Accept": "application/json, application/jsonl"},
        )
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        if body is not None:
            request.add_header("Content-Type", kind)
        try:
            with self._open(request, timeout=TIMEOUT_S) as answer:
                return answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            raise SiteError(_explain(error, has_token=bool(self._token))) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise self._strange(error) from None

    def _strange(self, error: Exception) -> SiteError:
        return SiteError(f"{self.url} gave no answer of a Stammtisch: {error}")


def _explain(error: urllib.error.HTTPError, *, has_token: bool) -> str:
    """Return what a problem of the site says, and for the token's part what to do."""
    is_ours = True
    with error:
        try:
            problem = json.loads(error.read())
            said = " ".join(_named(problem.get("errors", {}))) or problem["detail"]
        except (ValueError, KeyError, AttributeError, OSError):
            is_ours, said = False, error.reason
    if 300 <= error.code < 400:
        said = f"its address is rather {error.headers.get('Location', 'another one')}"
    if error.code == 404 and not is_ours:
        said = f"{said} (Is --site the address of a Stammtisch, such as https://cards.example.org?)"
    if has_token and (error.code in {401, 403} or (error.code == 404 and is_ours)):
        said = f"{said} (The token must be valid and have the scopes read and bots.)"
    return f"the site answers {error.code}: {said}"


def _named(errors: Mapping[str, Any]) -> list[str]:
    return [text for said in errors.values() if isinstance(said, list) for text in said]


def say(text: str) -> None:
    """Tell the author how things are going."""
    print(text, file=sys.stderr)  # noqa: T201
