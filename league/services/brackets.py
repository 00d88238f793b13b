"""Knock-out: the next round of an event from the results of the rounds before.

The seeding is made with the first session, by rating and then by lot, and kept in its explanation.
"""

import random
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from league.logic.draws.knockout import Bracket, Mode, Places, bracket_of, next_draw
from league.logic.draws.model import Draw, NoDraw
from league.models import Event, GameRating, Match, Session

from .draw_settings import Setting
from .refusals import Conflict


def next_round(session: Session, setting: Setting, seed: str) -> tuple[Draw, list[str]]:
    """Return the draw of a session and the seeding, as codes of players, the best first.

    Raises Conflict where rounds before are not over, or their tables are not the bracket's.
    """
    event = session.event
    if setting.rules.sides:
        said = _("Knock-out is for games in which everybody plays alone; draw by standings.")
        raise Conflict(event, said)
    if setting.still_open:
        said = _("A round before is not over; enter its results first.")
        raise Conflict(event, said)
    earlier = list(event.sessions.filter(number__lt=session.number).order_by("number"))
    seeding = _stored_seeding(earlier) or _seeding(event, setting, seed)
    keys = {player.code: key for key, player in setting.players.items()}
    if unknown := [code for code in seeding if code not in keys]:
        raise Conflict(event, _gone(unknown))
    order = [keys[code] for code in seeding]
    bracket = _bracket(event, order, setting)
    places: dict[int, list[int]] = {}
    for before in earlier:
        places |= _places(before, bracket, places, keys, order)
    _heats, draw = next_draw(bracket, places, seed=seed)
    if not draw.tables:
        raise Conflict(event, _("The final has been played; there is no further round."))
    return draw, seeding


def _bracket(event: Event, order: Sequence[int], setting: Setting) -> Bracket:
    """Return the bracket; the better half of a table goes on, of three the first."""
    size = setting.rules.size
    try:
        return bracket_of(order, Mode(size=size, advance=size // 2 if size % 2 == 0 else 1))
    except NoDraw:
        said = _("A table needs %(size)d players; register more of them.") % {"size": size}
        raise Conflict(event, said) from None


def _stored_seeding(earlier: Sequence[Session]) -> list[str]:
    """Return the seeding that the first session was drawn with."""
    explanation = earlier[0].explanation if earlier else None
    return list((explanation or {}).get("seeding", ()))


def _seeding(event: Event, setting: Setting, seed: str) -> list[str]:
    """Return everybody who is there, the best rated first; lots decide between the others."""
    ratings = GameRating.objects.filter(
        pool__game=event.season.game, player__in=[one.pk for one in setting.players.values()]
    )
    ordinals = dict(ratings.values_list("player", "ordinal"))
    lots = sorted(one.key for one in setting.entrants if not one.is_bot)
    random.Random(seed).shuffle(lots)  # noqa: S311 - not for secrets, and reproducible
    best = sorted(lots, key=lambda key: -ordinals.get(setting.players[key].pk, 0.0))
    return [setting.players[key].code for key in best]


def _places(
    session: Session,
    bracket: Bracket,
    before: Places,
    keys: Mapping[str, int],
    order: Sequence[int],
) -> dict[int, list[int]]:
    """Return for the heats of a session who took which place; the better seed goes before ties."""
    heats, drawn = next_draw(bracket, before)
    matches = session.matches.filter(status=Match.Status.FINAL).prefetch_related("seats__player")
    found: dict[frozenset[int], list[int]] = {}
    for match in matches:
        taken = {keys[seat.player.code]: seat.place or 0 for seat in match.seats.all()}
        found[frozenset(taken)] = sorted(taken, key=lambda key: (taken[key], order.index(key)))
    tables = [frozenset(table) for table in drawn.tables]
    if set(tables) != found.keys():
        said = _("Session %(number)d was not played as the bracket says; seat players by hand.")
        raise Conflict(session, said % {"number": session.number})
    return {heat.number: found[table] for heat, table in zip(heats, tables, strict=True)}


def _gone(codes: Sequence[str]) -> str:
    said = _("Of those who were seeded these are not there: %(codes)s. Register them again.")
    return said % {"codes": ", ".join(codes)}
