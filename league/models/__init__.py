"""The tables of the league, one module per subject."""

from .audit import AuditEntry, StoredAnswer
from .bots import Archive, Bot, Notice, Version
from .clubs import Club, Membership, Role
from .events import Event, Season, Session
from .experiments import Experiment
from .jobs import Job
from .ladders import Duplicate, Meeting, Rating, RatingChange
from .lifecycle import StatusConflict
from .matches import Match, Record, Result, Round, Seat
from .parts import Part
from .people import Account, ApiToken, Player
from .standings import Standing

__all__ = [
    "Account",
    "ApiToken",
    "Archive",
    "AuditEntry",
    "Bot",
    "Club",
    "Duplicate",
    "Event",
    "Experiment",
    "Job",
    "Match",
    "Meeting",
    "Membership",
    "Notice",
    "Part",
    "Player",
    "Rating",
    "RatingChange",
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
    "Version",
]
