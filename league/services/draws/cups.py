"""Cups as they are stored: what the first draw has settled, and how far its bracket has come.

The first draw keeps its seeding, its plan and whether the third place is played for, so that none
of these changes under a cup that goes on. The bracket itself is stored nowhere: it is followed
through the matches and byes of all sessions. A place in it belongs to whoever was registered for
it; a substitute holds it for the sessions he plays.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import F, Prefetch, QuerySet

from league.logic.draws.courses import Course, Seated, Sitting, Strayed, follow
from league.logic.draws.cup_plans import Plan
from league.logic.draws.knockout import Bracket, Over, bracket_of
from league.logic.draws.model import NoDraw
from league.logic.draws.old_brackets import old_bracket
from league.models import Bye, Event, Match, Player, Result, Seat, Session

from . import draw_settings

__all__ = ["Cup", "Strayed", "Terms"]


@dataclass(frozen=True, slots=True)
class Terms:
    """What the first draw has settled: codes of players by their seeds, the plan, and the rest.

    Cups that were begun before plans were kept have none.
    """

    seeding: tuple[str, ...]
    plan: Plan | None = None
    third_place: bool = False
    seeded_by: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return what the explanation of each draw of the cup keeps."""
        plan = None if self.plan is None else [[list(lot) for lot in lots] for lots in self.plan]
        kept = {"seeding": list(self.seeding)}
        if plan is None:
            return kept
        return kept | {
            "plan": plan,
            "third_place": self.third_place,
            "seeded_by": self.seeded_by,
        }


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup and its course. Keys are seeds from 1; others who were seated have those after."""

    terms: Terms
    course: Course
    keys: dict[str, int]
    players: dict[int, Player] = field(default_factory=dict)
    places_of: Mapping[str, str] = field(default_factory=dict)

    @property
    def bracket(self) -> Bracket:
        """The bracket, as it was settled."""
        return self.course.bracket

    def key_of(self, code: str) -> int:
        """Return the key of whose place a player has, a new one for who has none yet."""
        own = self.places_of.get(code, code)
        if own not in self.keys and code in self.keys:
            own = code
        return self.keys.setdefault(own, len(self.keys) + 1)


def terms_of(first: Session | None) -> Terms | None:
    """Return what the first session of a cup has settled, None if it was not drawn so."""
    kept = (first.explanation if first else None) or {}
    if not kept.get("seeding"):
        return None
    plan = kept.get("plan")
    return Terms(
        seeding=tuple(kept["seeding"]),
        plan=None if plan is None else tuple(tuple((a, b) for a, b in lots) for lots in plan),
        third_place=bool(kept.get("third_place")),
        seeded_by=kept.get("seeded_by", ""),
    )


def cup_of(event: Event, terms: Terms, matches: Sequence[Match]) -> Cup:
    """Return a cup followed through these matches, session by session; two queries.

    Raises Strayed with the position of the session whose tables are not those of the bracket, and
    NoDraw where there is no bracket for these terms.
    """
    bracket = _bracket(event, terms)
    rows = event.registrations.order_by("pk")
    cup = Cup(
        terms=terms,
        course=Course(bracket),
        keys={code: seed for seed, code in enumerate(terms.seeding, start=1)},
        places_of={
            code: root or code
            for code, root in rows.values_list("player__code", "replaces__player__code")
        },
    )
    sessions = [list(found) for _key, found in groupby(matches, key=attrgetter("session_id"))]
    byes = _byes([found[0].session_id for found in sessions if found[0].session_id])
    sittings = [_sitting(cup, found, byes.get(found[0].session_id or 0, ())) for found in sessions]
    return Cup(terms, follow(bracket, sittings), cup.keys, cup.players, cup.places_of)


def matches_of(sessions: QuerySet[Session]) -> QuerySet[Match]:
    """Return the matches of sessions with all that a cup is followed by, three queries."""
    rows = Match.objects.filter(session__in=sessions)
    return with_ends(rows.select_related("session"))


def with_ends(rows: QuerySet[Match]) -> QuerySet[Match]:
    """Load with matches, session by session, who sat there and who gave up; two queries more."""
    in_force = Result.objects.filter(version=F("match__result_version"))
    return rows.prefetch_related(
        Prefetch("seats", Seat.objects.select_related("player", "counts_for")),
        Prefetch("results", in_force.only("match", "version", "forfeits")),
    ).order_by("session__number", "table_number", "pk")


def key_at(cup: Cup, seat: Seat) -> int:
    """Return whose place in the bracket a seat is; a substitute has that of another."""
    if seat.counts_for is not None and seat.counts_for.code in cup.keys:
        return cup.keys[seat.counts_for.code]
    return cup.key_of(seat.player.code)


def _bracket(event: Event, terms: Terms) -> Bracket:
    players = len(terms.seeding)
    if terms.plan is None:
        rules = draw_settings.rules_of(event, {}, draw_settings.weights_of(event))
        return old_bracket(players, rules.size)
    try:
        return bracket_of(players, terms.plan, small_final=terms.third_place)
    except ValueError:  # an archive from elsewhere may hold anything
        raise NoDraw("too_few") from None


def _byes(sessions: Sequence[int]) -> dict[int, list[str]]:
    """Return the codes of players who had a bye, by session; one query."""
    found: dict[int, list[str]] = {}
    rows = Bye.objects.filter(session__in=sessions).order_by("pk")
    for session, code in rows.values_list("session", "player__code"):
        found.setdefault(session, []).append(code)
    return found


def _sitting(cup: Cup, matches: Iterable[Match], byes: Iterable[str]) -> Sitting:
    tables = tuple(_seated(cup, match) for match in matches)
    return Sitting(tables, tuple(cup.key_of(code) for code in byes))


def _seated(cup: Cup, match: Match) -> Seated:
    seats = list(match.seats.all())
    keys = [key_at(cup, seat) for seat in seats]
    for key, seat in zip(keys, seats, strict=True):
        cup.players[key] = seat.player
    if match.status != Match.Status.FINAL:
        return Seated(tuple(keys), is_void=match.status == Match.Status.VOID)
    placed = sorted((seat.place or 0, key) for key, seat in zip(keys, seats, strict=True))
    gave_up = set(match.forfeits)
    return Seated(
        tuple(keys),
        Over(
            tuple(key for _place, key in placed),
            frozenset(k for k, seat in zip(keys, seats, strict=True) if seat.number in gave_up),
        ),
    )
