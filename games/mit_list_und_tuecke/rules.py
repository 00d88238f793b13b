"""A round of Mit List und Tücke, from the deal to the scores.

Rulings: `rules.md` (ML1 to ML9).
"""

from itertools import combinations
from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.kernels.primitives import lowest, popcount
from engine.rules.cards import RANKS, Pack, card_of, rank_of, suit_of
from engine.rules.errors import IllegalAction, InvalidNotation
from engine.rules.game import Form, Options, Rules
from engine.rules.state import (
    ASIDE,
    DISCARD,
    EVERYBODY,
    HAND,
    NO_CARD,
    WON,
    State,
    clear_table,
    close_round,
    finish_round,
    holds,
    move,
    next_seat,
    play_to_trick,
    put,
    state_dtype,
)

from .sheet import (
    COLOURS,
    HIGHEST,
    PLAYERS,
    TRICKS,
    first_share,
    score_of,
)

PACK = Pack("BGRY", COLOURS, {rank: str(rank) for rank in range(1, 22)}, {})
PLAY, TAKE, KEEP, OVER = range(4)
TAKE_ACTION = 256
"""An action that takes cards is this plus a bit for the seat that played each of them."""
KEEP_ACTION = 512
"""An action that keeps colours is this plus a bit for each of the two colours."""


def _subsets(size: int, of: int) -> list[int]:
    return [sum(1 << i for i in chosen) for chosen in combinations(range(of), size)]


_PAIRS = np.array(_subsets(2, 4), np.int32)
_SHARES_OF_4, _SHARES_OF_5, _SHARES_OF_6 = (
    np.array(_subsets(first_share(n), n), np.int32) for n in PLAYERS
)
_TWO_COLOURS = np.array([0, 0xFFFFFFFF, 0xFFFFFFFF << 32, 0xFFFFFFFFFFFFFFFF], np.uint64)
"""Which bits of a word of two colours' cards are wanted, by the set of colours wanted."""

DTYPE = state_dtype(
    seats=6,
    suits=4,
    fields=[
        ("colours", "i8"),  # bit c: colour c lies in the trick
        ("first", "i8"),  # trump winner of the last complete trick
        ("second", "i8"),  # winner of the rest, -1 if the trick had one colour
        ("won", "u4", (6, 4)),  # open stacks, bit r: the card of rank r
        ("kept", "u1", (6,)),  # bit c: this seat scores colour c; 0 before the choice
    ],
)


@rule
def setup(s: State) -> None:
    """Prepare a match; every round starts afresh."""


@rule
def deal(s: State, deck: Any) -> None:
    """Deal all cards, one at a time from the left; that seat leads."""
    s.leader = next_seat(s, s.dealer)
    seat = s.leader
    for i in range(len(deck)):
        put(s, int(deck[i]), HAND + seat, 1 << seat)
        seat = next_seat(s, seat)
    for seat in range(s.seats):
        s.kept[seat] = 0
        for colour in range(4):
            s.won[seat, colour] = 0
    s.colours = 0
    s.turn = s.leader
    s.phase = PLAY


@rule
def legal(s: State, out: Any) -> int:
    """Write the legal actions of the seat to act to `out` and return their number."""
    if s.phase == PLAY:
        return _legal_cards(s, out)
    if s.phase == TAKE:
        return _legal_shares(s, out)
    if s.phase == KEEP:
        for i in range(len(_PAIRS)):
            out[i] = KEEP_ACTION + _PAIRS[i]
        return len(_PAIRS)
    return 0


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if s.phase == PLAY:
        _play(s, action)
    elif s.phase == TAKE:
        _take(s, action - TAKE_ACTION)
    else:
        _keep(s, action - KEEP_ACTION)


@rule
def end_round(s: State) -> None:
    """Score every seat's open stacks and discards."""
    for seat in range(s.seats):
        s.scores[seat] = score_of(
            popcount(s.won[seat, 0]),
            popcount(s.won[seat, 1]),
            popcount(s.won[seat, 2]),
            popcount(s.won[seat, 3]),
            int(s.count[ASIDE + seat]),
        )
    close_round(s)


