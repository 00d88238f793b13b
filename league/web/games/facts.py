"""What a game shows beside its cards (trump, stake, pot, bids …), as a list to read.

How a fact is read follows from its name in `READERS`, or else from its value: suit letters and
cards are drawn, a list as long as the table belongs to the seats, anything else is text.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from league.web.games.cards import Card, Pack, Suit

LABELS: dict[str, str | Promise] = {
    "bid": _("Bid"),
    "captured": _("Captured"),
    "civil": _("Pam be civil"),
    "contract": _("Contract"),
    "day": pgettext_lazy("fact", "Day"),
    "dead": _("Given up"),
    "decisive": _("Decisive trick"),
    "declarer": _("Declarer"),
    "dropped": _("Dropped out"),
    "exchanged": _("Cards exchanged"),
    "exposed": _("Exposed"),
    "given": _("Packet given away"),
    "hand": pgettext_lazy("fact", "Hand"),
    "holder": _("Contract holder"),
    "kieker": _("Kieker"),
    "looed": _("Looed"),
    "mulatschag": _("Mulatschag"),
    "multiplier": _("Multiplier"),
    "needed": _("Tricks needed"),
    "opened": _("Suits led so far"),
    "out": _("Out of cards"),
    "passed": _("Passed"),
    "pig": _("Took the pig last"),
    "places": _("Places"),
    "played_on": _("Played on"),
    "points": _("Points"),
    "pool": _("Cards in the pool"),
    "pot": _("Pot"),
    "proposed": _("Stake proposed"),
    "put_away": _("Cards put away"),
    "ran": _("Somebody ran"),
    "rejected": _("Packets rejected"),
    "revealed": _("Flushes shown"),
    "stake": _("Stake"),
    "stayed": _("Stayed in"),
    "surrendered": _("Surrendered"),
    "taker": _("Took the pot with a flush"),
    "times": _("This position was there"),
    "tricks": _("Tricks"),
    "trucador": _("Called truco"),
    "trump": _("Trump"),
    "value": _("Value"),
    "winner": _("Winner"),
}

SEAT, SEATS, SIDE, SIDES, NUMBER, HIDDEN = "seat", "seats", "side", "sides", "number", "hidden"

READERS: dict[str, str] = {
    "declarer": SEAT,
    "dropped": SEAT,
    "holder": SEAT,
    "kieker": SEATS,
    "looed": SEATS,
    "out": SEATS,
    "passed": SEATS,
    "pig": SEAT,
    "revealed": SEATS,
    "stayed": SEATS,
    "taker": SEAT,
    "trucador": SEAT,
    # Drawn elsewhere: cards face down on the table, stacks beside each seat.
    "down": HIDDEN,
    "stacks": HIDDEN,
    "kept": HIDDEN,
    "discards": HIDDEN,
}
OF_GAME: dict[tuple[str, str], str] = {
    ("truco", "decisive"): NUMBER,
    ("truco", "tricks"): SIDES,
    ("truco", "winner"): SIDE,
}
"""Where a name means something else in one game."""


@dataclass(frozen=True)
class Fact:
    """A fact: what it is about, and its value as text, suits and cards."""

    label: str | Promise
    text: str = ""
    suits: Sequence[Suit] = ()
    cards: Sequence[Card] = ()


def facts_of_table(view: Mapping[str, Any], pack: Pack, names: Sequence[str]) -> list[Fact]:
    """Return what is true of the whole table, or of sides."""
    facts = []
    for name, value in view["facts"].items():
        if not _is_by_seat(view, name, value) and (fact := _read(view, name, value, pack, names)):
            facts.append(fact)
    return facts


def facts_of_seat(view: Mapping[str, Any], pack: Pack, seat: int) -> list[Fact]:
    """Return what is true of one seat."""
    facts = []
    for name, values in view["facts"].items():
        if _is_by_seat(view, name, values) and (fact := _plain(name, values[seat], pack)):
            facts.append(fact)
    return facts


def label_of(name: str) -> str | Promise:
    """Return what a fact is called."""
    return LABELS.get(name) or capfirst(name.replace("_", " "))


def side_names(sides: Sequence[int], names: Sequence[str]) -> list[str]:
    """Return the name of each side: those who play together."""
    return [
        " & ".join(name for name, own in zip(names, sides, strict=True) if own == side)
        for side in sorted(set(sides))
    ]


def _kind(view: Mapping[str, Any], name: str) -> str:
    return OF_GAME.get((view["game"], name)) or READERS.get(name, "")


def _is_by_seat(view: Mapping[str, Any], name: str, value: Any) -> bool:
    if _kind(view, name) or not isinstance(value, list) or len(value) != view["players"]:
        return False
    return not all(isinstance(item, str) for item in value)


def _read(
    view: Mapping[str, Any], name: str, value: Any, pack: Pack, names: Sequence[str]
) -> Fact | None:
    kind, sides = _kind(view, name), side_names(view["sides"], names)
    if value is None or value is False or value == [] or kind == HIDDEN:
        return None
    readers: dict[str, Callable[[], str]] = {
        SEAT: lambda: names[value],
        SEATS: lambda: ", ".join(names[seat] for seat in value),
        SIDE: lambda: sides[value],
        SIDES: lambda: ", ".join("–" if side is None else sides[side] for side in value),
        NUMBER: lambda: str(value + 1),
    }
    if kind in readers:
        return Fact(label_of(name), readers[kind]())
    if isinstance(value, list) and len(value) == len(sides) < len(names):
        text = " · ".join(f"{side} {own}" for side, own in zip(sides, value, strict=True))
        return Fact(label_of(name), text)
    return _plain(name, value, pack)


def _plain(name: str, value: Any, pack: Pack) -> Fact | None:
    """Read a value that is about nobody else, None if there is nothing to say."""
    label = label_of(name)
    if value is None or value is False or value in ([], {}, ""):
        return None
    if value is True:
        return Fact(label, gettext("yes"))
    if isinstance(value, Mapping):
        return Fact(label, " · ".join(_entry(key, item, pack) for key, item in value.items()))
    return _listed(label, value if isinstance(value, list) else [value], pack)


def _listed(label: str | Promise, items: Sequence[Any], pack: Pack) -> Fact:
    """Draw suits and cards, write anything else."""
    if all(isinstance(item, str) and item in pack.suits for item in items):
        return Fact(label, suits=[pack.suits[item] for item in items])
    if all(isinstance(item, str) and pack.is_card(item) for item in items):
        return Fact(label, cards=pack.cards(items))
    return Fact(label, ", ".join("–" if item is None else str(item) for item in items))


def _entry(key: str, item: Any, pack: Pack) -> str:
    suit = pack.suits.get(key)
    return f"{suit.name if suit else label_of(key)} {item}"
