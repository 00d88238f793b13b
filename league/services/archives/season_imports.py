"""Seasons from archives: everything or nothing, and no number believed that can be computed.

Results are read as if somebody entered them, from their sheets, scores or record; a record is
replayed, and what bots have played counts only with one whose deals follow from the match's secret.
Points and standings are computed here. Accounts do not come along: a player is one known here
by the same code, or whom that one turned out to be, or a new guest, as whoever imports it chooses.
"""

import base64
import binascii
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import IO, Any, TypeAlias

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from pydantic import ValidationError

import games
from bots import builtin
from league.logic import archived_draws
from league.logic import season_archive as archive
from league.logic.season_archive import ArchiveFault
from league.models import (
    Account,
    AuditEntry,
    Club,
    Event,
    Match,
    PairRule,
    Payment,
    Penalty,
    Player,
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
from league.models.codes import new_code
from league.services.accounts import agreements, guests, people
from league.services.base import audit, rights, unwritten
from league.services.base.names import clean_name
from league.services.base.refusals import Invalid
from league.services.books import fees
from league.services.clubs import allegiances
from league.services.seasons import game_ratings, standings

from . import import_gate
from .archives import CARRIED, Carried
from .imported_matches import Row, Tables

Taken: TypeAlias = Mapping[str, Any]
"""Rows that are here already, by code."""

OTHER_CURRENCY = "the club counts in another currency; choose this one on the page of an entry fee"

KNOWN, GUESTS = "known", "guests"
PLAYERS = (KNOWN, GUESTS)
"""Who plays: those known here by their codes, others as guests; or new guests only."""

TERMS = ("penalty", "handicap")
"""What organisers lay down about players."""


@dataclass
class Imported:
    """A season that was imported; `codes` has for each kind the codes that had to be new."""

    season: Season
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    guests: int = 0


@agreements.asking
def import_season(
    *,
    club: Club,
    lines: Iterable[bytes],
    players: str,
    name: str | None = None,
    by: Account,
    now: datetime,
) -> Imported:
    """Make a season of `club` from an archive, under another `name` if one is given.

    Raises Invalid with the line and field at fault, Unagreed for penalties, handicaps and
    places of people who have not agreed to play in the club; nothing is stored then. One
    transaction; the number of queries does not depend on the number of lines.
    """
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    wanted = check_wishes(players, name)
    try:
        with transaction.atomic():
            return _Import(club, players, wanted).run(lines, by, now)
    except ArchiveFault as fault:
        raise Invalid({fault.path: [fault.message]}) from None


def check_wishes(players: str, name: str | None) -> str | None:
    """Return the name as it is stored; raises Invalid where one of both cannot be."""
    if players not in PLAYERS:
        said = _("Choose one of: %(choice)s.") % {"choice": ", ".join(PLAYERS)}
        raise Invalid({"players": [said]})
    return None if name is None else clean_name(name)


def bounded(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file, a line that is too long only in part."""
    while line := file.readline(archive.LONGEST_LINE + 1):
        yield line


class _Import:
    """One archive on its way into the database: the rows made so far, by kind and key."""

    def __init__(self, club: Club, players: str, name: str | None) -> None:
        self.club = club
        self.players = players
        self.name = name
        self.rows: dict[str, dict[tuple[Any, ...], Row]] = {one.kind: {} for one in CARRIED}
        self.codes: dict[str, dict[str, str]] = {}
        self.guests = 0

    @property
    def season(self) -> Season:
        """The season, whose line comes first."""
        [found] = self.rows["season"].values() or [None]
        if found is None:
            raise ArchiveFault("lines.2.kind", "the season is missing")
        season: Season = found.row
        return season

    def run(self, lines: Iterable[bytes], by: Account, now: datetime) -> Imported:
        """Store all lines, then what follows from them."""
        by_kind = {one.line: one for one in CARRIED}
        for kind, some in groupby(archive.parse(lines), key=lambda pair: type(pair[1])):
            self._store(by_kind[kind], [Row(number, line) for number, line in some])
        season = self.season
        self._require_agreements(by, now)
        self._keep_lots(season)
        self._keep_clubs(season, now)
        self._rename_draws()
        self._judge(season, now)
        self._keep_currency()
        standings.recount(season)
        data = {"name": season.name, "codes": len(self.codes.get("season", {})), "of": self.players}
        audit.note_season(season, "season.import", data, by=by, now=now)
        return Imported(season, self.codes, self.guests)

    def _store(self, carried: Carried, found: Sequence[Row]) -> None:
        """Make the rows of all lines of one kind."""
        known = self.rows[carried.kind]
        for one in found:
            key = tuple(getattr(one.line, name) for name in carried.key if hasattr(one.line, name))
            key = key or (one.number,)
            if key in known:
                raise one.fault(carried.key[0], "there is another line of this")
            known[key] = one
        taken = self._taken(carried, found)
        for one in found:
            one.row = self._made(carried, one, taken)
        fresh = [one.row for one in found if one.row.pk is None]
        try:
            with transaction.atomic():
                carried.model._default_manager.bulk_create(fresh)
        except IntegrityError:
            first, last = found[0].number, found[-1].number
            said = "the database refuses these lines: two of them contradict each other"
            if carried.model is Season:
                said = "the club already has a season of this name; give another one"
            raise ArchiveFault(f"lines.{first}-{last}", said) from None
        self._link(carried, found)

    def _taken(self, carried: Carried, found: Sequence[Row]) -> Taken:
        """Return what is here by the codes of the lines; for a player, who that is by now."""
        codes = [one.line.code for one in found if hasattr(one.line, "code")]
        rows = carried.model._default_manager.all()
        taken: Taken = rows.in_bulk(codes, field_name="code") if codes else {}
        there_now = guests.there_now(taken.values()) if carried.model is Player else {}
        return {code: there_now.get(row.pk, row) for code, row in taken.items()}

    def _made(self, carried: Carried, one: Row, taken: Taken) -> Any:
        """Return the row of a line, not stored yet; or one that is here already."""
        line = one.line
        fields = {name: getattr(line, name) for name in carried.copied}
        for name, kind in carried.names.items():
            fields[name] = self._named(one, name, kind)
        if "code" in fields and carried.model not in (Player, Venue):
            fields["code"] = self._code(carried.kind, line.code, taken)
        make = getattr(self, f"_make_{carried.kind}", None)
        row = make(one, fields, taken) if make else carried.model(**fields)
        if row.pk is None:
            self._check(carried.kind, one, row)
        return row

    def _check(self, kind: str, one: Row, row: Any) -> None:
        """Hold a new row to what people's are held to."""
        check = import_gate.CHECKS.get(kind)
        if check is None:
            return
        try:
            check(row)
        except Invalid as refusal:
            path, said = next(iter(refusal.errors.items()))
            raise one.fault(path, said[0]) from None

    def _named(self, one: Row, name: str, kind: str) -> Any:
        """Return the row that a field of a line names by its code."""
        code = getattr(one.line, name)
        if code is None:
            return None
        if (code,) not in self.rows[kind]:
            raise one.fault(name, f"no line before this one is a {kind} of this code")
        return self.rows[kind][(code,)].row

    def _result(self, one: Row) -> Any:
        key = (one.line.match, one.line.version)
        if key not in self.rows["result"]:
            raise one.fault("version", "no line before this one is a result of this version")
        return self.rows["result"][key].row

    def _code(self, kind: str, code: str, taken: Taken) -> str:
        if code not in taken:
            return code
        fresh = new_code()
        self.codes.setdefault(kind, {})[code] = fresh
        return fresh

    def _make_season(self, one: Row, fields: dict[str, Any], _taken: Taken) -> Any:
        if len(self.rows["season"]) > 1:
            raise one.fault("kind", "an archive has one season")
        try:
            options = games.get(one.line.game).parse_options(one.line.options)
        except games.UnknownGame:
            raise one.fault("game", "nobody here knows this game") from None
        except ValidationError as error:
            raise one.fault("options", error.errors()[0]["msg"]) from None
        fields |= {"options": options.model_dump(mode="json"), "club": self.club}
        return Season(**fields | ({"name": self.name} if self.name else {}))

    def _make_venue(self, one: Row, fields: dict[str, Any], taken: Taken) -> Any:
        """Return the club's venue of this name, or a new one."""
        own = Venue.objects.filter(club=self.club, name=one.line.name).first()
        fields["code"] = self._code("venue", one.line.code, taken)
        return own or Venue(**fields, club=self.club)

    def _make_player(self, one: Row, fields: dict[str, Any], taken: Taken) -> Any:
        """Return who this is: a built-in bot, somebody known here, or a new guest."""
        line = one.line
        if line.builtin:
            if line.type != "bot" or line.builtin not in builtin.names():
                raise one.fault("builtin", "there is no such bot here")
            row = people.builtin_bot(name=line.builtin)
        elif self.players == KNOWN and line.code in taken:
            row = taken[line.code]
        else:
            self.guests += 1
            fields["code"] = self._code("player", line.code, taken)
            return Player(**fields, kind=line.type)
        if row.kind != line.type:
            raise one.fault("type", "the player of this code is none here")
        if row.code != line.code:
            self.codes.setdefault("player", {})[line.code] = row.code
        return row

    def _make_event(self, one: Row, fields: dict[str, Any], _taken: Taken) -> Any:
        return Event(**fields, season=self.season)

    def _make_match(self, one: Row, fields: dict[str, Any], _taken: Taken) -> Any:
        line = one.line
        secret = {"secret": bytes.fromhex(line.secret)} if line.secret else {}
        has_result = line.status in {Match.Status.ENTERED, Match.Status.FINAL} or line.voided_from
        if bool(has_result) != (line.version > 0):
            raise one.fault("version", "it does not fit the status")
        if line.voided_from and line.status != Match.Status.VOID:
            raise one.fault("voided_from", "it does not fit the status")
        return Match(
            **fields,
            **secret,
            season=self.season,
            status=line.status,
            version=line.version,
            result_version=line.result_version,
            voided_from=line.voided_from,
        )

    def _make_pair(self, one: Row, fields: dict[str, Any], _taken: Taken) -> Any:
        return PairRule(**fields, kind=one.line.rule)

    def _make_result(self, one: Row, fields: dict[str, Any], _taken: Taken) -> Any:
        if one.line.source not in Result.Source.values:
            raise one.fault("source", "nobody here knows this source")
        return Result(**fields)

    def _make_round(self, one: Row, fields: dict[str, Any], _taken: Taken) -> Any:
        return Round(**fields, result=self._result(one))

    def _make_penalty(self, one: Row, fields: dict[str, Any], _taken: Taken) -> Any:
        return Penalty(**fields, season=self.season)

    def _make_payment(self, one: Row, fields: dict[str, Any], _taken: Taken) -> Any:
        return Payment(**fields, kind=one.line.type)

    def _make_record(self, one: Row, fields: dict[str, Any], _taken: Taken) -> Any:
        try:
            blob = base64.b64decode(one.line.blob, validate=True)
        except binascii.Error:
            raise one.fault("blob", "this is no base64") from None
        return Record(result=self._result(one), blob=blob)

    def _make_log(self, one: Row, fields: dict[str, Any], _taken: Taken) -> Any:
        kind, _colon, code = one.line.subject.partition(":")
        subject = f"{kind}:{self.codes.get(kind, {}).get(code, code)}"
        event = self._named(one, "event", "event")
        data = {**_recoded(one.line.data, self.codes), "imported": True}
        fields |= {"subject": subject, "data": data}
        return AuditEntry(**fields, club=self.club, event=event)

    def _link(self, carried: Carried, found: Sequence[Row]) -> None:
        """Join rows that could only be joined once they were stored."""
        if carried.model is Event:
            through = Event.bots.through
            through.objects.bulk_create(
                through(event_id=one.row.pk, player_id=self._player(one, code).pk)
                for one in found
                for code in one.line.bots
            )
        if carried.model is Registration:
            replacing = [one for one in found if one.line.replaces is not None]
            for one in replacing:
                one.row.replaces = self._replaced(one)
            Registration.objects.bulk_update([one.row for one in replacing], ["replaces"])

    def _replaced(self, one: Row) -> Any:
        """Return the registration that another takes the place of, in the same event."""
        found = self._named(one, "replaces", "registration")
        if found.event_id != one.row.event_id or found.pk == one.row.pk:
            raise one.fault("replaces", "this is no other registration of its event")
        return found

    def _player(self, one: Row, code: str) -> Any:
        if (code,) not in self.rows["player"]:
            raise one.fault("bots", "no line before this one is a player of this code")
        return self.rows["player"][(code,)].row

    def _keep_lots(self, season: Season) -> None:
        """Let everybody keep the lot they had, whatever their code is here."""
        [line] = [one.line for one in self.rows["season"].values()]
        had = line.lot_names or {}
        players = [(one.row.code, one.line.code) for one in self.rows["player"].values()]
        named = {here: had.get(there, there) for here, there in players}
        others = {here: name for here, name in named.items() if here != name}
        if len(set(named.values())) < len(named):
            raise ArchiveFault("lines.2.lot_names", "two players have one lot")
        season.lot_names = others or None
        season.save(update_fields=["lot_names"])

    def _keep_clubs(self, season: Season, now: datetime) -> None:
        """Let players of a federation play for the clubs of the same names here."""
        named = {
            one.row: (one.line.plays_for_slug or "", one.line.plays_for)
            for one in self.rows["player"].values()
            if one.line.plays_for is not None
        }
        allegiances.store_named(season=season, named=named, now=now)

    def _rename_draws(self) -> None:
        """Let what is told of draws name players and matches by their codes here."""
        players, matches = (
            {one.line.code: one.row.code for one in self.rows[kind].values()}
            for kind in ("player", "match")
        )
        told = [one for one in self.rows["session"].values() if one.row.explanation is not None]
        for one in told:
            try:
                one.row.explanation = archived_draws.renamed(
                    one.row.explanation, players=players, matches=matches
                )
            except LookupError as unknown:
                said = f"{unknown.args[0]} is nobody, and no match, of this archive"
                raise one.fault("explanation", said) from None
        Session.objects.bulk_update([one.row for one in told], ["explanation"], batch_size=500)

    def _keep_currency(self) -> None:
        """Refuse amounts in another currency than the club's, which stays until the end."""
        [season] = self.rows["season"].values()
        fees_of = [season, *self.rows["event"].values()]
        has_fees = any(one.row.entry_fee is not None for one in fees_of)
        if not (has_fees or self.rows["pot"] or self.rows["payment"]):
            return
        if season.line.currency != fees.hold_club(self.club).currency:
            raise season.fault("currency", OTHER_CURRENCY)

    def _require_agreements(self, by: Account, now: datetime) -> None:
        """Refuse to give terms, and places in what is to be played, to who has not agreed.

        What they have played before is history, and `counting` says for whom it counts.
        """
        named = [one.row.player for kind in TERMS for one in self.rows[kind].values()]
        if self.season.status != Season.Status.CLOSED:
            named += [one.row.player for one in self.rows["registration"].values()]
        agreements.require(club=self.club, players=named, by=by, now=now)

    def _judge(self, season: Season, now: datetime) -> None:
        """Check all matches, and give their seats what the results give them."""
        tables = Tables(season, self.rows)
        tables.check_sessions(self.rows["bye"].values())
        for match in self.rows["match"].values():
            tables.check(match)
        tables.check_records()
        seats = list(tables.scored())
        columns = ["score", "place", "points", "games_won", "games_lost"]
        Seat.objects.bulk_update(seats, columns, batch_size=500)
        final = [match.pk for match, _seats, _result in tables.final]
        game_ratings.note_changed(match_ids=final)
        unwritten.note(final)
        records = Record.objects.filter(result__match__season=season)
        records.update(status=Record.Status.VALID, checked_at=now)


def _recoded(data: Any, codes: Mapping[str, Mapping[str, str]]) -> Any:
    """Return data of the log with the codes that had to be new."""
    if isinstance(data, dict):
        return {key: _recoded(value, codes) for key, value in data.items()}
    if isinstance(data, list):
        return [_recoded(value, codes) for value in data]
    if isinstance(data, str):
        return next((of[data] for of in codes.values() if data in of), data)
    return data