@rule
def _allowed(s: State) -> int:
    """Return the colours that may be added to the trick: three at most lie in it (ML2)."""
    return s.colours if popcount(s.colours) == 3 else 15


@rule
def _playable(s: State, seat: int, half: int) -> Any:
    """Return the cards a seat may play as one word: of blue and green (half 0), or the others."""
    low = np.uint64(s.hand[seat, 2 * half])
    high = np.uint64(s.hand[seat, 2 * half + 1])
    return (low | (high << np.uint64(32))) & _TWO_COLOURS[(_allowed(s) >> (2 * half)) & 3]


@rule
def _is_blocked(s: State, seat: int) -> bool:
    """Tell whether a seat holds only cards of the colour that may not be played."""
    return (_playable(s, seat, 0) | _playable(s, seat, 1)) == 0


@rule
def _legal_cards(s: State, out: Any) -> int:
    # One loop whose length is known: a loop per colour costs a wrong guess of the processor each.
    held = _playable(s, s.turn, 0)
    rest = _playable(s, s.turn, 1)
    n = popcount(held) + popcount(rest)
    first = 0
    for i in range(n):
        if held == 0:
            held, first = rest, 64
        out[i] = first + lowest(held)
        held &= held - np.uint64(1)
    return n


@rule
def _legal_shares(s: State, out: Any) -> int:
    shares = _SHARES_OF_4
    if s.seats == 5:
        shares = _SHARES_OF_5
    elif s.seats == 6:
        shares = _SHARES_OF_6
    for i in range(len(shares)):
        out[i] = TAKE_ACTION + shares[i]
    return len(shares)


@rule
def _play(s: State, card: int) -> None:
    s.colours |= 1 << suit_of(card)
    play_to_trick(s, card)
    if s.on_table == s.seats:
        _find_winners(s)
        return
    s.turn = next_seat(s, s.turn)
    if _is_blocked(s, s.turn):
        finish_round(s)  # at once, and what lies on the table counts for nobody (ML3)


@rule
def _find_winners(s: State) -> None:
    """Find the highest card of the led colour and the lowest of the others, the earlier first."""
    s.first, s.second = s.leader, -1
    highest = int(s.table[s.leader])
    lowest_rank = RANKS
    seat = next_seat(s, s.leader)
    while seat != s.leader:
        card = int(s.table[seat])
        if suit_of(card) == suit_of(highest):
            if card > highest:
                s.first, highest = seat, card
        elif rank_of(card) < lowest_rank:
            s.second, lowest_rank = seat, rank_of(card)
        seat = next_seat(s, seat)
    s.turn = s.first
    s.phase = TAKE


@rule
def _take(s: State, share: int) -> None:
    for seat in range(s.seats):
        card = int(s.table[seat])
        winner = s.first if (share >> seat) & 1 else s.second
        if winner >= 0:
            _collect(s, winner, card)
        else:
            move(s, card, DISCARD, EVERYBODY)
    clear_table(s)
    s.leader = s.second if s.second >= 0 else s.first
    _go_on(s)


@rule
def _collect(s: State, seat: int, card: int) -> None:
    """Add a card to a seat's open stack, or to its discards if that colour was not kept."""
    colour = suit_of(card)
    kept = s.kept[seat] if s.kept[seat] != 0 else 15
    is_open = (kept >> colour) & 1
    move(s, card, (WON if is_open else ASIDE) + seat, EVERYBODY)
    s.won[seat, colour] |= np.uint32(is_open) << np.uint32(rank_of(card))


@rule
def _must_choose(s: State, seat: int) -> bool:
    if s.kept[seat] != 0:
        return False
    for colour in range(4):
        if s.won[seat, colour] == 0:
            return False
    return True


