"""What a chip at the felt says of a seat beside its name: its side, its part, what it has won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.web.games import felt
from league.web.games.facts import label_of, reads_of
from league.web.games.games import words_of
from league.web.play.phrases import Phrase


@dataclass(frozen=True)
class Spot:
    """A seat as its chip shows it; `side` counts from 0, None where everybody plays alone.

    `tricks` and `points` are those of the round, None where the game counts none. `phrase` is what
    its person has just said.
    """

    place: felt.Place
    side: int | None
    is_partner: bool
    part: str
    tricks: int | None
    points: int | None
    phrase: Phrase | None = None


def spots(
    view: Mapping[str, Any],
    places: Sequence[felt.Place],
    own: int | None,
    phrases: Mapping[int, Phrase],
) -> list[Spot]:
    """Return the seats of a view for the reader at the seat `own`; `phrases` are by seat."""
    sides: Sequence[int] = view["sides"]
    has_sides = len(set(sides)) < len(sides)
    return [
        Spot(
            place=place,
            side=sides[place.number] if has_sides else None,
            is_partner=own is not None
            and own != place.number
            and sides[own] == sides[place.number],
            part=_part(view, place.number),
            tricks=_number(view, "tricks", place.number),
            points=_number(view, "points", place.number),
            phrase=phrases.get(place.number),
        )
        for place in places
    ]


def _part(view: Mapping[str, Any], seat: int) -> str:
    """Return what a seat is called that plays against all others, such as declarer."""
    part = words_of(view["game"]).part
    return label_of(view["game"], part) if view["facts"].get(part) == seat else ""


def _number(view: Mapping[str, Any], name: str, seat: int) -> int | None:
    """Return a number that a fact has for each seat, or for each side, once it says something."""
    values = view["facts"].get(name)
    if reads_of(view["game"], name) or not isinstance(values, list):
        return None
    if not all(type(value) is int for value in values):
        return None
    if view["phase"] not in {"play", "over"} and not any(values):
        return None
    sides = view["sides"]
    if len(values) == len(sides):
        return int(values[seat])
    return int(values[sides[seat]]) if len(values) == len(set(sides)) else None
