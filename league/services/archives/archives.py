"""Seasons as archives: written line by line, and what is carried of each model.

To carry another field, add it to its line in `league/logic/season_archive.py`: a field of the same
name is copied in both directions. To carry another model, add its line and a row of `CARRIED`.
"""

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Concat
from django.utils.translation import gettext as _

from league.logic import season_archive as lines
from league.models import (
    Account,
    Allegiance,
    AuditEntry,
    Bye,
    Event,
    Handicap,
    Match,
    PairRule,
    Payment,
    Penalty,
    Player,
    Pot,
    Record,
    Registration,
    Result,
    Role,
    Round,
    Season,
    Seat,
    Session,
    Venue,
)
from league.services.base import rights
from league.services.base.refusals import Conflict

CHUNK = 500
WITH_RESULTS = (Match.Status.ENTERED, Match.Status.FINAL)
"""Under which of the statuses that are carried a match has results."""

Read = Callable[[Any], Any]


@dataclass(frozen=True)
class Carried:
    """What is carried of one model.

    `rows` are its rows of a season. `read` says how to get a field of the line that is not simply
    the row's field of that name. `names` says which kind of line a field names, by its code;
    `key` are the fields by which lines after it name this one.
    """

    line: type[lines.Line]
    model: type[Any]
    rows: Callable[[Season], QuerySet[Any]]
    read: Mapping[str, Read] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    key: tuple[str, ...] = ("code",)

    @property
    def kind(self) -> str:
        """What its lines are called."""
        return str(self.line.model_fields["kind"].default)

    @property
    def copied(self) -> list[str]:
        """The fields that are the same in the line and in the row."""
        special = {"kind", *self.read, *self.names}
        return [name for name in self.line.model_fields if name not in special]


def export(*, season: Season, by: Account, now: datetime) -> Iterator[str]:
    """Return the lines of a season's archive, read as they are written.

    For organisers, because drafts and the log are in it. A result that is not final is left out
    when it comes from a record, and so is every result of a table of bots that is not final.
    """
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    if season.kind == Season.Kind.LADDER:
        raise Conflict(
            season, _("A ladder has no archive. Download its ratings as a table instead.")
        )
    return _written(season, now)


def _written(season: Season, now: datetime) -> Iterator[str]:
    count = 1
    yield _text(lines.Header(exported_at=now).model_dump(mode="json"))
    for carried in CARRIED:
        for row in carried.rows(season).iterator(chunk_size=CHUNK):
            yield _text(_content(carried, row))
            count += 1
    yield _text(lines.EndLine(lines=count).model_dump(mode="json"))


def _content(carried: Carried, row: Any) -> dict[str, Any]:
    said: dict[str, Any] = {"kind": carried.kind}
    for name in carried.line.model_fields:
        if name in carried.read:
            said[name] = carried.read[name](row)
        elif name in carried.names:
            said[name] = _code_of(getattr(row, name))
        elif name != "kind":
            said[name] = getattr(row, name)
    return said


def _text(content: Mapping[str, Any]) -> str:
    # The encoder of Django cuts times to milliseconds; these are exact.
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), default=_plain) + "\n"


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else DjangoJSONEncoder().default(value)


def _code_of(row: Any) -> str | None:
    return None if row is None else str(row.code)


def _players(season: Season) -> QuerySet[Any]:
    """Return everybody who is named in the season, with the club they play for."""
    seats = Seat.objects.filter(match__season=season)
    pairs = PairRule.objects.filter(event__season=season)
    named = (
        Q(pk__in=seats.values("player"))
        | Q(pk__in=seats.filter(counts_for__isnull=False).values("counts_for"))
        | Q(pk__in=Registration.objects.filter(event__season=season).values("player"))
        | Q(pk__in=Bye.objects.filter(session__event__season=season).values("player"))
        | Q(pk__in=pairs.values("one"))
        | Q(pk__in=pairs.values("other"))
        | Q(pk__in=Penalty.objects.filter(season=season).values("player"))
        | Q(pk__in=Handicap.objects.filter(event__season=season).values("player"))
        | Q(pk__in=Payment.objects.filter(event__season=season).values("player"))
        | Q(pk__in=Event.bots.through.objects.filter(event__season=season).values("player"))
    )
    club = Allegiance.objects.filter(season=season, player=OuterRef("pk"))
    rows = Player.objects.filter(named).annotate(
        plays_for=Subquery(club.values("club__name")),
        plays_for_slug=Subquery(club.values("club__slug")),
    )
    return rows.order_by("pk")