@rule
def _keep(s: State, pair: int) -> None:
    """Turn over the two stacks that are not kept."""
    seat = s.turn
    s.kept[seat] = pair
    for colour in range(4):
        if (pair >> colour) & 1 == 0:
            stack = int(s.won[seat, colour])
            while stack:
                move(s, card_of(colour, lowest(stack)), ASIDE + seat, EVERYBODY)
                stack &= stack - 1
            s.won[seat, colour] = 0
    _go_on(s)


@rule
def _go_on(s: State) -> None:
    """Ask for a choice of colours, the trump winner first (ML6), or start the next trick."""
    s.phase = KEEP
    if _must_choose(s, s.first):
        s.turn = s.first
    elif s.second >= 0 and _must_choose(s, s.second):
        s.turn = s.second
    else:
        s.trick += 1
        s.colours = 0
        s.turn = s.leader
        s.phase = PLAY
        if s.trick == TRICKS:
            finish_round(s)


RULES = Rules(setup=setup, deal=deal, legal=legal, apply=apply, end_round=end_round)

NOTATION = (
    Form("play", "R10", "play this card"),
    Form(
        "take", "take R10 R14", "take these cards of the trick: two at a table of four, else three"
    ),
    Form("keep", "keep B R", "score these two colours, disregard the others"),
)


def deck_of(players: int, options: Options) -> list[int]:
    """Return the pack: 14 cards for each player (ML1)."""
    return [
        card_of(colour, rank)
        for colour, highest in enumerate(HIGHEST[players])
        for rank in range(1, highest + 1)
    ]


def format_action(s: State, action: int) -> str:
    """Return the text of an action in this position."""
    if action >= KEEP_ACTION:
        return "keep " + " ".join(PACK.suits[c] for c in range(4) if action >> c & 1)
    if action >= TAKE_ACTION:
        table = s.table.tolist()[: s.seats]
        share = [card for seat, card in enumerate(table) if action >> seat & 1]
        return "take " + PACK.format_cards(sorted(share))
    return PACK.format(action)


def parse_action(s: State, text: str) -> int:
    """Return the action of a text; raises InvalidNotation, or IllegalAction for a wrong trick."""
    match text.split(" "):
        case ["take", *words]:
            return TAKE_ACTION + _parse_share(s, PACK.parse_set(words))
        case ["keep", *letters]:
            colours = [PACK.parse_suit(letter) for letter in letters]
            if len(colours) != 2 or colours[0] >= colours[1]:
                raise InvalidNotation("keep two different colours, in the order B G R Y")
            return KEEP_ACTION + sum(1 << colour for colour in colours)
        case [card]:
            return PACK.parse(card)
    raise InvalidNotation(f"{text[:40]!r} is not a card, take … or keep …")


def _parse_share(s: State, cards: list[int]) -> int:
    seats = {int(card): seat for seat, card in enumerate(s.table) if card != NO_CARD}
    for card in cards:
        if card not in seats:
            raise IllegalAction(f"{PACK.format(card)} is not in the trick")
    return sum(1 << seats[card] for card in cards)


def explain(s: State, action: int) -> str:
    """Say why an action is not legal."""
    if s.phase == TAKE:
        return f"the trick is complete: take {first_share(s.seats)} of its cards"
    if s.phase == KEEP:
        return "four colours are won: keep two of them first, as in `keep B R`"
    if action >= KEEP_ACTION:
        return "colours are chosen when the fourth has just been won, not now"
    if action >= TAKE_ACTION:
        return "the trick is not complete yet"
    if not holds(s, s.turn, action):
        return f"{PACK.format(action)} is not in this hand"
    return f"{PACK.format(action)} would bring a fourth colour into the trick"


def facts(s: State) -> dict[str, Any]:
    """Return each seat's stacks by colour, the colours it keeps, and its number of discards."""
    suits, seats = PACK.suits, range(s.seats)
    won, kept, count = s.won.tolist(), s.kept.tolist(), s.count.tolist()
    return {
        "stacks": [{suits[c]: won[seat][c].bit_count() for c in range(4)} for seat in seats],
        "kept": [[suits[c] for c in range(4) if kept[seat] >> c & 1] for seat in seats],
        "discards": [count[ASIDE + seat] for seat in seats],
    }
