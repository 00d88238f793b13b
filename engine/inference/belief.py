"""Deals of the unseen cards that agree with all that a seat knows, all equally likely.

What is known about hands is in the state, where `evidence` put it. `Deals` lays the unseen cards
out again by a random walk from one possible deal to the next.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.kernels.primitives import random_below
from engine.rules.cards import bit_of, rank_of, suit_of
from engine.rules.game import Game, Kernels
from engine.rules.state import (
    ASIDE,
    DISCARD,
    FACE_DOWN,
    HAND,
    PLACES,
    STOCK,
    TABLE,
    UNKNOWN,
    WON,
    State,
    copy_state,
)

STEPS = 3
"""Steps of the walk for each unseen card between one deal and the next."""
FIRST_STEPS = 12
"""Steps for each unseen card before the first deal."""
DRAW = 13
"""Random bits by which the walk draws a card."""
LAID_AWAY = ((1 << STOCK) - (1 << ASIDE)) | 1 << DISCARD
"""Places the last row of `lacks` is about, bit p for place p."""


@rule
def gather(s: State, cards: Any, places: Any, stock: Any) -> int:
    """Find the unseen cards of a concealed state and a possible place for each.

    Writes them to `cards` and `places` (uint8) and returns their number; `stock` (uint8) gets the
    positions of unseen cards in the stock. The deal is some possible one, which `walk` makes
    a random one.
    """
    n = 0
    for i in range(s.drawn, s.stock.shape[0]):
        if s.stock[i] == FACE_DOWN:
            stock[n] = i
            n += 1
    n = 0
    free = np.zeros(PLACES, np.int64)
    for place in range(PLACES):
        free[place] = s.count[place]
    for card in range(s.place.shape[0]):
        place = int(s.place[card])
        if place == UNKNOWN:
            cards[n] = card
            n += 1
        elif place < PLACES:
            free[place] -= 1
    slots = np.zeros(n, np.uint8)
    depth = np.zeros(n, np.int64)  # the how-manieth unseen card of its place a slot is for
    m = 0
    for place in range(PLACES):
        for i in range(free[place]):
            slots[m] = place
            depth[m] = i
            m += 1
    for i in range(n - 1, 0, -1):
        j = random_below(s, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    _match(s, cards, slots, depth, places)
    return n


@rule
def _fits(s: State, card: int, place: int, depth: int) -> bool:
    """Tell whether a place may have a card for its `depth`-th unseen one."""
    row, suit = _row_of(s, place), suit_of(card)
    if row < 0 or (int(s.lacks[row, suit]) >> rank_of(card)) & 1 == 0:
        return True
    return bool(depth < s.since[row, suit])


@rule
def _row_of(s: State, place: int) -> int:
    """Return the row of `lacks` that is about a place, -1 if there is none."""
    if place < TABLE:
        return place - HAND
    if ASIDE <= place < STOCK or place == DISCARD:
        return len(s.lacks) - 1
    return -1


@rule
def _match(s: State, cards: Any, slots: Any, depth: Any, places: Any) -> None:
    """Give each card a slot that fits, by augmenting paths; there is a way, as cards lie so."""
    n = len(slots)
    holder = np.full(n, -1, np.int64)
    slot_of = np.full(n, -1, np.int64)
    for i in range(n):
        if _fits(s, int(cards[i]), int(slots[i]), depth[i]):
            holder[i], slot_of[i] = i, i
    for i in range(n):
        if slot_of[i] < 0:
            _augment(s, cards, slots, depth, holder, slot_of, i)
    for i in range(n):
        places[i] = slots[max(slot_of[i], 0)]


@rule
def _augment(
    s: State, cards: Any, slots: Any, depth: Any, holder: Any, slot_of: Any, start: int
) -> None:
    """Find a slot for one more card, moving others along the shortest chain."""
    n = len(slots)
    giver = np.full(n, -1, np.int64)  # the card that would take the slot
    queue = np.zeros(n + 1, np.int64)
    queue[0] = start
    end = 1
    for head in range(n):
        if head == end:
            return
        card = queue[head]
        for slot in range(n):
            if giver[slot] < 0 and _fits(s, int(cards[card]), int(slots[slot]), depth[slot]):
                giver[slot] = card
                if holder[slot] >= 0:
                    queue[end] = holder[slot]
                    end += 1
                    continue
                _pass_on(giver, holder, slot_of, slot)
                return


@rule
def _pass_on(giver: Any, holder: Any, slot_of: Any, slot: int) -> None:
    """Give a free slot to its giver, that one's slot to its own giver, and so on."""
    while slot >= 0:
        card = giver[slot]
        free = slot_of[card]
        slot_of[card] = slot
        holder[slot] = card
        slot = free


