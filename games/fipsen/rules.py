"""A round of Fipsen, from the deal to the scores.

Rulings: `rules.md` (FI1 to FI10).
"""

from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.rules.game import Options, Rules
from engine.rules.state import (
    HAND,
    SKAT,
    State,
    close_round,
    draw,
    finish_round,
    lay_stock,
    move,
    next_seat,
    play_to_trick,
    put,
    state_dtype,
)
from games.shared.dealing import deal_packets
from games.shared.packs import DIAMONDS, FRENCH
from games.shared.tricks import (
    BY_RANK,
    cards_in_hand,
    cards_that_follow,
    collect_trick,
    winner_so_far,
)

from .actions import (
    AUCTION,
    CONTINUE,
    DECIDE,
    DISCARD,
    DISCARD_ACTION,
    OVER,
    PACK,
    PLAY,
    PLAY_ON,
    REACHED,
    STOP,
    SURRENDER,
    TRUMP,
    TRUMP_ACTION,
)
from .auction import begin_auction, call, legal_bids
from .bids import BIDS, IS_DURCH, IS_HAND, IS_RUTEN, KIEKER, TRICKS, TRICKS_BID
from .sheet import PLAYERS, score_of, value_of

STUB = 3
"""Cards that are not dealt."""
MOST_CARDS = TRICKS + 2 + STUB
"""Cards in the hand of a Kieker's declarer before the discard."""
NATIVE_ROUNDS = 8


def _discards_of(held: int) -> list[int]:
    """Return every way to give up all cards but five, as sets of positions in the hand."""
    return [chosen for chosen in range(1 << held) if chosen.bit_count() == held - TRICKS]


_TWO_OF_SEVEN = np.array(_discards_of(TRICKS + 2))
_FIVE_OF_TEN = np.array(_discards_of(MOST_CARDS))

DTYPE = state_dtype(
    seats=PLAYERS,
    suits=4,
    stock=STUB,
    fields=[
        ("bid", "i8"),  # the highest so far, a row of the table of bids; -1 for none
        ("declarer", "i8"),  # who made it, -1 for nobody yet
        ("standing", "i8"),  # the earlier seat of the duel, -1 while nobody has bid
        ("challenger", "i8"),  # the later one, or who may open
        ("kiekers", "i8"),  # bit i: seat i has bid the Kieker
        ("trump", "i8"),  # its suit, -1 before it is named
        ("needed", "i8"),  # tricks that the declarer must win, 0 before the end of the auction
        ("tricks", "i8"),  # tricks that he has won
        ("played_on", "i8"),  # 1 if he went on for all the tricks that were left
        ("surrendered", "i8"),  # 1 if he gave a Kieker up
    ],
)


@rule
def setup(s: State) -> None:
    """Prepare a match; every round starts afresh."""


@rule
def deal(s: State, deck: Any) -> None:
    """Deal three each, two to the skat, two each; three cards are left."""
    after = deal_packets(s, deck, 0, 3)
    put(s, int(deck[after]), SKAT, 0)
    put(s, int(deck[after + 1]), SKAT, 0)
    lay_stock(s, deck, deal_packets(s, deck, after + 2, 2))
    s.trump = -1
    s.needed = 0
    s.tricks = 0
    s.played_on = 0
    s.surrendered = 0
    s.leader = next_seat(s, s.dealer)
    s.phase = AUCTION
    begin_auction(s)


@rule
def legal(s: State, out: Any) -> int:
    """Write the legal actions of the seat to act to `out` and return their number."""
    if s.phase == PLAY:
        return cards_that_follow(s, s.turn, out)
    if s.phase == AUCTION:
        return legal_bids(s, out)
    if s.phase == DISCARD:
        return _legal_discards(s, out)
    if s.phase == TRUMP:
        return _legal_trumps(s, out)
    if s.phase == OVER:
        return 0
    out[0] = SURRENDER if s.phase == DECIDE else STOP
    out[1] = CONTINUE if s.phase == DECIDE else PLAY_ON
    return 2


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if s.phase == PLAY:
        _play(s, action)
    elif s.phase == AUCTION:
        _call(s, action)
    elif s.phase == DISCARD:
        _discard(s, action - DISCARD_ACTION)
    elif s.phase == DECIDE:
        _decide(s, action)
    elif s.phase == TRUMP:
        _name_trump(s, action - TRUMP_ACTION)
    else:
        _stop_or_play_on(s, action)


@rule
def end_round(s: State) -> None:
    """Score the declarer's contract; if all have passed the same dealer deals again (FI4)."""
    if s.declarer < 0:
        s.redeal = 1
    else:
        value = value_of(s.bid, s.trump, s.played_on)
        made = s.tricks >= s.needed
        s.scores[s.declarer] = score_of(value, made, s.surrendered == 1)
    close_round(s)


