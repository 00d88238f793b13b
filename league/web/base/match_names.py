"""What sessions and matches are called in words, and whose matches they are."""

from django.utils.translation import gettext as _

from league.models import Account, Match, Result, Session


def session_name(session: Session) -> str:
    """Return the name of a session within its event."""
    return _("Session %(number)s") % {"number": session.number}


def match_name(match: Match) -> str:
    """Return the name of a match within its session, or within its duplicate on a ladder.

    With the season of a ladder's match loaded.
    """
    if match.duplicate_id is None:
        return _("Table %(number)s") % {"number": match.table_number}
    if match.season.is_remote:
        return _("Match")
    return _("Rotation %(number)s") % {"number": match.table_number}


def is_of_bots(match: Match) -> bool:
    """Tell whether only bots sit at a table, which nobody enters a result of; its seats loaded."""
    return all(seat.player.is_bot for seat in match.seats.all())


def name_of_seat(match: Match, number: int) -> str:
    """Return a seat in words, with who sits there; the seats of the match loaded."""
    seats = (seat for seat in match.seats.all() if seat.number == number)
    name = next((seat.player.shown_name for seat in seats), "?")
    return _("seat %(number)d, %(name)s") % {"number": number + 1, "name": name}


def enterer(result: Result, match: Match) -> str:
    """Return who has entered a result: an account, or the seat of a guest."""
    return _writer(result.entered_by, result.entered_seat, match) or "?"


def confirmer(result: Result, match: Match) -> str:
    """Return who has confirmed a result, nothing where nobody has."""
    return _writer(result.confirmed_by, result.confirmed_seat, match)


def _writer(account: Account | None, seat: int | None, match: Match) -> str:
    if seat is not None:
        return name_of_seat(match, seat)
    return str(account) if account else ""
