"""What sessions and matches are called in words, and whose matches they are."""

from django.utils.translation import gettext as _

from league.models import Match, Session


def session_name(session: Session) -> str:
    """Return the name of a session within its event."""
    return _("Session %(number)s") % {"number": session.number}


def match_name(match: Match) -> str:
    """Return the name of a match within its session, or within its duplicate on a ladder."""
    said = _("Rotation %(number)s") if match.duplicate_id else _("Table %(number)s")
    return said % {"number": match.table_number}


def is_of_bots(match: Match) -> bool:
    """Tell whether only bots sit at a table, which nobody enters a result of; its seats loaded."""
    return all(seat.player.is_bot for seat in match.seats.all())