@rule
def walk(s: State, cards: Any, places: Any, n: int, steps: int) -> None:
    """Move on to another possible deal, by `steps` exchanges of two, three or four cards.

    An exchange and its reverse are equally likely, so all deals are, in the long run. That holds
    although not all cards are drawn quite equally often: both are of the same cards.
    """
    if n < 2:
        return
    barred, late = np.zeros(n, np.int64), np.zeros(n, np.int64)
    is_late = _bar(s, cards, n, barred, late)
    chosen = np.zeros(4, np.int64)
    for _ in range(steps):
        drawn = random_below(s, 1 << (2 * DRAW + 5))
        size = 2 + (drawn & 3 == 0) + ((drawn >> 2) & 7 == 0)
        _choose_two(chosen, 0, drawn >> 5, n)
        if size == 2:
            one, other = chosen[0], chosen[1]
            here, there = int(places[one]), int(places[other])
            is_free = ((barred[one] >> there) | (barred[other] >> here)) & 1 == 0
            places[one] = there if is_free else here
            places[other] = here if is_free else there
            if not is_late or is_free:
                continue
        else:
            _choose_two(chosen, 2, random_below(s, 1 << (2 * DRAW)), n)
        first = places[chosen[0]]
        for i in range(size - 1):
            places[chosen[i]] = places[chosen[i + 1]]
        places[chosen[size - 1]] = first
        if not _may_lie(s, cards, places, n, barred, late, chosen, size):
            last = places[chosen[size - 1]]
            for i in range(size - 1):
                places[chosen[size - 1 - i]] = places[chosen[size - 2 - i]]
            places[chosen[0]] = last


@rule
def _choose_two(chosen: Any, at: int, drawn: int, n: int) -> None:
    """Write two numbers below `n` from twice `DRAW` random bits."""
    chosen[at] = ((drawn >> DRAW) * n) >> DRAW
    chosen[at + 1] = ((drawn & ((1 << DRAW) - 1)) * n) >> DRAW


@rule
def _bar(s: State, cards: Any, n: int, barred: Any, late: Any) -> bool:
    """Write for each unseen card where it may not lie, bit p for place p.

    `late` are those of these places where it may if it can have come there since. Tells whether
    there are any.
    """
    rows = s.lacks.shape[0]
    is_late = False
    for i in range(n):
        suit, rank = suit_of(int(cards[i])), rank_of(int(cards[i]))
        for row in range(rows):
            if (int(s.lacks[row, suit]) >> rank) & 1:
                there = LAID_AWAY if row == rows - 1 else 1 << (HAND + row)
                barred[i] |= there
                if s.since[row, suit] != 0:
                    late[i] |= there
                    is_late = True
    return is_late


@rule
def lay_anew(s: State, cards: Any, places: Any, n: int) -> None:
    """Move on to another possible deal: any one, or some exchanges away if not all are possible."""
    for row in range(s.lacks.shape[0]):
        for suit in range(s.lacks.shape[1]):
            if s.lacks[row, suit]:
                walk(s, cards, places, n, STEPS * n)
                return
    for i in range(n - 1, 0, -1):
        j = random_below(s, i + 1)
        places[i], places[j] = places[j], places[i]


@rule
def is_possible(s: State, cards: Any, places: Any, n: int) -> bool:
    """Tell whether all unseen cards may lie at these places, of which there are the right ones."""
    barred, late = np.zeros(n, np.int64), np.zeros(n, np.int64)
    _bar(s, cards, n, barred, late)
    return bool(_may_lie(s, cards, places, n, barred, late, np.arange(n), n))


