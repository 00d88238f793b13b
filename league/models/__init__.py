"""The tables of the league, one module per subject."""

from .audit import AuditEntry, StoredAnswer
from .clubs import Club, Membership, Role
from .events import Event, Season, Session
from .jobs import Job
from .lifecycle import StatusConflict
from .matches import Match, Record, Result, Round, Seat
from .people import Account, ApiToken, Player
from .standings import Standing

__all__ = [
    "Account",
    "ApiToken",
    "AuditEntry",
    "Club",
    "Event",
    "Job",
    "Match",
    "Membership",
    "Player",
    "Record",
    "Result",
    "Role",
    "Round",
    "Season",
    "Seat",
    "Session",
    "Standing",
    "StatusConflict",
    "StoredAnswer",
]
