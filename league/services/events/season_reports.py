"""The report of a season: its standings, their course, its evenings, and its records.

All of it is counted from what is final. The standings and rankings are those of the pages; what
was special at a table is told of who sat there (`league/logic/feats.py`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import Enum
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from django.db.models import Count, F, Min, Q
from django.db.models.functions import Coalesce

import games
from league.logic import feats
from league.logic.feats import Feat, Sat
from league.models import Event, Match, Player, Result, Season, Seat, Session
from league.services.draws import bracket_looks
from league.services.seasons import courses, scoring
from league.services.seasons import rankings as standings
from league.services.seasons.courses import Course
from league.services.seasons.rankings import Table

from . import rankings

MOST_PLAYERS, MOST_SESSIONS = 8, 60
"""How many players the chart follows, over how many of the latest sessions."""
MOST_EVENINGS, BEST = 100, 5
"""How many evenings are listed, the latest, and how many of the best."""
MOST_SHARING = 5
"""What more players share is no record."""
MOST_CUPS = 12
"""The winners of so many cups are looked up in their brackets."""
MOST_SEATS = 40_000
"""Records are looked for in the latest matches, so many seats in all."""


class Kind(Enum):
    """What a record is about."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    CLEAREST = "clearest"
    NARROWEST = "narrowest"
    SESSION = "session"
    STREAK = "streak"
    WINS = "wins"
    MATCHES = "matches"
    FAITHFUL = "faithful"


AT_TABLES: Final[Mapping[Kind, Callable[[Iterable[Sat]], list[Feat]]]] = {
    Kind.HIGHEST: feats.highest_scores,
    Kind.LOWEST: feats.lowest_scores,
    Kind.CLEAREST: feats.clearest_wins,
    Kind.NARROWEST: feats.narrowest_wins,
    Kind.SESSION: feats.best_in_session,
    Kind.STREAK: feats.longest_streaks,
    Kind.FAITHFUL: feats.most_sessions,
}
"""What is looked for among the seats of final matches."""


@dataclass(frozen=True, slots=True)
class Held:
    """Who holds a record, and in which session; None for one of the whole season."""

    players: tuple[Player, ...]
    session: Session | None = None


@dataclass(frozen=True, slots=True)
class Best:
    """A record and all who share it; `of` is how often it could have been done, if that is told."""

    kind: Kind
    value: Decimal
    held: Sequence[Held]
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Evening:
    """An event that is not cancelled; `at` is when it began.

    It is not decided while something can still change its ranking: a match, a session that is
    planned, or the rounds of a cup that are left. Then nobody has won; nor if nobody has looked, as
    at the brackets of all but MOST_CUPS cups.
    """

    event: Event
    at: datetime | None
    rows: Sequence[rankings.Row]
    winners: Sequence[Player]
    is_decided: bool


@dataclass(frozen=True, slots=True)
class Report:
    """All that the report of a season tells.

    `all_evenings` is how many there are, of which the latest are listed. Records are those of the
    latest matches alone if they `are_of_latest`.
    """

    season: Season
    table: Table
    course: Sequence[Course]
    evenings: Sequence[Evening]
    all_evenings: int
    best_evenings: Sequence[tuple[rankings.Row, Evening]]
    records: Sequence[Best]
    are_of_latest: bool
    matches: int

    @property
    def is_final(self) -> bool:
        """Tell whether nothing will change any more."""
        return self.season.status == Season.Status.CLOSED

    @property
    def begun_at(self) -> datetime | None:
        """When the first evening with a final match began."""
        return min((one.at for one in self.evenings if one.rows and one.at), default=None)

    @property
    def ended_at(self) -> datetime | None:
        """When the last evening with a final match began."""
        return max((one.at for one in self.evenings if one.rows and one.at), default=None)


def report_of(season: Season) -> Report:
    """Return the report of a season of events; its table is read on from it.

    14 queries, one more where tie-breaks ask who met whom, and 8 for each of MOST_CUPS cups.
    """
    table = standings.table(season)
    first = table[:MOST_PLAYERS]
    course = courses.of(season, first, most_players=MOST_PLAYERS, most_sessions=MOST_SESSIONS)
    published = Count("sessions", filter=~Q(sessions__status=Session.Status.DRAFT), distinct=True)
    events = season.events.filter(cancelled_at=None).annotate(began_at=_began_at(), held=published)
    listed = events.select_related("season").order_by(F("began_at").desc(nulls_first=True), "-pk")
    evenings = _evenings(season, list(listed[:MOST_EVENINGS])[::-1])
    seats, is_cut = _seats(season)
    return Report(
        season=season,
        table=table,
        course=course,
        evenings=evenings,
        all_evenings=events.count(),
        best_evenings=_best_evenings(evenings),
        records=_records(seats, table),
        are_of_latest=is_cut,
        matches=season.matches.filter(status=Match.Status.FINAL).count(),
    )


def _began_at() -> Coalesce:
    """Return when an event began: as planned, or else with its first session."""
    first = Min(Coalesce("sessions__starts_at", "sessions__published_at"))
    return Coalesce("starts_at", first)


