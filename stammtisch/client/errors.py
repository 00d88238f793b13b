"""What a site does not do, as exceptions: it refused, or it did not answer."""

import http.client
import json
import urllib.error
from collections.abc import Mapping
from typing import Any

PASSING = frozenset({408, 429, 500, 502, 503, 504})
"""Answers after which the same request may be answered in another way."""


class ApiError(Exception):
    """A site refused, or did not answer; the message says what happened.

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


class Unreachable(ApiError):
    """No answer came, or none of a Stammtisch. What the request has done is not known."""


class Problem(ApiError):
    """The site refused. The message is the site's own sentence, with the fields it is about."""

    def __init__(
        self, told: Mapping[str, Any], *, status: int, after_s: float = 0.0, etag: str = ""
    ) -> None:
        super().__init__(_sentence(told), status=status, after_s=after_s)
        self.told = told
        """The whole problem, as RFC 9457 has it."""
        self.etag = etag
        """The version that `current` is, where there are versions."""

    @property
    def errors(self) -> Mapping[str, list[str]]:
        """What is wrong with which field, by its path."""
        found = self.told.get("errors")
        return found if isinstance(found, dict) else {}

    @property
    def code(self) -> str:
        """What went wrong, in a word that stays as it is: docs/api.md lists them."""
        return str(self.told.get("code", ""))

    @property
    def current(self) -> Any:
        """What is stored now, where somebody else was first; else None."""
        return self.told.get("current")

    @property
    def request_id(self) -> str:
        """By what the log of the site has the request."""
        return str(self.told.get("request_id", ""))


class Unauthenticated(Problem):
    """The token is missing, unknown, expired or revoked."""


class Forbidden(Problem):
    """The account or its token may not do this."""


class NotFound(Problem):
    """There is no such thing, or not for this account."""


class Conflict(Problem):
    """The current state does not allow this; `current` is that state."""


class Outdated(Problem):
    """It has changed since the version that was named: to `current`, whose version is `etag`."""


class Invalid(Problem):
    """Some fields are not valid; nothing is stored. `errors` says which and why."""


class Throttled(Problem):
    """Too many requests; `after_s` says when the next one is welcome."""


KINDS: Mapping[int, type[Problem]] = {
    401: Unauthenticated,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: Outdated,
    422: Invalid,
    429: Throttled,
}


def refusal(error: urllib.error.HTTPError) -> ApiError:
    """Return what an answer that is no success means; it is read and closed."""
    after_s = _seconds(error.headers.get("Retry-After"))
    with error:
        try:
            told = json.loads(error.read())
            if isinstance(told, dict) and "code" in told:
                kind = KINDS.get(error.code, Problem)
                etag = error.headers.get("ETag", "")
                return kind(told, status=error.code, after_s=after_s, etag=etag)
        except (ValueError, OSError, http.client.HTTPException):
            pass
    said = str(error.reason)
    if 300 <= error.code < 400:
        said = f"its address is rather {error.headers.get('Location', 'another one')}"
    return Unreachable(said, status=error.code, after_s=after_s)


def _sentence(told: Mapping[str, Any]) -> str:
    """Return what a problem says: of fields what is wrong with each."""
    errors = told.get("errors")
    if isinstance(errors, dict) and errors:
        return " ".join(f"{field}: {' '.join(said)}" for field, said in errors.items())
    return str(told.get("detail") or told.get("title") or told["code"])


def _seconds(said: str | None) -> float:
    """Return what `Retry-After` says, 0 where it says a date or nothing."""
    return float(said) if said and said.isdecimal() else 0.0