@rule
def _may_lie(
    s: State, cards: Any, places: Any, n: int, barred: Any, late: Any, moved: Any, size: int
) -> bool:
    """Tell whether the moved cards may lie where they are now."""
    for i in range(size):
        for j in range(i):
            if moved[i] == moved[j]:
                return False
        place = int(places[moved[i]])
        if (barred[moved[i]] >> place) & 1:
            if (late[moved[i]] >> place) & 1 == 0:
                return False
            if not _has_room(s, cards, places, n, place):
                return False
    return True


@rule
def _has_room(s: State, cards: Any, places: Any, n: int, seat: int) -> bool:
    """Tell whether cards that a seat lacked can all have come to its hand since.

    What it lacked later can only have come later still: suits are counted from the latest on.
    """
    for suit in range(s.hand.shape[1]):
        limit = s.since[seat, suit]
        late = 0
        for i in range(n):
            other = suit_of(int(cards[i]))
            if places[i] == seat and s.since[seat, other] <= limit:
                late += (int(s.lacks[seat, other]) >> rank_of(int(cards[i]))) & 1
        if late > limit:
            return False
    return True


@rule
def lay_out(s: State, cards: Any, places: Any, n: int, stock: Any) -> None:
    """Complete a concealed state by a deal of its unseen cards; who holds a card knows it.

    `stock` are the positions of unseen cards in the stock, which is put into random order.
    """
    laid = 0
    for i in range(n):
        card, place = int(cards[i]), int(places[i])
        s.place[card] = place
        if place < TABLE:
            s.hand[place, suit_of(card)] |= bit_of(card)
            s.known[card] = 1 << (place - HAND)
        elif place < WON:
            s.table[place - TABLE] = card
            s.known[card] = 1 << (place - TABLE)
        elif place == STOCK:
            other = random_below(s, laid + 1)
            s.stock[stock[laid]] = s.stock[stock[other]]
            s.stock[stock[other]] = card
            laid += 1


def bound_gather(k: Kernels) -> Callable[..., int]:
    """Return `gather` for a game."""
    return k.bound(gather, lambda t: t.int64(t.record, t.bytes, t.bytes, t.bytes))


def bound_walk(k: Kernels) -> Callable[..., None]:
    """Return `walk` for a game."""
    return k.bound(walk, lambda t: t.void(t.record, t.bytes, t.bytes, t.int64, t.int64))


def bound_lay_out(k: Kernels) -> Callable[..., None]:
    """Return `lay_out` for a game."""
    return k.bound(lay_out, lambda t: t.void(t.record, t.bytes, t.bytes, t.int64, t.bytes))


def _bound_is_possible(k: Kernels) -> Callable[..., bool]:
    return k.bound(is_possible, lambda t: t.boolean(t.record, t.bytes, t.bytes, t.int64))


class Deals:
    """Possible deals of the cards that a seat does not know, one after the other.

    `mind` is what `Table.belief` returns in a match of `game`; its random generator, or `seed`,
    decides.
    """

    def __init__(self, game: Game, mind: State, *, seed: int | None = None) -> None:
        self._k = game.kernels
        self._mind = copy_state(mind)
        if seed is not None:
            self._mind.rng = np.uint64(seed)
        size = len(mind.place)
        self._cards, self._places, self._stock = (np.zeros(size, np.uint8) for _ in range(3))
        places = self._cards, self._places, self._stock
        self._count = int(bound_gather(self._k)(self._mind, *places))

    def next(self, steps: int = FIRST_STEPS) -> State:
        """Return a state with all cards laid out, after `steps` of the walk for each unseen one."""
        n = self._count
        bound_walk(self._k)(self._mind, self._cards, self._places, n, steps * n)
        world = copy_state(self._mind)
        bound_lay_out(self._k)(world, self._cards, self._places, n, self._stock)
        return world

    def has(self, world: State) -> bool:
        """Tell whether a state, in which all cards lie somewhere, is one of these deals."""
        places = world.place[self._cards[: self._count]]
        return bool(_bound_is_possible(self._k)(self._mind, self._cards, places, self._count))