def _evenings(season: Season, events: Sequence[Event]) -> list[Evening]:
    ranked = rankings.of_events(events)
    decided = [Match.Status.FINAL, Match.Status.VOID]
    waiting = Match.objects.filter(season=season).exclude(status__in=decided)
    undecided = set(waiting.values_list("session__event", flat=True).distinct())
    cups = [one for one in events if one.draw == Event.Draw.KNOCKOUT and ranked[one.pk]]
    of_cups = {one.pk: _winners_of_cup(one) for one in cups[::-1][:MOST_CUPS]}
    if season.status != Season.Status.CLOSED:
        undecided |= {one.pk for one in events if vars(one)["held"] < (one.planned_sessions or 1)}
    found = []
    for event in events:
        rows = ranked[event.pk]
        winners: list[Player] | None = [row.player for row in rows if row.rank == 1]
        if event.draw == Event.Draw.KNOCKOUT:
            winners = of_cups.get(event.pk, [])
        is_decided = event.pk not in undecided and winners is not None
        shown = winners or [] if is_decided else []
        found.append(Evening(event, vars(event)["began_at"], rows, shown, is_decided))
    return found


def _winners_of_cup(cup: Event) -> list[Player] | None:
    """Return who has won a cup by its bracket, None while it goes on; 8 queries.

    A cup without a bracket, as after draws by hand, has none to tell.
    """
    look = bracket_looks.look(cup, by=None)
    won = [player for one in look.ranks if one.place == 1 for player in one.players]
    return won or ([] if not look.is_bracket else None)


def _best_evenings(evenings: Iterable[Evening]) -> list[tuple[rankings.Row, Evening]]:
    """Return with how many points people went home on the best evenings, most first.

    Equals are all there or, if they are too many, left out. Online tables are no evening.
    """
    found = [
        (row, evening)
        for evening in evenings
        if evening.winners and evening.event.draw != Event.Draw.ONLINE
        for row in evening.rows
        if not row.player.is_bot
    ]
    found.sort(key=lambda one: -one[0].points)  # equals stay in the order of play
    if len(found) <= BEST:
        return found
    last = found[BEST - 1][0].points
    with_equals = [one for one in found if one[0].points >= last]
    if len(with_equals) <= 2 * BEST:
        return with_equals
    return [one for one in with_equals if one[0].points > last]


def _seats(season: Season) -> tuple[list[Sat], bool]:
    """Return the seats of the latest final matches in the order of play, and if some are left out.

    The sessions are in the order of the course. Two queries.
    """
    rows = Seat.objects.filter(match__season=season, match__status=Match.Status.FINAL)
    latest = rows.order_by(
        F("match__session__published_at").desc(nulls_last=True),
        "-match__session",
        F("match__finished_at").desc(nulls_last=True),
        "-match",
        "-number",
    ).values_list(
        *("match", "match__session", "player", "player__kind", "number"),
        *("score", "place", "points"),
    )
    found = list(latest[: MOST_SEATS + 1])[::-1]
    if is_cut := len(found) > MOST_SEATS:
        found = [row for row in found if row[0] != found[0][0]]
    return _sat(season, found), is_cut


def _sat(season: Season, rows: Iterable[tuple[Any, ...]]) -> list[Sat]:
    """Return seats as records are looked for among them; bots hold some if only bots play."""
    tables = [list(table) for _match, table in groupby(rows, key=itemgetter(0))]
    in_force = Result.objects.filter(version=F("match__result_version"), match__season=season)
    given_up = set(in_force.exclude(forfeits=[]).values_list("match", flat=True))
    kinds = {kind for table in tables for _, _, _, kind, *_ in table}
    holder = Player.Kind.PERSON if Player.Kind.PERSON in kinds else Player.Kind.BOT
    game = games.get(season.game)
    found = []
    for table in tables:
        sides = scoring.sides_of(game, len(table))
        for match, session, player, kind, number, score, place, points in table:
            found.append(
                Sat(
                    match=match,
                    session=session,
                    player=player,
                    side=sides[number],
                    score=score or 0,
                    place=place or 0,
                    points=points or Decimal(0),
                    is_given_up=match in given_up,
                    counts=kind == holder,
                )
            )
    return found


def _records(seats: Sequence[Sat], table: Table) -> list[Best]:
    """Return the records that somebody holds, in the order of `Kind`; two queries."""
    found = {kind: look(seats) for kind, look in AT_TABLES.items()}
    found |= _of_standings(table)
    found = {kind: all_ for kind, all_ in found.items() if len(_players(all_)) <= MOST_SHARING}
    held = [feat for all_ in found.values() for feat in all_]
    players = Player.objects.in_bulk(_players(held))
    sessions = Session.objects.select_related("event").in_bulk(
        {feat.session for feat in held if feat.session}
    )
    many = {Kind.FAITHFUL: len({seat.session for seat in seats})}
    return [
        Best(kind, found[kind][0].value, _held(found[kind], players, sessions), many.get(kind))
        for kind in Kind
        if found.get(kind)
    ]


def _players(found: Iterable[Feat]) -> set[int]:
    return {player for feat in found for player in feat.players}


def _held(
    found: Iterable[Feat], players: Mapping[int, Player], sessions: Mapping[int, Session]
) -> list[Held]:
    return [
        Held(
            tuple(players[player] for player in feat.players),
            None if feat.session is None else sessions[feat.session],
        )
        for feat in found
    ]


def _of_standings(table: Table) -> dict[Kind, list[Feat]]:
    """Return who has won and played most, as the standings have it."""
    rows = [row for row in table.held.values() if not row.player.is_bot]
    rows = rows or list(table.held.values())
    rows.sort(key=lambda row: (row.player.name, row.player_id))
    return {
        Kind.WINS: _most({row.player_id: row.wins for row in rows}),
        Kind.MATCHES: _most({row.player_id: row.matches for row in rows}),
    }


def _most(counts: Mapping[int, int]) -> list[Feat]:
    most = max(counts.values(), default=0)
    first = [player for player, count in counts.items() if count == most > 0]
    return [Feat(Decimal(most), (player,)) for player in first]
