"""Dealing out: the order in which the cards lie, from a key, a recorded deck or wanted hands.

An order is an array of cards, the first to be dealt first. `cards` are those of a table, in any
order; `pack` reads their texts.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from engine.kernels.binding import Bindings
from engine.rules import chance, shuffle
from engine.rules.cards import Pack
from engine.rules.errors import EngineError, InvalidDeal

Cards = npt.NDArray[np.uint8]

NO_HAND = -1
"""Instead of a seat: where cards go that nobody is dealt."""


def order_from_key(key: bytes, number: int, cards: Cards, k: Bindings) -> Cards:
    """Return the order of round `number`, counted from 0, in a match with this key."""
    decks, _entropies = chance.deal_rounds(key, number, 1, cards, k)
    order: Cards = decks[0]
    return order


def entropy_from_key(key: bytes | None, number: int) -> bytes:
    """Return what chance within round `number` follows from; zeros without a key."""
    if key is None:
        return bytes(shuffle.ENTROPY_BYTES)
    return shuffle.entropy_of_round(key, number)


def check_entropy(entropy: bytes) -> bytes:
    """Return the entropy of a round; raises InvalidDeal for another length."""
    if len(entropy) != shuffle.ENTROPY_BYTES:
        raise InvalidDeal(f"the entropy of a round has {shuffle.ENTROPY_BYTES} bytes")
    return entropy


def check_numbers(numbers: Sequence[bytes | None], players: int, secret: bytes | None) -> None:
    """Raise EngineError unless each of the seats has added a number to a secret, or none has."""
    if all(number is None for number in numbers):
        return
    if secret is None:
        raise EngineError("numbers are added to a secret, and there is none")
    if len(numbers) != players:
        raise EngineError(f"there are {len(numbers)} numbers for {players} seats")
    if any(number is not None and len(number) != shuffle.NUMBER_BYTES for number in numbers):
        raise EngineError(f"a number that a seat adds has {shuffle.NUMBER_BYTES} bytes")


def parse_order(text: str, pack: Pack, cards: Cards) -> Cards:
    """Return the order that a text has, with each of the cards once.

    Raises InvalidDeal, or InvalidNotation for a text that is no card.
    """
    order = np.array(pack.parse_cards(text), np.uint8)
    _check_cards(order.tolist(), pack, cards)
    if len(order) != len(cards):
        raise InvalidDeal(f"the deck has {len(cards)} cards, not {len(order)}")
    return order


def parse_hands(
    hands: Sequence[str], stock: str, pack: Pack, cards: Cards, *, players: int
) -> dict[int, list[int]]:
    """Return the cards wanted for each seat, and for NO_HAND what is drawn first from the rest.

    Raises InvalidDeal, or InvalidNotation for a text that is no card.
    """
    if len(hands) > players:
        raise InvalidDeal(f"there are {len(hands)} hands for {players} players")
    wanted = {seat: pack.parse_cards(text) for seat, text in enumerate(hands)}
    wanted[NO_HAND] = pack.parse_cards(stock)
    _check_cards([card for hand in wanted.values() for card in hand], pack, cards)
    return wanted


def order_for(wanted: Mapping[int, Sequence[int]], order: Cards, receivers: Sequence[int]) -> Cards:
    """Return an order that deals the wanted cards, where position i goes to `receivers[i]`.

    Cards that nobody wants fill what is left, as they lie in `order`. Raises InvalidDeal for more
    cards than somebody is dealt.
    """
    for receiver, hand in wanted.items():
        if len(hand) > receivers.count(receiver):
            whose = "what is left" if receiver == NO_HAND else f"seat {receiver}"
            raise InvalidDeal(f"{len(hand)} cards are too many for {whose}")
    named = {card for hand in wanted.values() for card in hand}
    rest = iter([card for card in order.tolist() if card not in named])
    cards_for = {receiver: iter(hand) for receiver, hand in wanted.items()}
    dealt = [next(cards_for.get(receiver, rest), None) for receiver in receivers]
    return np.array([next(rest) if card is None else card for card in dealt], np.uint8)


def _check_cards(named: Sequence[int], pack: Pack, cards: Cards) -> None:
    """Raise InvalidDeal for a card that is not among the cards, or named twice."""
    known = set(cards.tolist())
    seen: set[int] = set()
    for card in named:
        if card not in known:
            raise InvalidDeal(f"{pack.format(card)} is not in this pack")
        if card in seen:
            raise InvalidDeal(f"{pack.format(card)} is there twice")
        seen.add(card)
