"""Why a card of one's hand cannot be played now, told from the view of its seat.

Derived from the legal actions alone, so that it is true in every game: what is said of the cards
that may be played holds for each of them, and not for the card asked about.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.rules.cards import Pack

NOT_NOW: Final = "not-now"
MUST_FOLLOW: Final = "must-follow"
MUST_TRUMP: Final = "must-trump"
MUST_HEAD: Final = "must-head"
ONLY: Final = "only"


@dataclass(frozen=True, slots=True)
class Why:
    """A reason by its key, with the suit that must be played or the cards that may be.

    | key | what it says |
    |---|---|
    | `not-now` | no card of one's hand can be played or named now |
    | `must-follow` | only cards of `suit`, which was led |
    | `must-trump` | only cards of `suit`, which is trump |
    | `must-head` | only cards of `suit` that rank above this one |
    | `only` | only `cards` |
    """

    key: str
    suit: str = ""
    cards: Sequence[str] = ()


def whys(view: Mapping[str, Any], pack: Pack) -> dict[str, Why]:
    """Return for each card of the hand in a seat's view that no legal action names, why."""
    hand: list[str] = view["hand"]
    named = {word for text in view["legal"] for word in text.split(" ")}
    usable = [card for card in hand if card in named]
    return {card: _why(card, usable, view, pack) for card in hand if card not in named}


def _why(card: str, usable: Sequence[str], view: Mapping[str, Any], pack: Pack) -> Why:
    if not usable:
        return Why(NOT_NOW)
    suits = {_suit(other, pack) for other in usable}
    led, own = _led(view, pack), _suit(card, pack)
    if suits == {own} and led and all(_stands_above(other, card, pack) for other in usable):
        return Why(MUST_HEAD, suit=own)
    if own not in suits and suits == {led}:
        return Why(MUST_FOLLOW, suit=led)
    if own not in suits and suits == {view["facts"].get("trump")}:
        return Why(MUST_TRUMP, suit=view["facts"]["trump"])
    return Why(ONLY, cards=tuple(usable))


def _led(view: Mapping[str, Any], pack: Pack) -> str:
    """Return the letter of the suit that was led to the trick, empty if none was."""
    lying = [played["card"] for played in view["table"]]
    return _suit(lying[0], pack) if lying and lying[0] else ""


def _stands_above(other: str, card: str, pack: Pack) -> bool:
    return pack.parse(other) > pack.parse(card)


def _suit(card: str, pack: Pack) -> str:
    """Return the letter of a card's suit; one without, such as a joker, is one of its own."""
    return card if pack.parse(card) in pack.special else card[0]
