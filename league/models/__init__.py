"""The tables of the league, one module per subject."""

from .agreements import Agreement
from .analyses import Analysis
from .audit import AuditEntry, StoredAnswer
from .books import Payment, Pot
from .bots import Archive, ArchivePart, Bot, Notice, Version
from .clubs import Club, Membership, Role
from .contacts import Contact
from .disputes import Dispute
from .events import Bye, Event, Season, Session, Venue
from .experiments import Experiment, Opponent, PairBlock
from .federations import Affiliation, Allegiance
from .imports import SeasonImport
from .invitations import Invitation
from .jobs import Job
from .ladders import Duplicate, Meeting, Rating, RatingChange
from .leagues import Division, Entrant, Fixture, League, LineUp
from .lifecycle import StatusConflict
from .logins import Login
from .mails import Mail, MailChoice
from .matches import Match, Record, Result, Round, Seat
from .merges import Merge
from .pads import ScorePad
from .parts import Part
from .people import Account, ApiToken, Player
from .practice import Hint, Practice
from .pushes import Device, Push, PushChoice
from .ratings import GameRating, GameRatingChange, RatingPool, RatingReview, Unrated
from .record_files import RecordFile, RecordPart, UnwrittenBlock
from .registrations import PairRule, Registration
from .remote_bots import RemoteBot, TableChallenge
from .second_factors import RecoveryCode, SecondFactor
from .standings import Encounter, Handicap, Penalty, Standing
from .tables import OnlineTable, TableAction, TableSeat
from .tallies import Tally
from .teams import Team, TeamMember
from .timers import Timer
from .webhooks import Delivery, Webhook
from .writings import Writing

__all__ = [
    "Account",
    "Affiliation",
    "Agreement",
    "Allegiance",
    "Analysis",
    "ApiToken",
    "Archive",
    "ArchivePart",
    "AuditEntry",
    "Bot",
    "Bye",
    "Club",
    "Contact",
    "Delivery",
    "Device",
    "Dispute",
    "Division",
    "Duplicate",
    "Encounter",
    "Entrant",
    "Event",
    "Experiment",
    "Fixture",
    "GameRating",
    "GameRatingChange",
    "Handicap",
    "Hint",
    "Invitation",
    "Job",
    "League",
    "LineUp",
    "Login",
    "Mail",
    "MailChoice",
    "Match",
    "Meeting",
    "Membership",
    "Merge",
    "Notice",
    "OnlineTable",
    "Opponent",
    "PairBlock",
    "PairRule",
    "Part",
    "Payment",
    "Penalty",
    "Player",
    "Pot",
    "Practice",
    "Push",
    "PushChoice",
    "Rating",
    "RatingChange",
    "RatingPool",
    "RatingReview",
    "Record",
    "RecordFile",
    "RecordPart",
    "RecoveryCode",
    "Registration",
    "RemoteBot",
    "Result",
    "Role",
    "Round",
    "ScorePad",
    "Season",
    "SeasonImport",
    "Seat",
    "SecondFactor",
    "Session",
    "Standing",
    "StatusConflict",
    "StoredAnswer",
    "TableAction",
    "TableChallenge",
    "TableSeat",
    "Tally",
    "Team",
    "TeamMember",
    "Timer",
    "Unrated",
    "UnwrittenBlock",
    "Venue",
    "Version",
    "Webhook",
    "Writing",
]
