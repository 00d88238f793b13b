"""How the cards of a game rank as it is played now: for the order of a hand, and for words.

Ranks change within a round, as trump is named or a game declared; a game says how they stand from
the facts of a view (`Game.ranking`), by the same functions with which its rules find who wins.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from .cards import rank_of, suit_of

NO_TRUMP: Final = -1
TRUMPS: Final = -2
"""What trumps count as, of whatever suit they are printed."""

Facts = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """How the cards of a game rank at one moment.

    `height(card)` orders the cards of a suit, and all trumps; `trump` is the suit whose cards are
    trumps, and `is_trump(card)` tells of every card, where others are trumps too. Without
    `by_suit` height alone counts, over all suits.
    """

    height: Callable[[int], int] = rank_of
    trump: int = NO_TRUMP
    is_trump: Callable[[int], bool] | None = None
    by_suit: bool = True

    def suit(self, card: int) -> int:
        """Return the suit that a card counts as, TRUMPS for a trump."""
        suit = suit_of(card)
        trumps = suit == self.trump if self.is_trump is None else self.is_trump(card)
        return TRUMPS if trumps else suit

    def beats(self, card: int, best: int) -> bool:
        """Tell whether a card beats the best one of its trick that was played before it."""
        suit, led = self.suit(card), self.suit(best)
        if suit == led or not (self.by_suit or TRUMPS in {suit, led}):
            return self.height(card) > self.height(best)
        return suit == TRUMPS

    def by_rank(self, card: int) -> tuple[bool, int]:
        """Return what orders a hand by rank over all suits, the lowest first, trumps last."""
        return self.by_suit and self.suit(card) == TRUMPS, self.height(card)

    def in_hand(self, card: int, cycle: str, suits: str) -> tuple[int, ...]:
        """Return what orders a hand: trumps before other suits, in a suit the highest first.

        Suits stand as in `cycle`, which is a circle that begins behind the trump suit, so that
        colours alternate; a suit that it does not have, such as that of jokers, comes last.
        """
        letters = suits[suit_of(card) : suit_of(card) + 1]
        first = cycle.find(suits[self.trump]) + 1 if self.trump >= 0 else 0
        at = (cycle.index(letters) - first) % len(cycle) if letters else len(cycle)
        below = -self.height(card)
        if not self.by_suit:
            return below, at, card
        return (-1, below, at, card) if self.suit(card) == TRUMPS else (at, below, card)


def as_numbered(facts: Facts) -> Ranking:
    """Return the ranking of a game whose ranks beat each other as they are numbered."""
    return Ranking()