def _matches(season: Season) -> QuerySet[Any]:
    """Return the matches, each with the status under which it is `carried`."""
    people = Seat.objects.filter(match=OuterRef("pk"), player__kind=Player.Kind.PERSON)
    in_force = Result.objects.filter(match=OuterRef("pk"), version=OuterRef("result_version"))
    status = Match.Status
    carried = Case(
        When(status__in=[status.DRAFT, status.FINAL, status.VOID], then=F("status")),
        When(~Exists(people), then=Value(status.VOID)),
        When(
            status__in=[status.ENTERED, status.DISPUTED],
            source__in=BY_HAND,
            then=Value(status.ENTERED),
        ),
        default=Value(status.OPEN),
    )
    rows = Match.objects.filter(season=season).annotate(
        source=Subquery(in_force.values("source")[:1])
    )
    void = Q(carried=status.VOID, source__in=(*BY_HAND, Result.Source.FORFEIT)) & Exists(people)
    is_whole = Q(carried__in=WITH_RESULTS) | void
    rows = rows.annotate(carried=carried).annotate(has_results=Q(is_whole))
    return rows.select_related("session").order_by("pk")


def _results(season: Season) -> QuerySet[Any]:
    with_results = _matches(season).filter(has_results=True)
    rows = Result.objects.filter(match__in=with_results.order_by().values("pk"))
    return rows.select_related("match").order_by("match", "version")


def _rounds(season: Season) -> QuerySet[Any]:
    rows = Round.objects.filter(result__in=_results(season).order_by().values("pk"))
    return rows.select_related("result__match").order_by("result__match", "result", "number")


def _log(season: Season) -> QuerySet[Any]:
    def subjects(kind: str, rows: QuerySet[Any]) -> Q:
        return Q(subject__in=rows.order_by().values(named=Concat(Value(f"{kind}:"), "code")))

    about = (
        Q(event__season=season)
        | Q(subject=f"season:{season.code}")
        | subjects("event", Event.objects.filter(season=season))
        | subjects("session", Session.objects.filter(event__season=season))
        | subjects("match", Match.objects.filter(season=season))
    )
    rows = AuditEntry.objects.filter(about, club=season.club_id)
    return rows.select_related("event").order_by("pk")


def _secret(match: Match) -> str | None:
    return bytes(match.secret).hex() if match.status == Match.Status.FINAL else None


def _in_force(season: Season) -> QuerySet[Any]:
    rows = Record.objects.filter(
        result__match__season=season,
        result__match__status=Match.Status.FINAL,
        result__version=F("result__match__result_version"),
        status=Record.Status.VALID,
    )
    return rows.select_related("result__match").order_by("result__match")


def _version(match: Any) -> int:
    return int(match.version) if match.has_results else 0


def _result_version(match: Any) -> int:
    return int(match.result_version) if match.has_results else 0


def _voided_from(match: Any) -> str:
    """Return what a void match was before, as it would be carried."""
    if match.carried != Match.Status.VOID or not match.has_results:
        return ""
    is_final = match.voided_from == Match.Status.FINAL
    return str(Match.Status.FINAL if is_final else Match.Status.ENTERED)


def _match_of(row: Any) -> str:
    return str(row.result.match.code)


def _version_of(row: Any) -> int:
    return int(row.result.version)


BY_HAND = (Result.Source.SHEETS, Result.Source.SCORES, Result.Source.LIST)
"""The sources of results that may wait for a second person elsewhere, too."""
OF_RESULT = {"match": _match_of, "version": _version_of}

