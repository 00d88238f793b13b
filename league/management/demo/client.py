"""A client of the REST API, as small as any program of a club's might be."""

import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from typing import Any

from django.utils import timezone

from league.models import Account, ApiToken
from league.services.accounts import people

from .sheets import Sheet

WAIT_S = 180
"""How long the web server may take to start, on a slow machine with one core."""
TRY_S = 5
"""After so long without an answer it is asked again, if it is still there."""
ANSWER_S = 60
"""How long it may take for an answer."""
Caller = Callable[..., tuple[dict[str, Any], str]]


class Refused(Exception):
    """The server answered with a problem, or not at all."""


def wait_until_up(address: str, *, is_alive: Callable[[], bool]) -> bool:
    """Wait until the server answers; return whether it did."""
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline and is_alive():
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=TRY_S):  # noqa: S310
                return True
        except OSError:
            time.sleep(0.2)
    return False


def play_human_result(
    *,
    address: str,
    match: str,
    rounds: Sequence[Sheet],
    enters: Account,
    confirms: Account,
) -> str:
    """Hand in the sheets of a match and have a second person confirm; return its status.

    Finds how far an earlier run has come, and does what is left.
    """
    with _Token(enters) as first, _Token(confirms) as second:
        call = _caller(f"{address}/api/v1/matches/{match}")
        state, etag = call(first)
        if state["status"] == "open":
            state, etag = call(first, "PUT", "/result", {"source": "sheets", "rounds": rounds})
        if state["status"] == "entered":
            state, etag = call(second, "POST", "/confirm", etag=etag)
    return str(state["status"])


class _Token:
    """A token for one block, revoked at its end."""

    def __init__(self, account: Account) -> None:
        self.account = account

    def __enter__(self) -> str:
        scopes = [ApiToken.Scope.READ, ApiToken.Scope.RESULTS]
        self.token, plain = people.issue_token(
            account=self.account, name="demo", scopes=scopes, now=timezone.now(), days=1
        )
        return plain

    def __exit__(self, *error: object) -> None:
        people.revoke_token(token=self.token, by=self.account, now=timezone.now())


def _caller(match: str) -> Caller:
    """Return a function that sends a request about one match: answer and ETag."""

    def call(
        token: str, method: str = "GET", path: str = "", body: Any = None, etag: str = ""
    ) -> tuple[dict[str, Any], str]:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        if method != "GET":
            headers["Idempotency-Key"] = secrets.token_hex(16)
        if etag:
            headers["If-Match"] = etag
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(  # noqa: S310 (our own server)
            match + path, data=data, headers=headers, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_S) as answer:  # noqa: S310
                return json.load(answer), answer.headers.get("ETag", "")
        except urllib.error.HTTPError as error:
            problem = error.read().decode(errors="replace")
            raise Refused(f"{method} {match}{path}: {error.code} {problem}") from None
        except OSError as error:
            raise Refused(
                f"{method} {match}{path} was not answered within {ANSWER_S} s ({error}). "
                "Start the demo again: it goes on where it was."
            ) from None

    return call
