"""What follows from what has been played, and deals that agree with all that a seat knows.

Playing a card tells about the rest of a hand: who does not follow has none of the suit, who does
not beat a card where that is a duty has none that would. `notice` finds this from the game's own
rule of what is legal and keeps it in the state, where everybody may read it: it follows from
public actions alone. `Deals` then lays the unseen cards out again, all possible ways equally
likely, by a random walk from one possible deal to the next.
"""

from typing import Any

import numpy as np

from .calls import forget_hand, hear, received, show
from .kernel import inlined, random_below, rule
from .state import (
    ABSENT,
    ASIDE,
    DISCARD,
    EVERYBODY,
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

CARDS = 256
"""Actions below this are cards that are played."""
STEPS = 3
"""Steps of the walk for each unseen card between one deal and the next."""
FIRST_STEPS = 12
"""Steps for each unseen card before the first deal."""


@inlined
def notice(states: Any, actions: Any, action: int, telling: Any, legal: Any) -> None:
    """Note in states[0] which cards the seat to act shows not to hold by a legal action.

    A card is excluded if the action would not be legal with it in hand. That is asked of the
    game's `legal`, in states[1], for all unseen cards of a suit together, and one by one only
    where they are not all possible. `actions` has the game's `room`; `telling` are the actions
    that are no card but tell about the hand.
    """
    s, w = states[0], states[1]
    seat = s.turn
    tells = action < CARDS
    for i in range(len(telling)):
        if telling[i] == action:
            tells = True
    if tells:
        states[1] = s
        suits = s.hand.shape[1]
        for suit in range(suits):
            unseen = unseen_cards(s, suit)
            if action < CARDS and action >> 5 == suit:
                unseen &= ~(1 << (action & 31))
            excluded = 0
            left = unseen
            is_whole = True
            while left:
                tried = left if is_whole else left & -left
                for other in range(suits):
                    w.hand[seat, other] = 0
                w.hand[seat, suit] = tried
                if action < CARDS:
                    w.hand[seat, action >> 5] |= np.uint32(1) << np.uint32(action & 31)
                w.count[HAND + seat] = 2
                n = legal(w, actions)
                is_legal = False
                for i in range(n):
                    if actions[i] == action:
                        is_legal = True
                if is_whole:
                    is_whole = False
                    if is_legal:
                        left = 0
                else:
                    if not is_legal:
                        excluded |= tried
                    left &= ~tried
            if excluded:
                if s.since[seat, suit] == 0:
                    excluded |= int(s.lacks[seat, suit])
                s.lacks[seat, suit] = excluded
                s.since[seat, suit] = 0
    if (
        action < CARDS
        and s.known[action] != EVERYBODY
        and (int(s.lacks[seat, action >> 5]) >> (action & 31)) & 1
    ):
        used = s.since[seat, action >> 5]
        for suit in range(s.hand.shape[1]):
            if s.since[seat, suit] >= used:
                s.since[seat, suit] -= 1


def follow(
    states: Any,
    actions: Any,
    log: Any,
    telling: Any,
    calls: Any,
    positions: Any,
    said: Any,
    shown: Any,
    legal: Any,
    apply: Any,
    hide: Any,
) -> None:
    """Play the legal actions of `log` in states[0], noting what they tell.

    `calls` are the first action that is a call, and the one after the last; the calls are kept in
    `positions`, `said` and `shown` (see `Calls`).
    """
    s = states[0]
    cards = np.zeros(s.seats, np.int64)
    for i in range(len(log)):
        action = int(log[i])
        seat = s.turn
        notice(states, actions, action, telling, legal)
        if calls[0] <= action < calls[1] and legal(s, actions) > 1:
            hear(s, action, positions, said, shown, hide)
        for other in range(s.seats):
            cards[other] = received(s, other)
        apply(s, action)
        if action < CARDS:
            show(seat, action, positions, said, shown)
        for other in range(s.seats):
            if received(s, other) > cards[other]:
                forget_hand(other, positions, said)


@rule
def unseen_cards(s: State, suit: int) -> int:
    """Return the cards of a suit that not everybody knows, bit r for rank r."""
    unseen = 0
    for rank in range(32):
        card = suit * 32 + rank
        if s.place[card] != ABSENT and s.known[card] != EVERYBODY:
            unseen |= 1 << rank
    return unseen


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
    row, suit = _row_of(s, place), card >> 5
    if row < 0 or (int(s.lacks[row, suit]) >> (card & 31)) & 1 == 0:
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
def exclude(s: State, row: int, card: int) -> None:
    """Note that everybody can tell a card is not in a hand, or by the last row not laid away.

    Of its suit only that is kept which is known since cards came to the hand last.
    """
    if s.since[row, card >> 5] > 0:
        s.lacks[row, card >> 5] = 0
        s.since[row, card >> 5] = 0
    s.lacks[row, card >> 5] |= np.uint32(1) << np.uint32(card & 31)


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

    An exchange and its reverse are equally likely, so all deals are, in the long run.
    """
    if n < 2:
        return
    chosen = np.zeros(4, np.int64)
    for _ in range(steps):
        size = 2 + (random_below(s, 4) == 0) + (random_below(s, 8) == 0)
        for i in range(size):
            chosen[i] = random_below(s, n)
        first = places[chosen[0]]
        for i in range(size - 1):
            places[chosen[i]] = places[chosen[i + 1]]
        places[chosen[size - 1]] = first
        if not _may_lie(s, cards, places, n, chosen, size):
            last = places[chosen[size - 1]]
            for i in range(size - 1):
                places[chosen[size - 1 - i]] = places[chosen[size - 2 - i]]
            places[chosen[0]] = last


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
    return bool(_may_lie(s, cards, places, n, np.arange(n), n))


@rule
def _may_lie(s: State, cards: Any, places: Any, n: int, moved: Any, size: int) -> bool:
    """Tell whether the moved cards may lie where they are now."""
    for i in range(size):
        for j in range(i):
            if moved[i] == moved[j]:
                return False
        card, place = int(cards[moved[i]]), int(places[moved[i]])
        row = _row_of(s, place)
        if row >= 0 and (int(s.lacks[row, card >> 5]) >> (card & 31)) & 1:
            if s.since[row, card >> 5] == 0:
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
            other = int(cards[i]) >> 5
            if places[i] == seat and s.since[seat, other] <= limit:
                late += (int(s.lacks[seat, other]) >> (int(cards[i]) & 31)) & 1
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
            s.hand[place, card >> 5] |= np.uint32(1) << np.uint32(card & 31)
            s.known[card] = 1 << (place - HAND)
        elif place < WON:
            s.table[place - TABLE] = card
            s.known[card] = 1 << (place - TABLE)
        elif place == STOCK:
            other = random_below(s, laid + 1)
            s.stock[stock[laid]] = s.stock[stock[other]]
            s.stock[stock[other]] = card
            laid += 1


class Deals:
    """Possible deals of the cards that a seat does not know, one after the other.

    `mind` is what `Table.belief` returns; its random generator, or `seed`, decides.
    """

    def __init__(self, mind: State, *, seed: int | None = None) -> None:
        self._mind = copy_state(mind)
        if seed is not None:
            self._mind.rng = np.uint64(seed)
        size = len(mind.place)
        self._cards, self._places, self._stock = (np.zeros(size, np.uint8) for _ in range(3))
        self._count = int(gather(self._mind, self._cards, self._places, self._stock))

    def next(self, steps: int = FIRST_STEPS) -> State:
        """Return a state with all cards laid out, after `steps` of the walk for each unseen one."""
        walk(self._mind, self._cards, self._places, self._count, steps * self._count)
        world = copy_state(self._mind)
        lay_out(world, self._cards, self._places, self._count, self._stock)
        return world

    def has(self, world: State) -> bool:
        """Tell whether a state, in which all cards lie somewhere, is one of these deals."""
        places = world.place[self._cards[: self._count]]
        return bool(is_possible(self._mind, self._cards, places, self._count))
