"""A site as the commands talk to it, and what its answers mean to an author."""

import argparse
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from stammtisch.client import ApiError, Client, Patience, Problem

ONCE = Patience(tries=1, most_wait_s=0)
"""Who waits for a site says so, and lets Ctrl-C end it."""
UPLOADS = "must be valid and have the scopes read and bots"
"""What a token must be."""


class SiteError(ValueError):
    """A site refused, or did not answer; the message says what to do.

    `status` is that of the answer, 0 where none came; `after_s` says in how many seconds the site
    wants to be asked again, 0 where it does not say.
    """

    def __init__(
        self, said: str, *, status: int = 0, after_s: float = 0.0, is_passing: bool = True
    ) -> None:
        super().__init__(said)
        self.status = status
        self.after_s = after_s
        self.is_passing = is_passing
        """Whether the same request may be answered later."""


def add_site(parser: argparse.ArgumentParser) -> None:
    """Say how a site is named."""
    parser.add_argument("--site", required=True, metavar="URL", help="https://cards.example.org")


class Site:
    """The API of a site, in the name of a token, or of nobody; `needed` says what a token must."""

    def __init__(self, url: str, token: str = "", *, needed: str = UPLOADS) -> None:
        try:
            self.client = Client(url, token=token, patience=ONCE)
        except ValueError as error:
            raise SiteError(f"--site: {error}") from None
        self.url = self.client.url
        self._needed = needed if token else ""

    @contextmanager
    def talking(self) -> Iterator[Client]:
        """Give the client of the site; what it raises becomes a SiteError."""
        try:
            yield self.client
        except ApiError as error:
            raise SiteError(
                self._said(error),
                status=error.status,
                after_s=error.after_s,
                is_passing=error.is_passing,
            ) from None

    def _said(self, error: ApiError) -> str:
        """Return what the site says, and what the token must be, if one was sent."""
        is_ours, status = isinstance(error, Problem), error.status
        if not status:
            return f"{self.url} gave no answer of a Stammtisch: {error}"
        said = " ".join(_named(error.errors)) if isinstance(error, Problem) else ""
        said = said or str(error)
        if status == 404 and not is_ours:
            where = "Is --site the address of a Stammtisch, such as https://cards.example.org?"
            said = f"{said} ({where})"
        if self._needed and (status in {401, 403} or (status == 404 and is_ours)):
            said = f"{said} (The token {self._needed}.)"
        return f"the site answers {status}: {said}"


def _named(errors: Mapping[str, Any]) -> list[str]:
    return [text for said in errors.values() if isinstance(said, list) for text in said]


def say(text: str) -> None:
    """Tell the author how things are going."""
    print(text, file=sys.stderr)  # noqa: T201
