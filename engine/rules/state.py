"""The state record: the header every game shares, places of cards, and who knows them.

A state is one aligned NumPy record, so that a clone is one copy of memory and a batch an array.
Every card has a *place* and a set of seats that *know* it; views, beliefs and the conservation
of cards need nothing else. `move` is the only function that changes either.
"""

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from engine.kernels.marks import rule

from .cards import RANKS, bit_of, rank_of, suit_of

State = Any
"""A record of a dtype made by `state_dtype`; attributes are its fields."""

MAX_SEATS = 10

# Places of cards. Those of a seat are the constant plus the seat.
HAND = 0
TABLE = 10
WON = 20
ASIDE = 30
STOCK = 40
SKAT = 41
UPCARD = 42
DISCARD = 43
PLACES = 44
UNKNOWN = 254
ABSENT = 255

EVERYBODY = 0xFFFF
"""The set of knowers of a card that lies open: all seats and whoever looks on."""
ONLOOKER = 15
"""The bit of whoever looks on without a seat."""

NO_CARD = 255
"""In `table`: this seat has not played to the trick. In `stock`: there is no such card."""
FACE_DOWN = 254
"""In `table` and `stock` of a concealed state: a card that is not known."""


class Header(NamedTuple):
    """The numbers with which every state begins, in their order there."""

    seats: int
    rounds: int
    round_index: int
    played: int
    dealer: int
    next_dealer: int
    turn: int
    phase: int
    over_phase: int
    trick: int
    leader: int
    on_table: int
    redeal: int
    over: int


def state_dtype(
    *, seats: int, suits: int, fields: list[tuple[Any, ...]], stock: int = 1
) -> np.dtype[Any]:
    """Return the dtype of a game's states: the shared header, then the game's own `fields`.

    `seats`, `suits` and `stock`, the cards left when the hands are dealt, are the largest numbers
    the game has.
    """
    header: list[tuple[Any, ...]] = [
        ("seats", "i8"),
        ("rounds", "i8"),  # rounds of the match, 0 if it plays to the game's own end
        ("round_index", "i8"),  # number of this round, thrown-in ones counted; -1 before the first
        ("played", "i8"),  # rounds finished, thrown-in ones not counted
        ("dealer", "i8"),
        ("next_dealer", "i8"),
        ("turn", "i8"),  # seat to act, -1 for nobody
        ("phase", "i8"),
        ("over_phase", "i8"),  # the phase in which the round is over
        ("trick", "i8"),  # number of the current trick
        ("leader", "i8"),  # seat that leads it
        ("on_table", "i8"),  # cards played to it
        ("redeal", "i8"),  # 1 if the round was thrown in and the same dealer deals again
        ("over", "i8"),  # 1 when the match has ended
        ("entropy", "u8"),  # of the round, for chance inside it
        ("draws", "i8"),  # numbers of that chance used so far
        ("rng", "u8"),  # of simulations
        ("totals", "i8", (seats,)),
        ("scores", "i8", (seats,)),  # of this round
        ("hand", "u4", (seats, suits)),  # bit r: the card of rank r is in this hand
        ("table", "u1", (seats,)),  # card played to the trick by each seat
        ("drawn", "i8"),  # cards drawn from the stock so far
        ("stock", "u1", (stock,)),  # its cards in drawing order, drawn ones included
        ("count", "u1", (PLACES,)),  # cards at each place
        ("known", "u2", (suits * RANKS,)),  # bit i: seat i knows where the card is
        # What everybody can tell: bit r, that a seat had no card of rank r, but for so many cards
        # that came to its hand since. The last row is of cards that were laid away.
        ("lacks", "u4", (seats + 1, suits)),
        ("since", "i1", (seats + 1, suits)),
        ("place", "u1", (suits * RANKS,)),
    ]
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise TypeError(f"a record has an attribute {name!r} already, so no field of that name")
    return np.dtype((np.record, np.dtype(header + fields, align=True)))


def new_state(
    dtype: np.dtype[Any], *, seats: int, rounds: int, dealer: int, over_phase: int
) -> State:
    """Return a state before the first deal of a match."""
    state = np.zeros(1, dtype)[0]
    state.seats = seats
    state.rounds = rounds
    state.round_index = -1
    state.next_dealer = dealer
    state.turn = -1
    state.over_phase = over_phase
    state.phase = over_phase
    state.place[:] = ABSENT
    state.table[:] = NO_CARD
    return state


def copy_state(state: State) -> State:
    """Return an independent copy of a state, with the same bytes."""
    return copy_states(state)[0]


def copy_states(state: State) -> Any:
    """Return an independent copy of a state as an array of one, which kernels take sooner."""
    copies = np.zeros(1, state.dtype)  # the gaps between its fields are not copied
    copies[0] = state
    return copies


class Reading:
    """One state of an array of them, for texts and views; kernels take the states themselves.

    It tells of the state as it is whenever it is asked, except for `piles`, which stay until
    `look_again`. NumPy looks for an attribute of a record in Python, and makes an object for each
    array in it; here fields are looked up once.
    """

    def __init__(self, states: Any, index: int = 0) -> None:
        self._states = states
        self._index = index
        self._columns: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        """Return what a field holds: a number, or an array in the memory of the state."""
        column = self._columns.get(name)
        if column is None:
            try:
                column = self._columns[name] = np.ndarray.__getitem__(self._states, name)
            except ValueError:
                raise AttributeError(f"a state has no field {name!r}") from None
            if column.ndim > 1:
                array = self.__dict__[name] = column[self._index]
                return array
        return column.item(self._index)

    @property
    def header(self) -> Header:
        """The numbers with which every state begins, read at once."""
        return Header._make(self._numbers.tolist())

    @cached_property
    def _numbers(self) -> Any:
        memory = self._states.view(np.uint8).reshape(len(self._states), -1)[self._index]
        return memory[: 8 * len(Header._fields)].view(np.int64)

    @cached_property
    def piles(self) -> dict[int, list[int]]:
        """The cards at each place that has some, in canonical order."""
        piles: dict[int, list[int]] = {}
        for card, place in enumerate(self.place.tolist()):
            piles.setdefault(place, []).append(card)
        return piles

    def look_again(self) -> None:
        """Have the piles anew when somebody asks for them."""
        self.__dict__.pop("piles", None)


