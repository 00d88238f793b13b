"""Knock-out: the next round of a cup from the results of the rounds before."""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.logic.draws import courses
from league.logic.draws.courses import Round, Strayed
from league.logic.draws.cup_plans import plan_of
from league.logic.draws.knockout import Taken, expected
from league.logic.draws.model import Draw, Entrant, NoDraw
from league.models import Event, GameRating, Match, Player, Session
from league.services.base.refusals import Conflict
from league.services.seasons import rankings

from . import cups
from .cups import Cup, Terms
from .draw_settings import FIRST_BOT, Setting, drawn_with, setting_of


class Seeding(TextChoices):
    """What makes the better seed of a cup; lots decide between equals."""

    RATING = "rating", gettext_lazy("by rating")
    STANDINGS = "standings", gettext_lazy("by the season's standings")
    LOT = "lot", gettext_lazy("by lot")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is chosen with the first draw of a cup; later draws keep it."""

    seeding: Seeding = Seeding.RATING
    third_place: bool = False


@dataclass(frozen=True, slots=True)
class NextRound:
    """A round of a cup: its draw and what that is made of, the terms, and who came too late."""

    draw: Draw
    setting: Setting
    terms: Terms
    late: tuple[Player, ...] = ()

    def kept(self) -> dict[str, Any]:
        """Return what the explanation of the draw keeps of it."""
        late = [player.code for player in self.late]
        return self.terms.as_json() | ({"late": late} if late else {})


@dataclass(frozen=True, slots=True)
class _Hall:
    """Who is there in a session: players by their keys in the bracket, and those who came late."""

    holders: Mapping[int, Player]
    late: Mapping[int, Player]

    def players(self) -> dict[int, Player]:
        """Return everybody."""
        return {**self.holders, **self.late}


def next_round(session: Session, setting: Setting, wanted: Wanted, seed: str) -> NextRound:
    """Return how a session of a cup is drawn.

    A table that was declared void is drawn again. Raises Conflict where rounds before are not over,
    their tables are not the bracket's, or a table cannot be completed.
    """
    event = session.event
    if setting.still_open:
        said = _("An earlier round is not finished. Enter its results first.")
        raise Conflict(event, said)
    cup = _cup_before(session) or _new_cup(session, setting, wanted, seed)
    hall = _hall_of(cup, setting)
    try:
        found = _next(cup, hall, setting)
    except NoDraw as none:
        raise Conflict(event, _too_few(none, hall, _sizes(cup.terms, setting))) from None
    if not found.tables:
        raise Conflict(event, _over(cup, hall))
    setting, keys = _with_guests(setting, hall)
    draw = Draw(
        tables=tuple(tuple(keys[key] for key in table) for table in found.tables.values()),
        byes=tuple(sorted(keys[key] for key in found.byes)),
        seed=seed,
    )
    seated = {key for table in found.tables.values() for key in table}
    late = tuple(player for key, player in hall.late.items() if key not in seated)
    return NextRound(draw, setting, cup.terms, late)


def heats_of(session: Session, setting: Setting) -> list[list[Player]] | None:
    """Return who shares a table in a drawn session if the bracket goes on.

    None where it was not drawn, or where the bracket cannot go on.
    """
    try:
        cup = _followed(session, _first(session))
        if cup is None:
            return None
        hall = _hall_of(cup, setting)
        found = _next(cup, hall, setting)
    except (NoDraw, Strayed):
        return None
    players = hall.players()
    return [[players[key] for key in table] for table in found.tables.values()]


def is_outdated(session: Session) -> bool:
    """Tell whether a draft that was drawn has other tables than it would have by results of now.

    Not of one that was changed by hand so that its tables were no longer the bracket's.
    """
    kept = session.explanation or {}
    is_left = any(one.get("code") == "bracket" for one in kept.get("breaches", ()))
    if session.event.draw != Event.Draw.KNOCKOUT or not kept.get("seeding") or is_left:
        return False
    checked_in_only = bool(kept.get("checked_in_only"))
    try:
        setting = setting_of(session, checked_in_only=checked_in_only, weights=drawn_with(session))
    except Conflict:
        return True
    heats = heats_of(session, setting)
    tables = session.matches.prefetch_related("seats")
    seated = {frozenset(seat.player_id for seat in match.seats.all()) for match in tables}
    return heats is None or seated != {frozenset(player.pk for player in heat) for heat in heats}


@contextmanager
def keeping_rounds(match: Match) -> Iterator[None]:
    """Let the result of a table change, unless others would then sit at tables that are published.

    Raises Conflict after it if so, to be rolled back. Tables that were played stay as they are; no
    table becomes void while one that was drawn from it is not.
    """
    session = match.session
    later = session and session.event.draw == Event.Draw.KNOCKOUT and _later(session)
    before = _wrong_tables(session) if session and later else {}
    yield
    after = _wrong_tables(session) if session and later else {}
    if new := sorted(after[pk] for pk in after.keys() - before.keys()):
        said = _(
            "Session %(number)d was drawn from this result, and other players would meet there "
            "now. Unpublish that draw, or void its table, then change this result and draw again."
        )
        raise Conflict(match, said % {"number": new[0]})


def _later(session: Session) -> bool:
    later = session.event.sessions.filter(number__gt=session.number)
    return later.exclude(status=Session.Status.DRAFT).exists()


def _wrong_tables(session: Session) -> dict[int, int]:
    """Return tables with others than the bracket says, by keys, with their sessions' numbers.

    Where a whole session is none of the bracket, it has the key 0.
    """
    sessions = session.event.sessions.exclude(status=Session.Status.DRAFT)
    terms = cups.terms_of(sessions.order_by("number").first())
    matches = list(cups.matches_of(sessions))
    try:
        cup = None if terms is None else cups.cup_of(session.event, terms, matches)
    except NoDraw:
        return {}
    except Strayed as strayed:
        numbers = sorted({match.session.number for match in matches if match.session})
        return {0: numbers[strayed.number]}
    return {} if cup is None else {row.pk: number for row, number in _others(cup, matches)}


def _others(cup: Cup, matches: Sequence[Match]) -> Iterator[tuple[Match, int]]:
    """Yield the tables at which somebody sits whom the bracket does not send there.

    Those that were played stay, unless a table became void that they were drawn from.
    """
    known = expected(cup.bracket, cup.course.ends)
    rows = [list(found) for _key, found in groupby(matches, key=attrgetter("session_id"))]
    match_of = {heat: rows[sitting][table] for heat, (sitting, table) in cup.course.seats.items()}
    for heat in cup.bracket.heats:
        match = match_of.get(heat.number)
        if match is None or match.session is None or match.status == Match.Status.VOID:
            continue
        before = [match_of.get(one.heat) for one in heat.sources if isinstance(one, Taken)]
        is_open = match.status == Match.Status.OPEN
        keys = {cups.key_at(cup, seat) for seat in match.seats.all()}
        if (is_open and keys - set(known[heat.number])) or any(
            one is not None and one.status == Match.Status.VOID for one in before
        ):
            yield match, match.session.number


def _cup_before(session: Session) -> Cup | None:
    """Return a cup as it is before a session, None before its first; raises Conflict."""
    earlier = session.event.sessions.filter(number__lt=session.number)
    first = earlier.order_by("number").first()
    try:
        return _followed(session, first)
    except Strayed as strayed:
        numbers = earlier.filter(matches__isnull=False).order_by("number").distinct()
        row = numbers[strayed.number]
        said = _(
            "Session %(number)d did not follow the bracket, so we cannot tell who plays next. "
            "Seat the players of this session by hand."
        )
        raise Conflict(row, said % {"number": row.number}) from None
    except NoDraw:
        said = _("The bracket of this cup cannot be read. Seat the players by hand.")
        raise Conflict(session.event, said) from None


def _first(session: Session) -> Session | None:
    sessions = session.event.sessions.filter(number__lte=session.number)
    return sessions.order_by("number").first()


def _followed(session: Session, first: Session | None) -> Cup | None:
    terms = cups.terms_of(first)
    if terms is None:
        return None
    earlier = session.event.sessions.filter(number__lt=session.number)
    return cups.cup_of(session.event, terms, list(cups.matches_of(earlier)))


def _new_cup(session: Session, setting: Setting, wanted: Wanted, seed: str) -> Cup:
    """Return a cup of everybody who is there; raises Conflict for what no cup can be made of."""
    event, rules = session.event, setting.rules
    if rules.sides:
        said = _(
            "A knock-out needs a game in which everybody plays alone. Draw by standings instead."
        )
        raise Conflict(event, said)
    if event.sessions.filter(number__lt=session.number, matches__isnull=False).exists():
        said = _(
            "The first session was seated by hand, so this cup has no bracket. Seat the players "
            "of this session by hand, too."
        )
        raise Conflict(event, said)
    if rules.fill == "bots":
        said = _(
            "Bots cannot take empty places in a cup, because they could win it. Edit the event "
            "and choose byes or tables of another size."
        )
        raise Conflict(event, said)
    codes = _seeding(event, setting, wanted.seeding, seed)
    try:
        plan = plan_of(len(codes), rules)
    except NoDraw:
        said = _("A table needs %(size)d players. Register more players.")
        raise Conflict(event, said % {"size": min(rules.sizes)}) from None
    terms = Terms(tuple(codes), plan, wanted.third_place, str(wanted.seeding))
    return cups.cup_of(event, terms, [])


def _hall_of(cup: Cup, setting: Setting) -> _Hall:
    """Return who is there; who was seated without being registered is still there."""
    holders: dict[int, Player] = {}
    late: dict[int, Player] = {}
    known = set(cup.keys.values())
    for number, player in setting.players.items():
        if number < FIRST_BOT:
            key = cup.key_of(player.code)
            (holders if key in known else late)[key] = player
    for key, player in cup.players.items():
        if player.code not in cup.places_of:
            holders.setdefault(key, player)
    return _Hall(holders, late)


def _next(cup: Cup, hall: _Hall, setting: Setting) -> Round:
    return courses.next_round(
        cup.course, here=set(hall.holders), sizes=_sizes(cup.terms, setting), late=list(hall.late)
    )


def _sizes(terms: Terms, setting: Setting) -> set[int]:
    """Return the sizes of tables that the event allows now, and those that the plan has."""
    planned = {size for lots in terms.plan or () for size, _advance in lots}
    return planned | set(setting.rules.sizes)


def _with_guests(setting: Setting, hall: _Hall) -> tuple[Setting, dict[int, int]]:
    """Return the setting with those who are not registered, and its keys by those of the cup."""
    number_of = {player.pk: number for number, player in setting.players.items()}
    players, entrants = dict(setting.players), list(setting.entrants)
    for player in hall.holders.values():
        if player.pk not in number_of:
            number = setting.keys.get(player.pk, FIRST_BOT + len(players))
            number_of[player.pk] = number
            players[number] = player
            entrants.append(Entrant(key=number))
    keys = {key: number_of[player.pk] for key, player in hall.players().items()}
    return replace(setting, players=players, entrants=tuple(entrants)), keys


def _seeding(event: Event, setting: Setting, by: Seeding, seed: str) -> list[str]:
    """Return the codes of those whose places are played for, the best first."""
    strength = _strength(event, setting, by)
    lots = sorted(one.key for one in setting.entrants if not one.is_bot)
    random.Random(seed).shuffle(lots)  # noqa: S311 - not for secrets, and reproducible
    best = sorted(lots, key=lambda key: -strength.get(setting.players[key].pk, 0.0))
    places = dict(
        event.registrations.filter(replaces__isnull=False).values_list(
            "player__code", "replaces__player__code"
        )
    )
    codes = [setting.players[key].code for key in best]
    return [places.get(code, code) for code in codes]


def _strength(event: Event, setting: Setting, by: Seeding) -> dict[int, float]:
    """Return how strong players are by primary key, more is better."""
    pks = [one.pk for one in setting.players.values()]
    if by == Seeding.RATING:
        ratings = GameRating.objects.filter(pool__game=event.season.game, player__in=pks)
        return dict(ratings.values_list("player", "ordinal"))
    if by == Seeding.STANDINGS:
        rows = rankings.table(event.season).of(pks)
        return {pk: 1 / row.rank for pk, row in rows.items() if row.rank}
    return {}


def _too_few(none: NoDraw, hall: _Hall, sizes: Collection[int]) -> str:
    players = hall.players()
    names = ", ".join(players[key].shown_name for key in none.keys if key in players)
    size = min((one for one in sizes if one > len(none.keys)), default=max(sizes))
    said = _(
        "A table of this round needs %(size)d players, but only %(names)s are left for it. "
        "Register another player, who then takes the free place, and draw again."
    )
    return said % {"size": size, "names": names}


def _over(cup: Cup, hall: _Hall) -> str:
    """Return why there is no further round."""
    if cup.course.is_over:
        return _("The final has been played, so there is no further round.")
    course = courses.walked(cup.course, set(hall.holders))
    if course.winner is not None and course.winner in hall.holders:
        said = _(
            "%(name)s has won this cup, because nobody else is left. There is no further round."
        )
        return said % {"name": hall.holders[course.winner].shown_name}
    return _("Nobody is left in this cup, so there is no further round.")
