"""The table as the viewer draws it: seats around it, the trick, hands and what was won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.models import Player
from league.web.cards import Card, Pack, Suit


@dataclass(frozen=True)
class Stack:
    """Cards of one suit that a seat has won; `kept` is None before a choice between suits."""

    suit: Suit
    cards: list[Card]
    kept: bool | None


@dataclass(frozen=True)
class Place:
    """One seat at the table, with everything that lies before it."""

    number: int
    player: Player
    name: str
    is_dealer: bool
    is_leader: bool
    is_turn: bool
    played: Card | None
    hand: list[Card]
    stacks: list[Stack]
    aside: list[tuple[Suit, list[Card]]]
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


def places(view: Mapping[str, Any], pack: Pack, players: Sequence[Player]) -> list[Place]:
    """Return the seats of an open view, in seat order."""
    names = seat_names(players)
    played = {lying["seat"]: pack.card(lying["card"]) for lying in view["table"]}
    return [
        Place(
            number=seat,
            player=player,
            name=names[seat],
            is_dealer=seat == view["dealer"],
            is_leader=seat == view["leader"],
            is_turn=seat == view["turn"],
            played=played.get(seat),
            hand=pack.cards(view["hands"][seat]["cards"]),
            stacks=_stacks(view, pack, seat),
            aside=pack.by_suit(view["aside"][seat]["cards"]),
            score=view["round_scores"][seat] if view["round_over"] else None,
            total=view["totals"][seat],
        )
        for seat, player in enumerate(players)
    ]


def led_suit(view: Mapping[str, Any], pack: Pack) -> Suit | None:
    """Return the suit led to the trick on the table, None if there is none."""
    return pack.card(view["table"][0]["card"]).suit if view["table"] else None


def _stacks(view: Mapping[str, Any], pack: Pack, seat: int) -> list[Stack]:
    won = dict(pack.by_suit(view["won"][seat]["cards"]))
    kept = view["facts"].get("kept", {seat: []})[seat]
    return [
        Stack(suit, won.get(suit, []), suit.letter in kept if kept else None)
        for suit in pack.suits.values()
    ]
