"""What a game shows beside its cards (trump, stake, pot, bids …), as a list to read.

How a fact is read its game says (`engine.rules.words.Fact`), or else its value: suit letters and
cards are drawn, a list as long as the table belongs to the seats, anything else is text.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.rules import words
from engine.rules.words import Reads
from league.web.games.cards import Card, Pack, Suit
from league.web.games.games import Texts, find_text, say, words_of
from league.web.games.phrases import terms

LABELS: Texts = {
    "bid": _("Bid"),
    "contract": _("Contract"),
    "declarer": _("Declarer"),
    "points": _("Points"),
    "pot": _("Pot"),
    "tricks": _("Tricks"),
    "trump": _("Trump"),
    "value": _("Value"),
}
READS: Mapping[str, Reads] = {"declarer": "seat"}
"""What is named the same in several games; a game's own words come first."""


@dataclass(frozen=True)
class Fact:
    """A fact: what it is about, and its value as text, suits and cards."""

    label: str
    text: str = ""
    suits: Sequence[Suit] = ()
    cards: Sequence[Card] = ()


def facts_of_table(
    view: Mapping[str, Any], pack: Pack, names: Sequence[str], *, but: Collection[str] = ()
) -> list[Fact]:
    """Return what is true of the whole table, or of sides, but for the fields of some names."""
    facts = []
    for name, value in view["facts"].items():
        if name in but or _is_by_seat(view, name, value):
            continue
        if fact := _read(view, name, value, pack, names):
            facts.append(fact)
    return facts


def facts_of_seat(view: Mapping[str, Any], pack: Pack, seat: int) -> list[Fact]:
    """Return what is true of one seat."""
    facts = []
    for name, values in view["facts"].items():
        if _is_by_seat(view, name, values):
            label = label_of(view["game"], name)
            if fact := _plain(view["game"], label, values[seat], pack):
                facts.append(fact)
    return facts


def label_of(game: str, name: str) -> str:
    """Return what a fact is called."""
    own = {name: fact.label for name, fact in words_of(game).facts.items() if fact.label}
    return find_text(game, [name], own, LABELS) or str(capfirst(name.replace("_", " ")))


def side_names(sides: Sequence[int], names: Sequence[str]) -> list[str]:
    """Return the name of each side: those who play together."""
    return [
        " & ".join(name for name, own in zip(names, sides, strict=True) if own == side)
        for side in sorted(set(sides))
    ]


def reads_of(game: str, name: str) -> Reads:
    """Return how the value of a fact is read."""
    own = words_of(game).facts.get(name)
    return own.reads if own else READS.get(name, "")


def _is_by_seat(view: Mapping[str, Any], name: str, value: Any) -> bool:
    if reads_of(view["game"], name) or not isinstance(value, list) or len(value) != view["players"]:
        return False
    return not all(isinstance(item, str) for item in value)


def _read(
    view: Mapping[str, Any], name: str, value: Any, pack: Pack, names: Sequence[str]
) -> Fact | None:
    game = view["game"]
    reads, sides = reads_of(game, name), side_names(view["sides"], names)
    own = words_of(game).facts.get(name, words.Fact())
    if value is False or value in ([], own.usual) or reads == "hidden":
        return None
    label = label_of(game, name)
    readers: dict[str, Callable[[], str]] = {
        "seat": lambda: names[value],
        "seats": lambda: ", ".join(names[seat] for seat in value),
        "side": lambda: sides[value],
        "sides": lambda: ", ".join("–" if side is None else sides[side] for side in value),
        "number": lambda: str(value + 1),
    }
    if reads in readers:
        return Fact(label, readers[reads]())
    if own.signed:
        return Fact(label, say(game, own.signed[value < 0]) % {"count": abs(value)})
    if isinstance(value, list) and len(value) == len(sides) < len(names):
        text = " · ".join(f"{side} {one}" for side, one in zip(sides, value, strict=True))
        return Fact(label, text) if any(value) else None
    return _plain(game, label, value, pack)


def _plain(game: str, label: str, value: Any, pack: Pack) -> Fact | None:
    """Read a value that is about nobody else, None if there is nothing to say."""
    if value is None or value is False or value in ([], {}, ""):
        return None
    if value is True:
        return Fact(label, gettext("yes"))
    if isinstance(value, Mapping):
        return Fact(label, " · ".join(_entry(key, item, pack) for key, item in value.items()))
    return _listed(game, label, value if isinstance(value, list) else [value], pack)


def _listed(game: str, label: str, items: Sequence[Any], pack: Pack) -> Fact:
    """Draw suits and cards, write anything else."""
    if all(isinstance(item, str) and item in pack.suits for item in items):
        return Fact(label, suits=[pack.suits[item] for item in items])
    if all(isinstance(item, str) and pack.is_card(item) for item in items):
        return Fact(label, cards=pack.cards(items))
    said = ("–" if item is None else terms(game, str(item).split(), pack) for item in items)
    return Fact(label, str(capfirst(", ".join(said))))


def _entry(key: str, item: Any, pack: Pack) -> str:
    suit = pack.suits.get(key)
    return f"{suit.name if suit else capfirst(key)} {item}"
