"""A rule of thumb for Mit List und Tücke: win cards of two colours, leave the others.

A holding is worth its two best stacks multiplied, divided by the rest, each a little more than
counted so that first cards are worth something. Cards are chosen by what they would gain as the
trick stands, times the chance that nobody yet to play changes it. Numbers of cards by colour are
packed into one int, eight bits each, blue lowest.
"""

from typing import Any

from engine.kernels.marks import rule
from engine.kernels.primitives import popcount
from engine.rules.cards import RANKS, rank_of, suit_of
from engine.rules.state import ASIDE, NO_CARD, State

from .rules import KEEP, KEEP_ACTION, TAKE, TAKE_ACTION

CERTAIN = 1000
"""A chance of one."""


@rule
def choose(s: State, legal: Any, n: int) -> int:
    """Return the legal action that gains most by the rule of thumb."""
    if s.phase == TAKE:
        return _choose_share(s, legal, n)
    if s.phase == KEEP:
        return _choose_colours(s, legal, n)
    return _choose_card(s, legal, n)


@rule
def _holding(s: State, seat: int) -> int:
    """Return the numbers of cards in a seat's open stacks."""
    return (
        popcount(s.won[seat, 0])
        | popcount(s.won[seat, 1]) << 8
        | popcount(s.won[seat, 2]) << 16
        | popcount(s.won[seat, 3]) << 24
    )


@rule
def _worth(holding: int, kept: int, discards: int) -> int:
    """Return what a holding is worth, in hundredths of a point or so."""
    best, second, rest = 0, 0, discards
    for colour in range(4):
        cards = (holding >> (8 * colour)) & 255
        if kept != 0 and (kept >> colour) & 1 == 0:
            rest += cards
        elif cards > best:
            rest += second if kept == 0 else 0
            best, second = cards, best
        elif cards > second:
            rest += second if kept == 0 else 0
            second = cards
        else:
            rest += cards
    return 100 * (2 * best + 1) * (2 * second + 1) // (4 * (rest + 1))


@rule
def _worth_with(s: State, seat: int, cards: int) -> int:
    """Return what a seat's holding is worth after winning some more cards."""
    return _worth(_holding(s, seat) + cards, int(s.kept[seat]), int(s.count[ASIDE + seat]))


@rule
def _best_part(s: State, seat: int, trick: int, size: int) -> int:
    """Return the `size` cards of a trick that a seat likes best, taken one by one."""
    taken = 0
    for _ in range(size):
        best, best_worth = -1, -1
        for colour in range(4):
            if (trick >> (8 * colour)) & 255:
                worth = _worth_with(s, seat, taken + (1 << (8 * colour)))
                if worth > best_worth:
                    best, best_worth = colour, worth
        if best < 0:
            break
        taken += 1 << (8 * best)
        trick -= 1 << (8 * best)
    return taken


@rule
def _choose_share(s: State, legal: Any, n: int) -> int:
    """Take what is worth most, counting against it what the second winner gets."""
    best, best_gain = int(legal[0]), -(1 << 40)
    for i in range(n):
        own, left = 0, 0
        for seat in range(s.seats):
            card = 1 << (8 * suit_of(int(s.table[seat])))
            if ((legal[i] - TAKE_ACTION) >> seat) & 1:
                own += card
            else:
                left += card
        gain = _worth_with(s, s.turn, own) * (s.seats - 1)
        if s.second >= 0:
            gain -= _worth_with(s, s.second, left)
        if gain > best_gain:
            best, best_gain = int(legal[i]), gain
    return best


@rule
def _choose_colours(s: State, legal: Any, n: int) -> int:
    """Keep the two largest stacks."""
    holding = _holding(s, s.turn)
    best, best_worth = int(legal[0]), -1
    for i in range(n):
        worth = _worth(holding, legal[i] - KEEP_ACTION, 0)
        if worth > best_worth:
            best, best_worth = int(legal[i]), worth
    return best


@rule
def _choose_card(s: State, legal: Any, n: int) -> int:
    """Play the card with the best expected gain; of equals, the one least useful later."""
    trick, led, high, low = _trick_so_far(s)
    before = _worth_with(s, s.turn, 0)
    best, best_gain = int(legal[0]), -(1 << 40)
    colour, first_gain, second_gain = -1, 0, 0
    for i in range(n):
        card = int(legal[i])
        if suit_of(card) != colour:
            colour = suit_of(card)
            first_gain, second_gain = _gains(s, trick + (1 << (8 * colour)), before)
        chance = _chance(s, card, led, high, low)
        winning = led < 0 or colour == led
        gain = (first_gain if winning else second_gain) * chance // CERTAIN
        gain = 4 * gain - _usefulness(s, card)
        if gain > best_gain:
            best, best_gain = card, gain
    return best


@rule
def _trick_so_far(s: State) -> tuple[int, int, int, int]:
    """Return the trick's cards by colour, the led colour or -1, its highest and the lowest other.

    These are ranks: the highest card is 0 if there is none, the lowest other RANKS.
    """
    trick, high, low = 0, 0, RANKS
    led = -1 if s.on_table == 0 else suit_of(int(s.table[s.leader]))
    for seat in range(s.seats):
        card = int(s.table[seat])
        if card != NO_CARD:
            trick += 1 << (8 * suit_of(card))
            if suit_of(card) == led:
                high = max(high, rank_of(card))
            else:
                low = min(low, rank_of(card))
    return trick, led, high, low


@rule
def _gains(s: State, trick: int, before: int) -> tuple[int, int]:
    """Return what this seat gains as trump winner and as second winner of a trick."""
    size = (s.seats + 1) // 2
    first = _worth_with(s, s.turn, _best_part(s, s.turn, trick, size)) - before
    left = trick - _best_part(s, s.leader, trick, size)
    return first, _worth_with(s, s.turn, left) - before


@rule
def _chance(s: State, card: int, led: int, high: int, low: int) -> int:
    """Return the chance that this card wins its part of the trick, of CERTAIN."""
    rank = rank_of(card)
    highest = 14 + (s.seats - 4) * 4 - (s.seats == 6)
    if led < 0 or suit_of(card) == led:
        if rank < high:
            return 0
        single = rank * CERTAIN // highest
    else:
        if rank >= low:
            return 0
        single = (highest + 1 - rank) * CERTAIN // highest
    chance = CERTAIN
    for _ in range(s.seats - 1 - s.on_table):
        chance = chance * min(single, CERTAIN) // CERTAIN
    return chance


@rule
def _usefulness(s: State, card: int) -> int:
    """Return how much a card is worth keeping: the highest and the lowest win tricks."""
    middle = 7 + 2 * (s.seats - 4)
    return abs(rank_of(card) - middle)
