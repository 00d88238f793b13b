"""Cards and packs: the only place that turns cards into text and back.

A card is a number below 160, of a suit and a rank (`card_of`, `suit_of`, `rank_of`); cards of one
suit are often kept as a *word* with a bit for each rank (`bit_of`). A pack names its suits by a
letter each and its ranks by a text each. Canonical order is ascending card number.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from engine.kernels.marks import rule

from .errors import InvalidNotation

RANKS = 32
"""Numbers reserved for the ranks of one suit."""


@rule
def card_of(suit: int, rank: int) -> int:
    """Return the card of a suit (0 to 4) and a rank (0 to 31)."""
    return suit * RANKS + rank


@rule
def suit_of(card: int) -> int:
    """Return the suit of a card."""
    return card >> 5


@rule
def rank_of(card: int) -> int:
    """Return the rank of a card."""
    return card & (RANKS - 1)


@rule
def bit_of(card: int) -> Any:
    """Return the bit of a card in the word of its suit, as the words of hands have it."""
    return np.uint32(1) << np.uint32(rank_of(card))


@dataclass(frozen=True)
class Pack:
    """A kind of pack: its suits, their names, and the text of every rank.

    `suits` are the letters in canonical order, `suit_names` the words for them, `ranks` maps
    rank numbers to texts, `special` maps the cards whose text is not suit and rank, such as a
    joker, to theirs. `in_hand` are the letters as a hand holds them, so that colours alternate, if
    that is not the canonical order.
    """

    suits: str
    suit_names: tuple[str, ...]
    ranks: dict[int, str]
    special: dict[int, str]
    in_hand: str = ""

    @cached_property
    def _cards(self) -> dict[str, int]:
        cards = {
            letter + text: card_of(suit, rank)
            for suit, letter in enumerate(self.suits)
            for rank, text in self.ranks.items()
        }
        return cards | {text: card for card, text in self.special.items()}

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {card: text for text, card in self._cards.items()}

    @cached_property
    def by_number(self) -> tuple[str, ...]:
        """The text of each card, at its number; numbers that are no card have none."""
        return tuple(self._texts.get(card, "") for card in range(max(self._texts) + 1))

    def parse(self, text: str) -> int:
        """Return the card of a text such as `R10`; raises InvalidNotation."""
        try:
            return self._cards[text]
        except KeyError:
            raise InvalidNotation(f"{text[:20]!r} is not a card of this game") from None

    def format(self, card: int) -> str:
        """Return the text of a card."""
        return self._texts[card]

    def parse_cards(self, text: str) -> list[int]:
        """Return the cards of a text such as `R10 Y6`, in the order written."""
        return [self.parse(word) for word in text.split()]

    def format_cards(self, cards: Iterable[int]) -> str:
        """Return the texts of cards, one space between two."""
        texts = self._texts
        return " ".join([texts[card] for card in cards])

    def parse_set(self, words: Sequence[str]) -> list[int]:
        """Return the cards of one action; raises InvalidNotation unless in canonical order."""
        cards = [self.parse(word) for word in words]
        if any(a >= b for a, b in pairwise(cards)):
            raise InvalidNotation(
                f"the cards of one action are written once each and in order: "
                f"{self.format_cards(sorted(set(cards)))}"
            )
        return cards

    def parse_suit(self, letter: str) -> int:
        """Return the number of a suit from its letter; raises InvalidNotation."""
        if len(letter) != 1 or letter not in self.suits:
            raise InvalidNotation(f"{letter[:20]!r} is not one of the suits {' '.join(self.suits)}")
        return self.suits.index(letter)