def assign_state(state: State, other: State) -> None:
    """Make a state equal to another of the same game."""
    for name in state.dtype.names:
        state[name] = other[name]


def cards_at(state: State, place: int) -> list[int]:
    """Return the cards at a place in canonical order; for texts, not for kernels."""
    if isinstance(state, Reading):
        return list(state.piles.get(place, ()))
    cards: list[int] = np.flatnonzero(state.place == place).tolist()
    return cards


def laid_card(before: State, after: State) -> int | None:
    """Return the card that an action laid to the trick from the hand of whoever acted, or None.

    For texts, not for kernels. Taking cards from the table, or putting some away, lays none.
    """
    if before.on_table == after.on_table:
        return None
    hand = HAND + before.turn
    gone = np.flatnonzero((before.place == hand) & (after.place != hand)).tolist()
    return int(gone[0]) if len(gone) == 1 else None


@rule
def begin_round(s: State) -> None:
    """Clear what belongs to a round and pass the deal on, before the game's own `deal`."""
    s.dealer = s.next_dealer
    s.round_index += 1
    s.redeal = 0
    s.trick = 0
    s.on_table = 0
    s.draws = 0
    s.drawn = 0
    for i in range(s.stock.shape[0]):
        s.stock[i] = NO_CARD
    for seat in range(s.seats):
        s.scores[seat] = 0
        s.table[seat] = NO_CARD
        for suit in range(s.hand.shape[1]):
            s.hand[seat, suit] = 0
    for row in range(s.lacks.shape[0]):
        for suit in range(s.hand.shape[1]):
            s.lacks[row, suit] = 0
            s.since[row, suit] = 0
    for place in range(PLACES):
        s.count[place] = 0
    for card in range(s.place.shape[0]):
        s.place[card] = ABSENT
        s.known[card] = 0


@rule
def close_round(s: State) -> None:
    """Add the round's scores to the totals; end the match when its rounds are played.

    A round that was thrown in does not count, and the same dealer deals again.
    """
    for seat in range(s.seats):
        s.totals[seat] += s.scores[seat]
    if s.redeal == 0:
        s.played += 1
        s.next_dealer = next_seat(s, s.dealer)
    if rounds_are_played(s):
        s.over = 1


@rule
def rounds_are_played(s: State) -> bool:
    """Tell whether the match has had its number of rounds, if it has one."""
    return bool(s.rounds > 0 and s.played >= s.rounds)


@rule
def finish_round(s: State) -> None:
    """Let nobody act any more in this round."""
    s.phase = s.over_phase
    s.turn = -1


@rule
def next_seat(s: State, seat: int) -> int:
    """Return the seat after `seat` in the direction of play."""
    following = seat + 1
    return 0 if following == s.seats else following


@rule
def holds(s: State, seat: int, card: int) -> bool:
    """Tell whether a card is in a hand."""
    return (int(s.hand[seat, suit_of(card)]) >> rank_of(card)) & 1 == 1


@rule
def put(s: State, card: int, place: int, known: int) -> None:
    """Place a card that comes fresh from the deck."""
    s.place[card] = place
    s.known[card] = known
    s.count[place] += 1
    if place < TABLE:
        s.hand[place, suit_of(card)] |= bit_of(card)


@rule
def move(s: State, card: int, place: int, known: int) -> None:
    """Move a card to another place where the seats in `known` know it."""
    old = s.place[card]
    s.count[old] -= 1
    if old < TABLE:
        s.hand[old, suit_of(card)] &= ~bit_of(card)
    put(s, card, place, known)
    if place < TABLE and place != old and known != EVERYBODY:
        for suit in range(s.hand.shape[1]):
            s.since[place, suit] += 1


@rule
def lay_stock(s: State, deck: Any, start: int) -> None:
    """Lay the rest of a deck, from index `start` on, face down as the stock."""
    for i in range(start, len(deck)):
        s.stock[i - start] = deck[i]
        put(s, int(deck[i]), STOCK, 0)


@rule
def draw(s: State, seat: int) -> None:
    """Let a seat draw the next card of the stock, which it sees; who knew it before still does."""
    card = int(s.stock[s.drawn])
    s.drawn += 1
    move(s, card, HAND + seat, int(s.known[card]) | 1 << seat)


@rule
def play_to_trick(s: State, card: int) -> None:
    """Lay a card of the seat to act openly on the table."""
    move(s, card, TABLE + s.turn, EVERYBODY)
    s.table[s.turn] = card
    s.on_table += 1


@rule
def clear_table(s: State) -> None:
    """Forget the trick; its cards have been moved away."""
    for seat in range(s.seats):
        s.table[seat] = NO_CARD
    s.on_table = 0


@rule
def exclude(s: State, row: int, card: int) -> None:
    """Note that everybody can tell a card is not in a hand, or by the last row not laid away.

    Of its suit only that is kept which is known since cards came to the hand last.
    """
    if s.since[row, suit_of(card)] > 0:
        s.lacks[row, suit_of(card)] = 0
        s.since[row, suit_of(card)] = 0
    s.lacks[row, suit_of(card)] |= bit_of(card)