CARRIED = (
    Carried(
        lines.SeasonLine,
        Season,
        lambda season: Season.objects.filter(pk=season.pk).select_related("club"),
        read={"currency": lambda row: row.club.currency},
    ),
    Carried(
        lines.VenueLine,
        Venue,
        lambda season: Venue.objects.filter(events__season=season).distinct().order_by("pk"),
    ),
    Carried(
        lines.PlayerLine,
        Player,
        _players,
        read={
            "type": lambda row: row.kind,
            "plays_for": lambda row: row.plays_for,
            "plays_for_slug": lambda row: row.plays_for_slug,
        },
    ),
    Carried(
        lines.EventLine,
        Event,
        lambda season: (
            Event.objects.filter(season=season)
            .select_related("venue")
            .prefetch_related("bots")
            .order_by("pk")
        ),
        read={"bots": lambda row: sorted(player.code for player in row.bots.all())},
        names={"venue": "venue"},
    ),
    Carried(
        lines.RegistrationLine,
        Registration,
        lambda season: (
            Registration.objects.filter(event__season=season)
            .select_related("event", "player", "replaces")
            .order_by("pk")
        ),
        read={"replaces": lambda row: _code_of(row.replaces)},
        names={"event": "event", "player": "player"},
    ),
    Carried(
        lines.PairLine,
        PairRule,
        lambda season: (
            PairRule.objects.filter(event__season=season)
            .select_related("event", "one", "other")
            .order_by("pk")
        ),
        read={"rule": lambda row: row.kind},
        names={"event": "event", "one": "player", "other": "player"},
        key=("event", "one", "other"),
    ),
    Carried(
        lines.SessionLine,
        Session,
        lambda season: (
            Session.objects.filter(event__season=season).select_related("event").order_by("pk")
        ),
        names={"event": "event"},
    ),
    Carried(
        lines.ByeLine,
        Bye,
        lambda season: (
            Bye.objects.filter(session__event__season=season)
            .select_related("session", "player")
            .order_by("pk")
        ),
        names={"session": "session", "player": "player"},
        key=("session", "player"),
    ),
    Carried(
        lines.MatchLine,
        Match,
        _matches,
        read={
            "status": lambda row: row.carried,
            "version": _version,
            "result_version": _result_version,
            "voided_from": _voided_from,
            "secret": _secret,
        },
        names={"session": "session"},
    ),
    Carried(
        lines.SeatLine,
        Seat,
        lambda season: (
            Seat.objects.filter(match__season=season)
            .select_related("match", "player", "counts_for")
            .order_by("match", "number")
        ),
        names={"match": "match", "player": "player", "counts_for": "player"},
        key=("match", "number"),
    ),
    Carried(
        lines.ResultLine,
        Result,
        _results,
        names={"match": "match"},
        key=("match", "version"),
    ),
    Carried(lines.RoundLine, Round, _rounds, read=OF_RESULT, key=("match", "version", "number")),
    Carried(
        lines.RecordLine,
        Record,
        _in_force,
        read={**OF_RESULT, "blob": lambda row: base64.b64encode(bytes(row.blob)).decode()},
        key=("match", "version"),
    ),
    Carried(
        lines.PenaltyLine,
        Penalty,
        lambda season: (
            Penalty.objects.filter(season=season).select_related("event", "player").order_by("pk")
        ),
        names={"event": "event", "player": "player"},
    ),
    Carried(
        lines.HandicapLine,
        Handicap,
        lambda season: (
            Handicap.objects.filter(event__season=season)
            .select_related("event", "player")
            .order_by("pk")
        ),
        names={"event": "event", "player": "player"},
    ),
    Carried(
        lines.PotLine,
        Pot,
        lambda season: (
            Pot.objects.filter(event__season=season).select_related("event").order_by("pk")
        ),
        names={"event": "event"},
        key=("event",),
    ),
    Carried(
        lines.PaymentLine,
        Payment,
        lambda season: (
            Payment.objects.filter(event__season=season)
            .select_related("event", "player")
            .order_by("pk")
        ),
        read={"type": lambda row: row.kind},
        names={"event": "event", "player": "player"},
    ),
    Carried(lines.LogLine, AuditEntry, _log, read={"event": lambda row: _code_of(row.event)}),
)
"""What an archive has of each model, in the order of its lines."""
