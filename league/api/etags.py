"""ETags of results: `"<version>-<status>"`, changed by every new result and change of status."""

from django.utils.http import parse_etags
from rest_framework.request import Request

from league.models import Match

from .errors import IfMatchMissing


def etag_of(match: Match) -> str:
    """Return the ETag of a match and of its result."""
    return f'"{match.version}-{match.status}"'


def is_named(request: Request, match: Match, *, required: bool) -> bool:
    """Tell whether the request's If-Match names what is stored; True without one if not required.

    Raises IfMatchMissing. `*` names no version, so it does not help who must name one.
    """
    named = parse_etags(request.headers.get("If-Match", ""))
    if required and (not named or named == ["*"]):
        raise IfMatchMissing
    return not named or named == ["*"] or etag_of(match) in named
