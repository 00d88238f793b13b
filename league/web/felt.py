"""The table as the viewer draws it: seats around it, the trick, hands, and what lies aside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.models import Player
from league.web.cards import BACK, Card, Pack, Suit
from league.web.facts import Fact, facts_of_seat

PILES: dict[str, str | Promise] = {
    "upcard": _("Turned up"),
    "skat": _("Skat"),
    "stock": _("Stock"),
    "discard": _("Out of play"),
}
"""What lies on the table beside the trick, in the order shown."""

SMALL = 4
"""So many cards of a pile are drawn as cards."""


@dataclass(frozen=True)
class Stack:
    """Cards of one suit that a seat has won; `kept` is None before a choice between suits."""

    suit: Suit
    cards: list[Card]
    kept: bool | None


@dataclass(frozen=True)
class Pile:
    """Cards that belong to nobody; drawn as cards if they are few, else listed by suit."""

    label: str | Promise
    cards: list[Card]
    suits: list[tuple[Suit, list[Card]]]

    @property
    def is_small(self) -> bool:
        """Tell whether there is room to draw every card."""
        return len(self.cards) <= SMALL


@dataclass(frozen=True)
class Place:
    """One seat at the table, with everything that lies before it."""

    number: int
    player: Player
    name: str
    is_dealer: bool
    is_leader: bool
    is_turn: bool
    said: str
    played: Card | None
    is_down: bool
    is_swept: bool
    hand: list[Card]
    stacks: list[Stack]
    aside: list[tuple[Suit, list[Card]]]
    facts: list[Fact]
    score: int | None
    total: int

    @property
    def won(self) -> int:
        """The number of cards in the open stacks."""
        return sum(len(stack.cards) for stack in self.stacks)

    @property
    def aside_count(self) -> int:
        """The number of cards turned face down."""
        return sum(len(cards) for _suit, cards in self.aside)


def seat_names(players: Sequence[Player]) -> list[str]:
    """Return the names at a table; who sits there more than once is told apart by seat."""
    names = [player.name for player in players]
    return [
        f"{name} {seat}" if names.count(name) > 1 else name
        for seat, name in enumerate(names, start=1)
    ]


def places(
    view: Mapping[str, Any],
    pack: Pack,
    players: Sequence[Player],
    swept: Sequence[Mapping[str, Any]] = (),
) -> list[Place]:
    """Return the seats of an open view, in seat order; `swept` is a trick just completed."""
    names = seat_names(players)
    lying = {card["seat"]: card for card in view["table"] or swept}
    down = view["facts"].get("down", []) if view["table"] else []
    return [
        Place(
            number=seat,
            player=player,
            name=names[seat],
            is_dealer=seat == view["dealer"],
            is_leader=seat == view["leader"],
            is_turn=seat == view["turn"],
            said=said_last(view, pack, seat),
            played=_played(lying.get(seat), pack),
            is_down=seat in down or bool(lying.get(seat, {}).get("down")),
            is_swept=not view["table"],
            hand=pack.cards(view["hands"][seat]["cards"]),
            stacks=_stacks(view, pack, seat),
            aside=pack.by_suit(view["aside"][seat]["cards"]),
            facts=facts_of_seat(view, pack, seat),
            score=view["round_scores"][seat] if view["round_over"] else None,
            total=view["totals"][seat],
        )
        for seat, player in enumerate(players)
    ]


def piles(view: Mapping[str, Any], pack: Pack) -> list[Pile]:
    """Return the cards that belong to no seat."""
    found = [(label, view[name]["cards"]) for name, label in PILES.items() if view.get(name)]
    return [Pile(label, pack.cards(cards), pack.by_suit(cards)) for label, cards in found if cards]


def has_winnings(view: Mapping[str, Any]) -> bool:
    """Tell whether anybody has won cards or put some aside."""
    return any(pile["count"] for name in ("won", "aside") for pile in view[name])


def said_last(view: Mapping[str, Any], pack: Pack, seat: int) -> str:
    """Return what a seat has just said, such as a bid; nothing once it has played a card."""
    if view["phase"] in {"play", "over"} and view["table"]:
        return ""
    own = [str(entry["action"]) for entry in view["log"] if entry["seat"] == seat]
    words = own[-1].split() if own else []
    if not words or pack.is_card(words[0]) or any(pack.is_card(word) for word in words[1:]):
        return ""
    return own[-1] if view["phase"] != "over" else ""


def _played(lying: Mapping[str, Any] | None, pack: Pack) -> Card | None:
    if lying is None:
        return None
    return pack.card(lying["card"]) if lying["card"] else BACK


def led_suit(view: Mapping[str, Any], pack: Pack) -> Suit | None:
    """Return the suit led to the trick on the table, None if there is none."""
    if not view["table"] or not view["table"][0]["card"]:
        return None
    return pack.card(view["table"][0]["card"]).suit


def _stacks(view: Mapping[str, Any], pack: Pack, seat: int) -> list[Stack]:
    won = dict(pack.by_suit(view["won"][seat]["cards"]))
    kept = view["facts"].get("kept", {seat: []})[seat]
    suits = dict.fromkeys([*pack.suits.values(), *won])
    return [Stack(suit, won.get(suit, []), suit.letter in kept if kept else None) for suit in suits]
