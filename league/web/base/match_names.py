"""What sessions and matches are called in words, where it is known what they belong to."""

from django.utils.translation import gettext as _

from league.models import Match, Session


def session_name(session: Session) -> str:
    """Return the name of a session within its event."""
    return _("Session %(number)s") % {"number": session.number}


def match_name(match: Match) -> str:
    """Return the name of a match within its session, or within its duplicate on a ladder."""
    said = _("Rotation %(number)s") if match.duplicate_id else _("Table %(number)s")
    return said % {"number": match.table_number}
