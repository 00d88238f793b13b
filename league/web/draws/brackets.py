"""A knock-out in words: what its rounds are called, and who may come to a table that is open."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Match
from league.services.draws.bracket_looks import HeatLook, Look, SeatLook
from league.web.base.match_names import session_name

NAMES: Final[Mapping[int, str | Promise]] = {
    1: gettext_lazy("Final"),
    2: gettext_lazy("Semi-finals"),
    4: gettext_lazy("Quarter-finals"),
}
"""What a round is called, by how many tables it has room for."""
NAMES_OF_PAIRS: Final[Mapping[int, str | Promise]] = {
    8: gettext_lazy("Round of 16"),
    16: gettext_lazy("Round of 32"),
}
"""What it is called besides, where two sit at a table."""


@dataclass(frozen=True)
class ShownSeat:
    """A seat of a table, in words who may come to it while that is open, and if it has won."""

    seat: SeatLook
    comes: str
    has_won: bool


@dataclass(frozen=True)
class ShownHeat:
    """A table; `match` is None while it is not drawn. Lines join it to those beside it.

    `is_first` and `is_last` are of those from which players go to one table of the next round.
    """

    name: str
    match: Match | None
    is_bye: bool
    seats: list[ShownSeat]
    is_first: bool
    is_last: bool


@dataclass(frozen=True)
class ShownRound:
    """A round with its heats from top to bottom."""

    name: str
    heats: list[ShownHeat]


def rounds_in_words(look: Look) -> list[ShownRound]:
    """Return the rounds of a knock-out as the page shows them."""
    return [
        ShownRound(
            _round_name(number, look), list(_heats(some, look, is_final=number == len(look.rounds)))
        )
        for number, some in enumerate(look.rounds, start=1)
    ]


def small_final_in_words(look: Look) -> ShownHeat | None:
    """Return the table for the third place, None where there is none."""
    if look.small_final is None:
        return None
    [heat] = _heats((look.small_final,), look)
    return replace(heat, name=_("Third place"))


def _round_name(number: int, look: Look) -> str:
    heats = look.rounds[number - 1]
    if not look.is_bracket and heats[0].match and heats[0].match.session:
        return session_name(heats[0].match.session)
    names = {**NAMES, **NAMES_OF_PAIRS} if look.size == 2 else NAMES
    return str(names.get(_room(number, look), _("Round %(number)s") % {"number": number}))


def _room(number: int, look: Look) -> int:
    """Return how many tables a round has room for: those from which the next one is filled."""
    if number == len(look.rounds):
        return 1
    following = [heat for heat in look.rounds[number] if not heat.is_bye]
    return len(following) * (look.size // look.advance)


def _heats(
    heats: tuple[HeatLook, ...], look: Look, *, is_final: bool = False
) -> Iterator[ShownHeat]:
    tables = {heat.number: heat.table_number for some in look.rounds for heat in some}
    together = look.size // look.advance
    for number, heat in enumerate(heats):
        yield ShownHeat(
            name=_("Bye") if heat.is_bye else _("Table %(number)s") % {"number": heat.table_number},
            match=heat.match,
            is_bye=heat.is_bye,
            seats=[
                ShownSeat(seat, _comes(seat, look, tables), is_final and seat.goes_on)
                for seat in heat.seats
            ],
            is_first=number % together == 0,
            is_last=number % together == together - 1,
        )


def _comes(seat: SeatLook, look: Look, tables: Mapping[int | None, int | None]) -> str:
    """Return from where somebody will come, nothing where it is known who."""
    if seat.is_free:
        return _("nobody")
    if seat.heat is None:
        return ""
    numbers = {"number": tables[seat.heat], "place": seat.heat_place}
    if seat.heat_place == 1 and look.advance == 1:
        return _("winner of table %(number)s") % numbers
    return _("place %(place)s at table %(number)s") % numbers
