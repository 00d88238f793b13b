"""A client of the REST API, as small as any program of a club's might be."""

import time
import urllib.request
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from django.utils import timezone

from league.models import Account, ApiToken
from league.services.accounts import people
from stammtisch.client import Client, Patience, Problem, Unreachable
from stammtisch.client.operations.matches import Matches

from .sheets import Sheet

if TYPE_CHECKING:
    from stammtisch.client.types.matches import SheetsInput

WAIT_S = 180
"""How long the web server may take to start, on a slow machine with one core."""
TRY_S = 5
"""After so long without an answer it is asked again, if it is still there."""
ANSWER_S = 60
"""How long it may take for an answer."""


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
        try:
            return _handed_in(_matches(address, first), _matches(address, second), match, rounds)
        except Unreachable as error:
            raise Refused(
                f"The server did not answer within {ANSWER_S} s ({error}). "
                "Start the demo again: it goes on where it was."
            ) from None
        except Problem as problem:
            raise Refused(f"{problem.status} {problem}") from None


def _matches(address: str, token: str) -> Matches:
    return Client(address, token=token, patience=Patience(tries=1, timeout_s=ANSWER_S)).matches


def _handed_in(first: Matches, second: Matches, match: str, rounds: Sequence[Sheet]) -> str:
    state, seen = first.retrieve(match)
    if state["status"] == "open":
        sheets = cast("SheetsInput", {"source": "sheets", "rounds": rounds})
        state, seen = first.result_enter(match, sheets)
    if state["status"] == "entered":
        state, seen = second.confirm(match, if_match=seen)
    return state["status"]


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
