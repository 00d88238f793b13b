"""The matches of an archive, checked: no result is believed that reading it again does not give."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import games
from engine.records import document
from engine.rules.errors import InvalidRecord
from engine.rules.game import Game
from league.logic import points, sitting_out
from league.logic.outcomes import Outcome
from league.logic.season_archive import ArchiveFault
from league.models import Event, Match, Result, Season, Seat
from league.services.base.refusals import Invalid
from league.services.draws import draws
from league.services.results import submissions
from league.services.results.submissions import (
    Scores,
    Sheets,
    Submission,
    Totals,
    UploadedRecord,
)
from league.services.seasons import scoring

from .archives import BY_HAND


@dataclass
class Row:
    """A line with its number, and the row made of it."""

    number: int
    line: Any
    row: Any = None

    def fault(self, name: str, message: str) -> ArchiveFault:
        """Return what is wrong with a field of this line."""
        return ArchiveFault(f"lines.{self.number}.{name}", message)


class Tables:
    """The matches of an archive, with what its lines say of each."""

    def __init__(self, season: Season, rows: Mapping[str, Mapping[tuple[Any, ...], Row]]) -> None:
        self.season = season
        self.seats = _by(rows["seat"], "match")
        self.results = _by(rows["result"], "match")
        self.rounds = _by(rows["round"], "match", "version")
        self.records = dict(rows["record"])
        self.final: list[tuple[Match, Sequence[Seat], Result]] = []

    def check(self, match: Row) -> None:
        """Raise ArchiveFault unless a match is one that could have come about here."""
        code, status = match.line.code, match.line.status
        seats = sorted(self.seats.get((code,), []), key=lambda one: int(one.line.number))
        if not seats or [one.line.number for one in seats] != list(range(len(seats))):
            raise match.fault("code", "its seats are not numbered from 0 without a gap")
        is_of_bots = all(one.row.player.is_bot for one in seats)
        own = self.results.get((code,), [])
        found = next((one for one in own if one.line.version == match.line.result_version), None)
        if found is None and (own or match.line.result_version):
            raise match.fault("result_version", "no line is a result of this version")
        has_result = status in {Match.Status.ENTERED, Match.Status.FINAL}
        has_result = has_result or bool(match.line.voided_from)
        if has_result != (found is not None):
            raise match.fault("status", "it does not fit the results of the match")
        if status == Match.Status.FINAL and match.line.finished_at is None:
            raise match.fault("finished_at", "a final match says when it became final")
        if is_of_bots and status in {Match.Status.OPEN, Match.Status.ENTERED}:
            raise match.fault("status", "a table of bots is final or void here")
        for other in own:
            if other is not found:
                self._check_superseded(match, other, players=len(seats))
        if found is not None:
            self._check_result(match, found, players=len(seats), is_of_bots=is_of_bots)
            if status == Match.Status.FINAL:
                self.final.append((match.row, [one.row for one in seats], found.row))

    def check_sessions(self, byes: Iterable[Row]) -> None:
        """Raise ArchiveFault for tables of a size that there is not, and who has two places."""
        game = games.get(self.season.game)
        placed = {(one.line.session, one.row.player_id) for one in byes}
        for one in self.seats.values():
            seats = sorted(one, key=lambda row: int(row.line.number))
            match, people = seats[0].row.match, [row.row.player for row in seats]
            if wrong := draws.wrong_seats([people], game=game):
                raise seats[0].fault("player", next(iter(wrong.values()))[0])
            for row in seats:
                place = (match.session_id, row.row.player_id)
                is_once = not (row.row.player.is_bot or _is_table_by_table(match))
                if is_once and place in placed:
                    raise row.fault("player", "somebody who has another place in this session")
                placed.add(place)

    def check_records(self) -> None:
        """Raise ArchiveFault if there is a record that no final result was read from."""
        for stored in self.records.values():
            raise stored.fault("version", "no final result of an archive comes from this record")

    def scored(self) -> Iterable[Seat]:
        """Yield the seats of final matches, with what their results give them."""
        entries = scoring.entries_of([(match, result) for match, _seats, result in self.final])
        for match, seats, _result in self.final:
            for seat in seats:
                entry = entries[match.pk][seat.number]
                seat.score, seat.place, seat.points = entry.score, entry.place, entry.points
                seat.games_won, seat.games_lost = entry.won, entry.lost
                yield seat

    def _check_superseded(self, match: Row, other: Row, *, players: int) -> None:
        """Raise ArchiveFault unless a version that does not count could have been handed in.

        One from a record has none here, so only its rounds are added up.
        """
        line = other.line
        if line.version > match.line.version:
            raise other.fault("version", "the match has not got that far")
        if line.source == Result.Source.FORFEIT:
            self._check_forfeit(other, players=players)
        elif line.forfeits:
            raise other.fault("forfeits", "only a forfeit has them")
        elif line.source in BY_HAND:
            self._compare(other, self._read(match, other, players=players))
        else:
            self._check_sum(other, players=players)
            if list(games.get(self.season.game).place(line.totals)) != line.places:
                raise other.fault("places", "its totals give others")

    def _check_result(self, match: Row, found: Row, *, players: int, is_of_bots: bool) -> None:
        """Raise ArchiveFault unless reading a result again gives what its line says."""
        line, is_final = found.line, match.line.status == Match.Status.FINAL
        if line.version > match.line.version:
            raise found.fault("version", "the match has not got that far")
        is_void = match.line.status == Match.Status.VOID
        may_wait = (*BY_HAND, Result.Source.FORFEIT) if is_void else BY_HAND
        if not is_final and line.source not in may_wait:
            raise found.fault("source", "only sheets and scores wait for a second person")
        if is_of_bots != (line.source == Result.Source.PLAYED):
            raise found.fault("source", "what bots alone have played is played, nothing else")
        if line.source == Result.Source.FORFEIT:
            self._check_forfeit(found, players=players)
            return
        if line.forfeits:
            raise found.fault("forfeits", "only a forfeit has them")
        self._compare(found, self._read(match, found, players=players))

    def _read(self, match: Row, found: Row, *, players: int) -> Outcome:
        """Return what a result comes to when it is handed in again."""
        submission = self._submission(match, found, players=players)
        try:
            return submissions.read(
                submission, season=self.season, players=players, is_from_list=True
            )
        except Invalid as refusal:
            raise found.fault("source", str(refusal)) from None

    def _check_forfeit(self, found: Row, *, players: int) -> None:
        """Raise ArchiveFault unless a forfeit keeps what was scored, and gives the places of it."""
        line, game = found.line, games.get(self.season.game)
        gone = frozenset(line.forfeits)
        if not gone or max(gone) >= players or len(line.totals) != players:
            raise found.fault("forfeits", "these are not seats of its table")
        sides = scoring.sides_of(game, players)
        if any(sides[seat] in {sides[one] for one in gone} for seat in {*range(players)} - gone):
            raise found.fault("forfeits", "partners give up together")
        self._check_sum(found, players=players)
        totals = tuple(line.totals)
        placed = points.Outcome(totals=totals, places=tuple(game.place(totals)), forfeits=gone)
        if list(placed.final_places) != line.places:
            raise found.fault("places", f"its forfeits give {list(placed.final_places)}")

    def _check_sum(self, found: Row, *, players: int) -> None:
        """Raise ArchiveFault unless the totals of a result are the sums of its rounds.

        One that keeps what a list has said has none.
        """
        rounds = [one.line for one in self._rounds(found)]
        if not rounds and self._is_said_by_list(found):
            return
        if any(len(one.scores) != players or one.dealer >= players for one in rounds):
            raise found.fault("version", "its rounds are not of its table")
        if any(abs(score) > submissions.LARGEST_SCORE for one in rounds for score in one.scores):
            raise found.fault("version", "its rounds score more than anybody can")
        sums = [sum(one.scores[seat] for one in rounds) for seat in range(players)]
        if sums != found.line.totals:
            raise found.fault("totals", f"its rounds give {sums}")

    def _is_said_by_list(self, found: Row) -> bool:
        """Tell whether a version before this one has its totals from a list."""
        own = [one.line for one in self.results[(found.line.match,)]]
        said = [one.totals for one in own if one.source == Result.Source.LIST]
        return found.line.totals in said

    def _submission(self, of: Row, found: Row, *, players: int) -> Submission:
        """Return a result as it would be handed in."""
        rounds = [one.line for one in self._rounds(found)]
        match found.line.source:
            case Result.Source.LIST:
                return Totals(totals=found.line.totals)
            case Result.Source.SCORES:
                return Scores(rounds=[one.scores for one in rounds])
            case Result.Source.SHEETS:
                game = games.get(self.season.game)
                return Sheets(rounds=[_sheet(one, game, players) for one in rounds])
            case Result.Source.RECORD | Result.Source.PLAYED:
                return self._record(of, found)
        raise found.fault("source", "a result of this source cannot be read again")

    def _record(self, of: Row, found: Row) -> UploadedRecord:
        stored = self.records.pop((found.line.match, found.line.version), None)
        if stored is None:
            raise found.fault("source", "its record is missing")
        try:
            record = document.decode(bytes(stored.row.blob))
        except InvalidRecord as error:
            raise stored.fault("blob", str(error)) from None
        is_played = found.line.source == Result.Source.PLAYED
        if is_played and (of.line.secret is None or record.get("secret") != of.line.secret):
            raise stored.fault("blob", "its deals do not come from the secret of the match")
        return UploadedRecord(record=record)

    def _rounds(self, found: Row) -> list[Row]:
        rounds = self.rounds.get((found.line.match, found.line.version), [])
        return sorted(rounds, key=lambda one: int(one.line.number))

    def _compare(self, found: Row, outcome: Outcome) -> None:
        line = found.line
        if list(outcome.totals) != line.totals:
            raise found.fault("totals", f"its rounds give {list(outcome.totals)}")
        if list(outcome.places) != line.places:
            raise found.fault("places", f"its totals give {list(outcome.places)}")
        rounds = [one.line for one in self._rounds(found)]
        told = [
            (one.number, one.dealer, one.scores, one.redeal, one.declarer, one.won)
            for one in rounds
        ]
        read = [
            (number, one.dealer, list(one.scores), one.redeal, one.declarer, one.won)
            for number, one in enumerate(outcome.rounds)
        ]
        if told != read:
            raise found.fault("version", "its rounds are not those that it says")


def _is_table_by_table(match: Match) -> bool:
    """Tell whether a match is of online tables, at which people sit down one after the other."""
    return match.session is not None and match.session.event.draw in Event.TABLE_BY_TABLE


def _sheet(line: Any, game: Game, players: int) -> dict[str, Any]:
    """Return a round as somebody would hand it in; old sheets count the seats that play."""
    if line.redeal:
        return {"dealer": line.dealer, "redeal": True}
    if not isinstance(line.sheet, dict):
        return {"dealer": line.dealer, "sheet": line.sheet}
    sheet = sitting_out.at_table(line.sheet, game, line.dealer, players)
    return {"dealer": line.dealer, "sheet": sheet}


def _by(rows: Mapping[tuple[Any, ...], Row], *names: str) -> dict[tuple[Any, ...], list[Row]]:
    """Return rows by the fields that name what they belong to."""
    found: dict[tuple[Any, ...], list[Row]] = {}
    for one in rows.values():
        found.setdefault(tuple(getattr(one.line, name) for name in names), []).append(one)
    return found
