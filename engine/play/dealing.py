"""Dealing out: the order in which the cards lie, from a key, a recorded deck or wanted hands.

An order is an array of cards, the first to be dealt first. `cards` are those of a table, in any
order; `pack` reads their texts.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from engine.rules import chance, shuffle
from engine.rules.cards import Pack
from engine.rules.errors import EngineError, InvalidDeal
from engine.rules.game import Game, Options

Cards = npt.NDArray[np.uint8]

NO_HAND = -1
"""Instead of a seat: where cards go that nobody is dealt."""


class Dealing:
    """Where the cards of a table come from: its secret, and the numbers that seats added to it.

    Without a secret, one is drawn when a deal wants it. Raises EngineError for a secret or numbers
    that a match cannot have.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        options: Options,
        *,
        secret: bytes | None,
        numbers: Sequence[bytes | None],
    ) -> None:
        if secret is not None and len(secret) != shuffle.SECRET_BYTES:
            raise EngineError(f"a match secret has {shuffle.SECRET_BYTES} bytes")
        check_numbers(numbers, players, secret)
        self.secret = secret
        self.numbers = tuple(numbers)
        self._game = game
        self._players = players
        self._pack = _pack_of(game, players, options)

    @cached_property
    def first_dealer(self) -> int:
        """The seat that deals first by the secret."""
        return shuffle.first_dealer(self._key, self._players)

    @cached_property
    def _key(self) -> bytes:
        """What deals follow from; draws a secret where there is none."""
        if self.secret is None:
            self.secret = shuffle.new_secret()
        return shuffle.key_of(self.secret, self.numbers)

    def cards(
        self,
        number: int,
        *,
        deck: str | None,
        hands: Sequence[str] | None,
        stock: str,
        entropy: bytes | None,
        receivers: Callable[[Cards, bytes], Sequence[int]],
    ) -> tuple[Cards, bytes]:
        """Return the order of round `number`, counted from 0, and its entropy.

        `receivers(order, entropy)` tells which seat, or NO_HAND, each position of a deck is dealt
        to. The others are as `Table.deal` has them. Raises InvalidDeal or InvalidNotation.
        """
        if entropy is not None and len(entropy) != shuffle.ENTROPY_BYTES:
            raise InvalidDeal(f"the entropy of a round has {shuffle.ENTROPY_BYTES} bytes")
        if deck is not None:
            order = parse_order(deck, self._game.pack, self._pack)
            return order, entropy or self._entropy(number)
        wanted = None
        if hands is not None:
            wanted = parse_hands(hands, stock, self._game.pack, self._pack, players=self._players)
        decks, words = chance.deal_rounds(self._key, number, 1, self._pack, self._game.kernels)
        order = decks[0]
        entropy = entropy or words.item(0).to_bytes(shuffle.ENTROPY_BYTES, "big")
        if wanted is not None:
            order = order_for(wanted, order, receivers(order, entropy))
        return order, entropy

    def _entropy(self, number: int) -> bytes:
        """Return the entropy of a round whose deck is given: zeros without a secret."""
        if self.secret is None:
            return bytes(shuffle.ENTROPY_BYTES)
        return shuffle.entropy_of_round(self._key, number)


@lru_cache(maxsize=256)
def _pack_of(game: Game, players: int, options: Options) -> Cards:
    """Return the pack of a table in canonical order, which is not to be written to."""
    cards = game.deck(players, options)
    cards.flags.writeable = False
    return cards


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