@rule
def _legal_discards(s: State, out: Any) -> int:
    choices = _FIVE_OF_TEN if s.bid == KIEKER else _TWO_OF_SEVEN
    for i in range(len(choices)):
        out[i] = DISCARD_ACTION + choices[i]
    return len(choices)


@rule
def _legal_trumps(s: State, out: Any) -> int:
    """List the suits; who has bid ruten is still asked, but has only diamonds (FI5)."""
    first = DIAMONDS if IS_RUTEN[s.bid] else 0
    for suit in range(first, DIAMONDS + 1):
        out[suit - first] = TRUMP_ACTION + suit
    return DIAMONDS + 1 - first


@rule
def _call(s: State, action: int) -> None:
    """Bid or pass; after the last pass there is a declarer, or all have passed (FI4)."""
    if call(s, action):
        if s.declarer < 0:
            finish_round(s)
        else:
            _begin_contract(s)


@rule
def _begin_contract(s: State) -> None:
    """Let the declarer take the skat, for a Kieker the undealt cards too, unless it is hand."""
    s.turn = s.declarer
    s.needed = TRICKS if IS_DURCH[s.bid] else TRICKS_BID[s.bid]
    if IS_HAND[s.bid]:
        s.phase = TRUMP
        return
    for card in range(s.place.shape[0]):
        if s.place[card] == SKAT:
            move(s, card, HAND + s.turn, 1 << s.turn)
    if s.bid == KIEKER:
        for _ in range(STUB):
            draw(s, s.turn)
    s.phase = DISCARD


@rule
def _discard(s: State, chosen: int) -> None:
    """Give cards up unseen; who was shown the hand no longer knows where any of it is (FI6)."""
    cards = np.zeros(MOST_CARDS, np.int32)
    for i in range(cards_in_hand(s, s.turn, cards)):
        place = SKAT if (chosen >> i) & 1 else HAND + s.turn
        move(s, int(cards[i]), place, 1 << s.turn)
    s.phase = DECIDE if s.bid == KIEKER else TRUMP


@rule
def _decide(s: State, action: int) -> None:
    if action == SURRENDER:
        s.surrendered = 1
        finish_round(s)
    else:
        s.phase = TRUMP


@rule
def _name_trump(s: State, suit: int) -> None:
    """Name trump; the dealer's left leads, whoever declares (FI7)."""
    s.trump = suit
    s.turn = s.leader
    s.phase = PLAY


@rule
def _play(s: State, card: int) -> None:
    play_to_trick(s, card)
    if s.on_table == s.seats:
        _end_trick(s)
    else:
        s.turn = next_seat(s, s.turn)


@rule
def _end_trick(s: State) -> None:
    """Let the winner lead, unless the contract is decided, or reached with tricks left (FI9)."""
    winner = winner_so_far(s, s.trump, BY_RANK)
    collect_trick(s, winner)
    s.tricks += winner == s.declarer
    s.trick += 1
    s.leader = winner
    s.turn = winner
    left = TRICKS - s.trick
    if left == 0 or s.tricks + left < s.needed:
        finish_round(s)
    elif s.tricks >= s.needed:
        s.phase = REACHED


@rule
def _stop_or_play_on(s: State, action: int) -> None:
    """Score the contract reached, or go on for twice as much and all tricks left (FI8)."""
    if action == STOP:
        finish_round(s)
        return
    s.played_on = 1
    s.needed = s.tricks + TRICKS - s.trick
    s.phase = PLAY


RULES = Rules(setup=setup, deal=deal, legal=legal, apply=apply, end_round=end_round)


def deck_of(players: int, options: Options) -> list[int]:
    """Return the 25 cards: seven to ace of three suits, and the seven of diamonds."""
    return PACK


def facts(s: State) -> dict[str, Any]:
    """Return the highest bid and who made it, who bid the Kieker, trump, and how the play stands.

    From the end of the auction on: the contract's `value`, the tricks `needed`, those won.
    """
    begun = s.needed > 0
    return {
        "bid": None if s.bid < 0 else BIDS[s.bid],
        "declarer": None if s.declarer < 0 else int(s.declarer),
        "kieker": [seat for seat in range(PLAYERS) if int(s.kiekers) >> seat & 1],
        "trump": None if s.trump < 0 else FRENCH.suits[s.trump],
        "value": int(value_of(s.bid, s.trump, s.played_on)) if begun else None,
        "needed": int(s.needed) if begun else None,
        "tricks": int(s.tricks) if begun else None,
        "played_on": bool(s.played_on),
        "surrendered": bool(s.surrendered),
    }
