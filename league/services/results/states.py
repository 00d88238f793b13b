"""The state of a match: who changes it first wins, and the others are told what is stored."""

from typing import Any

from django.utils.translation import gettext as _

from league.models import Match, OnlineTable, StatusConflict
from league.services.base.refusals import Conflict, Stale
from league.services.seasons import seasons

FIELDS = ("status", "version", "result_version", "proposed_version", "voided_from")
"""The fields of a match that say where its result stands."""


def advance(match: Match, *, to: str, **fields: Any) -> None:
    """Change the status of `match` and set `fields`, unless somebody else did anything meanwhile.

    Raises Stale with what is stored.
    """
    try:
        match.change_status(to, **fields)
    except StatusConflict:
        match.refresh_from_db()
        said = _("Somebody else has just changed this match. Look at it first.")
        raise Stale(match, said) from None


def refresh(match: Match, expected_version: int | None) -> None:
    """Read the state of `match`; raise Stale unless it has the version the account has seen.

    Without a version, for who looks at nothing before acting, the state as read now counts.
    """
    match.refresh_from_db(fields=FIELDS)
    if expected_version is not None and expected_version != match.version:
        raise Stale(match, _("This match has changed since you saw it. Look at it again."))


def require_seen(match: Match, expected_version: int | None) -> None:
    """Read the state of `match`; raise Stale unless the account names the version stored."""
    if expected_version is None:
        raise Stale(match, _("Name the version of the result that you have seen."))
    refresh(match, expected_version)


def require_session(match: Match) -> None:
    """Raise Conflict unless `match` belongs to an event of a season that is not closed."""
    if match.session is None:
        said = _("The matches of a ladder are played and counted automatically.")
        raise Conflict(match, said)
    seasons.require_open(match.season)


def is_played_online(match: Match) -> bool:
    """Return whether a match is being played at an online table; one query."""
    return OnlineTable.objects.filter(match=match, status=OnlineTable.Status.PLAYING).exists()


def require_offline(match: Match) -> None:
    """Raise Conflict for a match that is being played at an online table."""
    if is_played_online(match):
        said = _("This match is played online, so you need not enter a result.")
        raise Conflict(match, said)
