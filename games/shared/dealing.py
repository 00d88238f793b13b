"""Ways to deal that several games share."""

from typing import Any

from engine.kernels.marks import rule
from engine.rules.state import HAND, State, next_seat, put


@rule
def deal_packets(s: State, deck: Any, start: int, size: int) -> int:
    """Deal `size` consecutive cards to each seat from the left; return the next index."""
    seat = next_seat(s, s.dealer)
    for _ in range(s.seats):
        for i in range(start, start + size):
            put(s, int(deck[i]), HAND + seat, 1 << seat)
        start += size
        seat = next_seat(s, seat)
    return start


@rule
def deal_singly(s: State, deck: Any, cards: int) -> None:
    """Deal the first `cards` cards one at a time from the left."""
    seat = next_seat(s, s.dealer)
    for i in range(cards):
        put(s, int(deck[i]), HAND + seat, 1 << seat)
        seat = next_seat(s, seat)
