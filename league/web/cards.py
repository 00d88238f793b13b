"""Cards for the eye: what `_card.html` needs to draw a card, and its name in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import pgettext_lazy


@dataclass(frozen=True)
class Suit:
    """A suit: its letter in card texts, the class that colours it, its symbol, its name."""

    letter: str
    colour: str
    symbol: str
    name: str | Promise


@dataclass(frozen=True)
class Card:
    """A card: its text in records, its suit, and its rank as printed on it."""

    text: str
    suit: Suit
    rank: str

    @property
    def name(self) -> str | Promise:
        """The card as it is read out."""
        return format_lazy("{suit} {rank}", suit=self.suit.name, rank=self.rank)


NUMBERED = {
    "B": Suit("B", "blue", "numbered-B", pgettext_lazy("suit", "blue")),
    "G": Suit("G", "green", "numbered-G", pgettext_lazy("suit", "green")),
    "R": Suit("R", "red", "numbered-R", pgettext_lazy("suit", "red")),
    "Y": Suit("Y", "yellow", "numbered-Y", pgettext_lazy("suit", "yellow")),
}
"""The pack of Mit List und Tücke: numbers in four colours, each with a shape of its own."""

PACKS = {"mit-list-und-tuecke": NUMBERED}


class Pack:
    """The cards of one game, made once and looked up by text."""

    def __init__(self, suits: dict[str, Suit]) -> None:
        self.suits = suits
        self._cards: dict[str, Card] = {}

    def card(self, text: str) -> Card:
        """Return the card of a text such as `R10`."""
        if text not in self._cards:
            self._cards[text] = Card(text, self.suits[text[0]], text[1:])
        return self._cards[text]

    def cards(self, texts: Iterable[str]) -> list[Card]:
        """Return the cards of several texts, in their order."""
        return [self.card(text) for text in texts]

    def by_suit(self, texts: Iterable[str]) -> list[tuple[Suit, list[Card]]]:
        """Return the cards grouped by suit, suits in the pack's order, empty ones left out."""
        cards = self.cards(texts)
        groups = [(suit, [c for c in cards if c.suit is suit]) for suit in self.suits.values()]
        return [(suit, group) for suit, group in groups if group]


@cache
def pack_of(game: str) -> Pack:
    """Return the pack of a game by its slug."""
    return Pack(PACKS[game])
