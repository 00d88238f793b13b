"""Some cards of the hand to act, as actions number them: a bit for each, in canonical order."""

from engine.rules.cards import Pack
from engine.rules.errors import IllegalAction
from engine.rules.state import HAND, State, cards_at


def chosen_cards(s: State, chosen: int) -> list[int]:
    """Return the cards of the seat to act whose bits are set."""
    hand, cards = cards_at(s, HAND + s.turn), []
    left = chosen & (1 << len(hand)) - 1
    while left:  # bit by bit: a text for each of a hundred choices is asked at once
        bit = left & -left
        cards.append(hand[bit.bit_length() - 1])
        left ^= bit
    return cards


def parse_chosen(s: State, pack: Pack, words: list[str]) -> int:
    """Return the bits of cards of the seat to act; raises InvalidNotation, or IllegalAction."""
    hand = cards_at(s, HAND + s.turn)
    chosen = 0
    for card in pack.parse_set(words):
        if card not in hand:
            raise IllegalAction(f"{pack.format(card)} is not in this hand")
        chosen |= 1 << hand.index(card)
    return chosen
