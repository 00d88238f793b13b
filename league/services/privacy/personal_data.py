"""All that the site knows of a person, for themselves: what was entered by them, and about them.

`SECTIONS` covers each reference to a person or an account there is, or says why it is left out;
passwords, digests of tokens and secrets are never in it, nor are names of others.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q, QuerySet

from league import models
from league.models import Account, AuditEntry, Player

FORMAT = "stammtisch-person/1"
CHUNK = 500


@dataclass(frozen=True)
class Section:
    """Rows of a model that refer to the person by `field`; `about` is what is told of each."""

    model: type[Model]
    field: str
    about: Sequence[str]
    of_account: bool = True


_RESULT = ("match__code", "version", "source", "totals", "places", "reason", "entered_at")
_DISPUTE = ("match__code", "status", "reason", "answer", "opened_at", "closed_at")
_HANDICAP = ("event__code", "points", "reason", "status", "set_at", "ended_at", "ended_because")
_PENALTY = ("season__code", "points", "reason", "status", "given_at", "revoked_because")
_TABLE = ("table__code", "number", "stood_in", "table__created_at", "table__finished_at")
_SEAT = ("match__code", "number", "score", "place", "points", "match__finished_at")
_BOT = ("code", "name", "created_at", "versions__number", "versions__status", "versions__manifest")
_PAYMENT = ("event__code", "kind", "way", "amount", "event__season__club__currency", "noted_at")
_PAIR = ("season__code", "one__code", "other__code")

PUBLISHED_MATCH = ~Q(match__status=models.Match.Status.DRAFT)
"""A draw that is not published is not told: it still changes, and players would know it early."""

SECTIONS: Mapping[str, Section] = {
    "tokens": Section(
        models.ApiToken, "account", ("name", "scopes", "created_at", "expires_at", "revoked_at")
    ),
    "logins": Section(
        models.Login, "account", ("browser", "system", "since", "seen_at", "expires_at")
    ),
    "second_factor": Section(models.SecondFactor, "account", ("since",)),
    "notices": Section(models.Notice, "account", ("text", "created_at", "read_at")),
    "mails": Section(
        models.Mail,
        "account",
        ("kind", "about", "address", "status", "error", "subject", "created_at", "finished_at"),
    ),
    "mail_choices": Section(models.MailChoice, "account", ("kind", "when")),
    "devices": Section(
        models.Device,
        "login__account",
        ("login__browser", "login__system", "host", "created_at", "arrived_at", "fault"),
    ),
    "pushes": Section(
        models.Push,
        "device__login__account",
        ("kind", "about", "status", "error", "created_at", "finished_at"),
    ),
    "push_choices": Section(models.PushChoice, "account", ("kind", "is_wanted")),
    "stored_answers": Section(models.StoredAnswer, "account", ("key", "status", "created_at")),
    "webhooks": Section(
        models.Webhook, "owner", ("code", "club__slug", "url", "events", "created_at")
    ),
    "bots": Section(models.Bot, "owner", _BOT),
    "remote_bots": Section(
        models.RemoteBot,
        "owner",
        (
            *("player__code", "name", "games", "most_tables", "is_open", "seen_at"),
            *("created_at", "retired_at"),
        ),
    ),
    "acts": Section(AuditEntry, "account", ("at", "action", "subject")),
    "results_entered": Section(models.Result, "entered_by", _RESULT),
    "results_confirmed": Section(models.Result, "confirmed_by", _RESULT),
    "pads_written": Section(
        models.ScorePad, "written_by", ("match__code", "version", "rounds", "written_at")
    ),
    "disputes_opened": Section(models.Dispute, "opened_by", _DISPUTE),
    "disputes_closed": Section(models.Dispute, "closed_by", _DISPUTE),
    "penalties_given": Section(models.Penalty, "given_by", _PENALTY),
    "penalties_revoked": Section(models.Penalty, "revoked_by", _PENALTY),
    "handicaps_set": Section(models.Handicap, "set_by", _HANDICAP),
    "handicaps_ended": Section(models.Handicap, "ended_by", _HANDICAP),
    "registrations_made": Section(
        models.Registration, "registered_by", ("event__code", "player__code", "registered_at")
    ),
    "payments_noted": Section(models.Payment, "noted_by", (*_PAYMENT, "player__code")),
    "agreements_asked": Section(
        models.Agreement, "asked_by", ("club__slug", "player__code", "asked_at")
    ),
    "affiliations_asked": Section(
        models.Affiliation, "asked_by", ("federation__slug", "club__slug", "status", "asked_at")
    ),
    "affiliations_answered": Section(
        models.Affiliation,
        "answered_by",
        ("federation__slug", "club__slug", "status", "answered_at"),
    ),
    "invitations_made": Section(
        models.Invitation, "made_by", ("player__code", "status", "made_at", "expires_at")
    ),
    "merges_made": Section(
        models.Merge, "merged_by", ("code", "gone__code", "stays__code", "merged_at")
    ),
    "merges_parted": Section(
        models.Merge, "parted_by", ("code", "gone__code", "stays__code", "parted_at")
    ),
    "imports": Section(
        models.SeasonImport, "wanted_by", ("code", "club__slug", "name", "created_at")
    ),
    "analyses_asked": Section(
        models.Analysis,
        "asked_by",
        ("code", "record__result__match__code", "seat", "asked_at", "finished_at"),
    ),
    "memberships": Section(
        models.Membership, "player", ("club__slug", "role", "joined_at"), of_account=False
    ),
    "contacts": Section(
        models.Contact, "player", ("club__slug", "text", "changed_at"), of_account=False
    ),
    "invitations": Section(
        models.Invitation,
        "player",
        ("status", "made_at", "expires_at", "ended_at"),
        of_account=False,
    ),
    "invited_by_mail": Section(
        models.Mail, "player", ("address", "status", "created_at"), of_account=False
    ),
    "agreements": Section(
        models.Agreement,
        "player",
        ("code", "club__slug", "status", "asked_at", "answered_at"),
        of_account=False,
    ),
    "registrations": Section(
        models.Registration,
        "player",
        (
            *("event__code", "event__name", "status", "registered_at", "checked_in_at"),
            *("first_session", "last_session", "fixed_table", "group"),
        ),
        of_account=False,
    ),
    "allegiances": Section(
        models.Allegiance,
        "player",
        ("season__code", "season__name", "club__slug", "since"),
        of_account=False,
    ),
    "payments": Section(models.Payment, "player", _PAYMENT, of_account=False),
    "seats": Section(models.Seat, "player", _SEAT, of_account=False),
    "seats_of_substitutes": Section(models.Seat, "counts_for", _SEAT, of_account=False),
    "byes": Section(models.Bye, "player", ("session__code",), of_account=False),
    "table_seats": Section(models.TableSeat, "player", _TABLE, of_account=False),
    "tables_opened": Section(
        models.OnlineTable, "opened_by", ("code", "event__code", "created_at"), of_account=False
    ),
    "challenges_made": Section(
        models.TableChallenge,
        "by",
        ("table__code", "player__code", "status", "at"),
        of_account=False,
    ),
    "standings": Section(
        models.Standing,
        "player",
        ("season__code", "season__name", "points", "score", "matches", "wins", "place_counts"),
        of_account=False,
    ),
    "penalties": Section(models.Penalty, "player", _PENALTY, of_account=False),
    "handicaps": Section(models.Handicap, "player", _HANDICAP, of_account=False),
    "game_ratings": Section(
        models.GameRating,
        "player",
        ("pool__game", "mu", "sigma", "ordinal", "matches"),
        of_account=False,
    ),
    "ladder_ratings": Section(
        models.Rating, "player", ("season__code", "mu", "sigma", "duplicates"), of_account=False
    ),
    "merged": Section(
        models.Merge, "stays", ("gone__code", "status", "merged_at", "parted_at"), of_account=False
    ),
    "merged_into": Section(
        models.Merge, "gone", ("stays__code", "status", "merged_at", "parted_at"), of_account=False
    ),
    "teams": Section(
        models.TeamMember, "player", ("team__code", "team__name", "position"), of_account=False
    ),
    "teams_captained": Section(models.Team, "captain", ("code", "name"), of_account=False),
    "divisions": Section(
        models.Entrant, "player", ("division__code", "withdrawn_at"), of_account=False
    ),
    "line_ups": Section(models.LineUp, "player", ("event__code", "position"), of_account=False),
    "pairs_one": Section(
        models.PairRule, "one", ("event__code", "other__code", "kind"), of_account=False
    ),
    "pairs_other": Section(
        models.PairRule, "other", ("event__code", "one__code", "kind"), of_account=False
    ),
    "opponents_one": Section(
        models.Encounter, "one", (*_PAIR, "meetings", "wins", "losses"), of_account=False
    ),
    "opponents_other": Section(
        models.Encounter, "other", (*_PAIR, "meetings", "wins", "losses"), of_account=False
    ),
}
LEFT_OUT: Mapping[str, str] = {
    "Player.account": "is told as the player",
    "RatingReview.player": "is work for whoever rates, done within seconds",
    "Version.player": "is a bot's; bots are told with their versions",
    "Opponent.player": "is a bot's",
    "RemoteBot.player": "is a bot's",
    "RemoteBot.account": "is a bot's",
    "TableChallenge.player": "is a bot's",
    "Event.bots": "are bots",
    "Meeting.one": "are bots",
    "Meeting.other": "are bots",
}
"""References that no section follows, and why."""


def lines(*, player: Player | None, account: Account | None, now: datetime) -> Iterator[str]:
    """Return a JSON document in pieces; a query for each section, some hundred rows at a time."""
    yield "{\n"
    yield _member("format", FORMAT) + ",\n"
    yield _member("made_at", now) + ",\n"
    yield _member("account", _account(account)) + ",\n"
    yield _member("player", _player(player))
    for name, section in SECTIONS.items():
        owner = account if section.of_account else player
        yield from _section(name, _rows(section, owner))
    yield from _section("noted", _noted(player, account))
    yield "\n}\n"


def _section(name: str, rows: QuerySet[Any, Any]) -> Iterator[str]:
    yield f',\n"{name}": ['
    for number, row in enumerate(rows.iterator(chunk_size=CHUNK)):
        told = {key.replace("__", "_"): value for key, value in row.items()}
        yield ("\n " if number == 0 else ",\n ") + json.dumps(told, cls=DjangoJSONEncoder)
    yield "]"


def _rows(section: Section, owner: Account | Player | None) -> QuerySet[Any, Any]:
    rows = section.model._default_manager.all()
    own = rows.none() if owner is None else rows.filter(**{section.field: owner})
    if section.model is models.Seat:
        own = own.filter(PUBLISHED_MATCH)
    if section.model is models.Bye:
        own = own.exclude(session__status=models.Session.Status.DRAFT)
    told: QuerySet[Any, Any] = own.order_by("pk").values(*section.about)
    return told


def _noted(player: Player | None, account: Account | None) -> QuerySet[Any, Any]:
    """Return what the log says of the player and of the account, whoever did it."""
    subjects = [f"player:{player.code}"] if player is not None else []
    subjects += [f"account:{account.pk}"] if account is not None else []
    rows = AuditEntry.objects.filter(subject__in=subjects).order_by("pk")
    told: QuerySet[Any, Any] = rows.values("at", "action", "subject", "data")
    return told


def _member(name: str, value: Any) -> str:
    return f'"{name}": {json.dumps(value, cls=DjangoJSONEncoder)}'


def _account(account: Account | None) -> dict[str, Any] | None:
    if account is None:
        return None
    told = (
        *("username", "email", "email_confirmed_at", "email_wanted", "email_fault"),
        *("email_language", "first_name", "last_name", "language", "date_joined", "last_login"),
    )
    return {name: getattr(account, name) for name in told}


def _player(player: Player | None) -> dict[str, Any] | None:
    if player is None:
        return None
    return {name: getattr(player, name) for name in ("code", "name", "created_at")}
