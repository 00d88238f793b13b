"""The table as the viewer draws it: seats around it, the trick, hands, and what lies aside."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import games
from engine.rules.ranking import TRUMPS
from league.models import Player
from league.web.base.bot_names import player_name
from league.web.games.cards import BACK, TRUMP, Card, Pack, Suit
from league.web.games.facts import Fact, facts_of_seat
from league.web.games.games import words_of
from league.web.games.labels import label_of
from league.web.games.phrases import phrase_unseen

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
    """Cards that belong to nobody; drawn as cards if they are few, else listed by suit.

    `count` also counts those that may not be seen.
    """

    label: str | Promise
    cards: list[Card]
    suits: list[tuple[Suit, list[Card]]]
    count: int

    @property
    def is_small(self) -> bool:
        """Tell whether there is room to draw every card that may be seen."""
        return len(self.cards) <= SMALL


@dataclass(frozen=True)
class Place:
    """One seat at the table, with everything that lies before it.

    `at` counts from the seat at the bottom; `hand` are the cards that may be seen of those `held`.
    """

    number: int
    at: int
    player: Player
    name: str
    is_own: bool
    is_stood_in: bool
    is_dealer: bool
    is_leader: bool
    is_turn: bool
    said: str
    played: Card | None
    is_down: bool
    is_swept: bool
    hand: list[Card]
    held: int
    stacks: list[Stack]
    aside: list[tuple[Suit, list[Card]]]
    aside_count: int
    facts: list[Fact]
    score: int | None
    total: int

    @property
    def won(self) -> int:
        """The number of cards in the open stacks."""
        return sum(len(stack.cards) for stack in self.stacks)


def seat_names(players: Sequence[Player]) -> list[str]:
    """Return the names at a table; who sits there more than once is told apart by seat."""
    names = [player_name(player) for player in players]
    return [
        f"{name} {seat}" if names.count(name) > 1 else name
        for seat, name in enumerate(names, start=1)
    ]


def places(
    view: Mapping[str, Any],
    pack: Pack,
    players: Sequence[Player],
    swept: Sequence[Mapping[str, Any]] = (),
    *,
    own: int | None = None,
    stood_in: Collection[int] = (),
) -> list[Place]:
    """Return the seats of a view, in seat order; `swept` is a trick just completed.

    The seat that is one's `own` is at the bottom; for those `stood_in` the default bot plays.
    """
    names = seat_names(players)
    lying = {card["seat"]: card for card in view["table"] or swept}
    down = view["facts"].get("down", []) if view["table"] else []
    in_hand_order = games.get(view["game"]).in_hand_order
    return [
        Place(
            number=seat,
            at=(seat - (own or 0)) % len(players),
            player=player,
            name=names[seat],
            is_own=seat == own,
            is_stood_in=seat in stood_in,
            is_dealer=seat == view["dealer"],
            is_leader=seat == view["leader"],
            is_turn=seat == view["turn"],
            said=said_last(view, pack, seat),
            played=_played(lying.get(seat), pack),
            is_down=seat in down or bool(lying.get(seat, {}).get("down")),
            is_swept=not view["table"],
            hand=pack.cards(in_hand_order(view, view["hands"][seat]["cards"])),
            held=view["hands"][seat]["count"],
            stacks=_stacks(view, pack, seat),
            aside=pack.by_suit(view["aside"][seat]["cards"]),
            aside_count=view["aside"][seat]["count"],
            facts=facts_of_seat(view, pack, seat),
            score=view["round_scores"][seat] if view["round_over"] else None,
            total=view["totals"][seat],
        )
        for seat, player in enumerate(players)
    ]


def piles(view: Mapping[str, Any], pack: Pack, *, but: Collection[str] = ()) -> list[Pile]:
    """Return the cards that belong to no seat, `but` for the piles of some names."""
    names = [name for name in PILES if view.get(name) and name not in but]
    found = [(PILES[name], view[name]) for name in names]
    return [
        Pile(label, pack.cards(pile["cards"]), pack.by_suit(pile["cards"]), pile["count"])
        for label, pile in found
    ]


def has_winnings(view: Mapping[str, Any]) -> bool:
    """Tell whether anybody has won cards or put some aside."""
    return any(pile["count"] for name in ("won", "aside") for pile in view[name])


def said_last(view: Mapping[str, Any], pack: Pack, seat: int) -> str:
    """Return what a seat has just said, such as a bid; nothing once it has played a card."""
    if view["phase"] in {"play", "over"} and view["table"]:
        return ""
    own = [str(entry["action"]) for entry in view["log"] if entry["seat"] == seat]
    words = own[-1].split() if own else []
    names_card = any(pack.is_card(word) for word in words)
    if not words or names_card or phrase_unseen(view["game"], words):
        return ""
    return label_of(view["game"], own[-1], pack) if view["phase"] != "over" else ""


def _played(lying: Mapping[str, Any] | None, pack: Pack) -> Card | None:
    if lying is None:
        return None
    return pack.card(lying["card"]) if lying["card"] else BACK


def led_suit(view: Mapping[str, Any], pack: Pack) -> Suit | None:
    """Return the suit led to the trick on the table, None if there is none, or nobody leads.

    Trumps that are led are a suit of that name, with the symbol of the trump suit if there is one.
    """
    is_led = words_of(view["game"]).led != ""
    if not is_led or not view["table"] or not view["table"][0]["card"]:
        return None
    game, led = games.get(view["game"]), view["table"][0]["card"]
    ranking = game.ranking(view["facts"])
    if ranking.suit(game.pack.parse(led)) != TRUMPS:
        return pack.card(led).suit
    drawn = pack.suits[game.pack.suits[ranking.trump]] if ranking.trump >= 0 else TRUMP
    return replace(drawn, name=TRUMP.name)


def _stacks(view: Mapping[str, Any], pack: Pack, seat: int) -> list[Stack]:
    won = dict(pack.by_suit(view["won"][seat]["cards"]))
    kept = view["facts"].get("kept", {seat: []})[seat]
    suits = dict.fromkeys([*pack.suits.values(), *won])
    return [Stack(suit, won.get(suit, []), suit.letter in kept if kept else None) for suit in suits]
