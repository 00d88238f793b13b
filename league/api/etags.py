"""ETags of results: `"<version>-<status>"`, changed by every new result and change of status."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.http import parse_etags
from rest_framework.request import Request

from league.models import Match
from league.services.base import refusals

from .errors import IfMatchMissing

ANOTHER_VERSION = -1
"""Stands for a version that is not stored, whatever is stored."""


def etag_of(match: Match) -> str:
    """Return the ETag of a match and of its result."""
    return f'"{match.version}-{match.status}"'


@contextmanager
def version_seen(request: Request, match: Match) -> Iterator[int | None]:
    """Give the version of `match` that the request's If-Match names, None if it names none.

    The service inside decides whether a version is needed, after the rights of who asks; its
    refusal for want of one becomes IfMatchMissing. `*` names no version.
    """
    had_result = match.version > 0
    named = [etag for etag in parse_etags(request.headers.get("If-Match", "")) if etag != "*"]
    if named:
        yield match.version if etag_of(match) in named else ANOTHER_VERSION
        return
    try:
        yield None
    except refusals.Conflict as refusal:
        if had_result and _asks_for_version(refusal):
            raise IfMatchMissing from refusal
        raise


def _asks_for_version(refusal: refusals.Conflict) -> bool:
    current = refusal.current
    if not isinstance(current, Match):
        return False
    return isinstance(refusal, refusals.Stale) or current.status == Match.Status.ENTERED
