"""A round of Cinch, from the deal to the scores.

Rulings: `rules.md` (CI1 to CI7).
"""

from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.kernels.primitives import popcount
from engine.rules.chance import draw_below
from engine.rules.game import Options, Rules
from engine.rules.state import (
    ASIDE,
    EVERYBODY,
    HAND,
    NO_CARD,
    STOCK,
    State,
    close_round,
    draw,
    exclude,
    finish_round,
    lay_stock,
    move,
    next_seat,
    play_to_trick,
    rounds_are_played,
    state_dtype,
)
from games.shared.dealing import deal_packets
from games.shared.packs import ACE, FRENCH, cards_of_ranks
from games.shared.tricks import cards_in_hand, collect_trick

from .actions import (
    AUCTION,
    BID_ACTION,
    DISCARD,
    DISCARD_ACTION,
    HAND_SIZE,
    PLAY,
    ROB,
    TAKE_ACTION,
    TRUMP,
    TRUMP_ACTION,
)
from .sheet import ALL_POINTS, PLAYERS, score_of
from .trumps import (
    POINTS,
    TRUMPS,
    count_high_and_low,
    is_trump,
    legal_cards,
    trick_winner,
)

PACKETS = 3
PACKET = 3
DEALT = PACKETS * PACKET
"""Cards that each seat is dealt before the auction."""
STUB = 52 - PLAYERS * DEALT
GAME_POINTS = 51
"""The native match ends when a side has so many."""

DTYPE = state_dtype(
    seats=PLAYERS,
    suits=4,
    stock=PLAYERS * DEALT,  # all that was dealt may become the stub
    fields=[
        ("contract", "i8"),  # the highest bid so far, 0 for none
        ("declarer", "i8"),  # who made it, -1 for nobody yet
        ("trump", "i8"),  # its suit, -1 before it is named
        ("points", "i8", (2,)),  # of each side so far; high and low are added at the end
        ("put_away", "i8", (PLAYERS,)),  # cards that each seat put away face down
    ],
)


@rule
def setup(s: State) -> None:
    """Prepare a match; every round starts afresh."""


@rule
def deal(s: State, deck: Any) -> None:
    """Deal nine cards to each seat, three at a time; the rest is the stub."""
    dealt = 0
    for _ in range(PACKETS):
        dealt = deal_packets(s, deck, dealt, PACKET)
    lay_stock(s, deck, dealt)
    s.contract = 0
    s.declarer = -1
    s.trump = -1
    s.points[0] = 0
    s.points[1] = 0
    for seat in range(PLAYERS):
        s.put_away[seat] = 0
    s.turn = next_seat(s, s.dealer)
    s.leader = s.turn
    s.phase = AUCTION


@rule
def legal(s: State, out: Any) -> int:
    """Write the legal actions of the seat to act to `out` and return their number."""
    if s.phase == PLAY:
        return legal_cards(s, out)
    if s.phase == AUCTION:
        return _legal_bids(s, out)
    if s.phase == TRUMP:
        for suit in range(4):
            out[suit] = TRUMP_ACTION + suit
        return 4
    if s.phase == DISCARD:
        return _legal_discards(s, out)
    if s.phase == ROB:
        return _legal_takes(s, out)
    return 0


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if s.phase == PLAY:
        _play(s, action)
    elif s.phase == AUCTION:
        _bid(s, action - BID_ACTION)
    elif s.phase == TRUMP:
        _name_trump(s, action - TRUMP_ACTION)
    elif s.phase == DISCARD:
        _discard(s, action - DISCARD_ACTION)
    else:
        _take(s, action - TAKE_ACTION)


@rule
def end_round(s: State) -> None:
    """Score both sides."""
    for seat in range(s.seats):
        own = s.points[seat & 1]
        other = s.points[1 - (seat & 1)]
        s.scores[seat] = score_of(own, other, s.contract, is_declarer(s, seat))
    close_round(s)
    if is_over(s):
        s.over = 1


@rule
def is_over(s: State) -> bool:
    """Tell whether the rounds are played; the native match ends when a side has 51 points."""
    if s.rounds > 0:
        return rounds_are_played(s)
    return max(s.totals[0], s.totals[1]) >= GAME_POINTS


@rule
def is_declarer(s: State, seat: int) -> bool:
    """Tell whether a seat or its partner holds the highest bid."""
    return s.declarer >= 0 and (seat ^ s.declarer) & 1 == 0


@rule
def _legal_bids(s: State, out: Any) -> int:
    """List `pass` and every higher bid (CI1)."""
    out[0] = BID_ACTION
    n = 1
    for bid in range(s.contract + 1, ALL_POINTS + 1):
        out[n] = BID_ACTION + bid
        n += 1
    return n


@rule
def _bid(s: State, bid: int) -> None:
    """Bid, or pass with 0; after the dealer, who declares if nobody bid, trump is named."""
    if bid > 0:
        s.contract = bid
        s.declarer = s.turn
    if s.turn != s.dealer:
        s.turn = next_seat(s, s.turn)
        return
    if s.declarer < 0:
        s.declarer = s.dealer
    s.leader = s.declarer
    s.turn = s.declarer
    s.phase = TRUMP


@rule
def _name_trump(s: State, suit: int) -> None:
    """Name trump; every other card is put away face down at once (CI2)."""
    s.trump = suit
    for card in range(s.place.shape[0]):
        seat = int(s.place[card]) - HAND
        if is_trump(s, card):
            exclude(s, PLAYERS, card)
            continue
        if seat < s.seats:
            move(s, card, ASIDE + seat, 1 << seat)
            s.put_away[seat] += 1
        for other in range(s.seats):
            exclude(s, other, card)
    _ask_to_discard(s)


@rule
def _ask_to_discard(s: State) -> None:
    """Let who has too many trumps choose, in order from the left; then all draw (CI3)."""
    seat = next_seat(s, s.dealer)
    for _ in range(s.seats):
        if s.count[HAND + seat] > HAND_SIZE:
            s.turn = seat
            s.phase = DISCARD
            return
        seat = next_seat(s, seat)
    _draw_cards(s)


@rule
def _legal_discards(s: State, out: Any) -> int:
    """List every way to give up all trumps but six."""
    held = int(s.count[HAND + s.turn])
    n = 0
    for chosen in range(1 << held):
        if popcount(chosen) == held - HAND_SIZE:
            out[n] = DISCARD_ACTION + chosen
            n += 1
    return n


@rule
def _discard(s: State, chosen: int) -> None:
    """Give up trumps, which all see; what defenders give up counts for the declarers (CI4)."""
    seat = int(s.turn)
    cards = np.zeros(DEALT, np.int32)
    for i in range(cards_in_hand(s, seat, cards)):
        card = int(cards[i])
        if (chosen >> i) & 1:
            move(s, card, ASIDE + seat, EVERYBODY)
            if not is_declarer(s, seat):
                s.points[s.declarer & 1] += POINTS[s.trump, card]
    _ask_to_discard(s)


@rule
def _draw_cards(s: State) -> None:
    """Fill the hands to six in order from the left, the dealer's by his choice (CI3)."""
    seat = next_seat(s, s.dealer)
    while seat != s.dealer:
        while s.count[HAND + seat] < HAND_SIZE:
            if s.count[STOCK] == 0:
                _reshuffle(s)
            draw(s, seat)
        seat = next_seat(s, seat)
    _rob_or_play(s)


@rule
def _reshuffle(s: State) -> None:
    """Make the stub of all cards that were put away face down; nobody knows them any more.

    Once is enough: at least 22 lie there, and no more than 24 cards are drawn in all.
    """
    n = 0
    for card in range(s.place.shape[0]):
        place = int(s.place[card])
        if ASIDE <= place < ASIDE + PLAYERS and not is_trump(s, card):
            move(s, card, STOCK, 0)
            s.stock[n] = card
            n += 1
    for i in range(n - 1, 0, -1):
        j = draw_below(s, i + 1)
        s.stock[i], s.stock[j] = s.stock[j], s.stock[i]
    for i in range(n, s.stock.shape[0]):
        s.stock[i] = NO_CARD
    s.drawn = 0


@rule
def _rob_or_play(s: State) -> None:
    """Let the dealer look through the stub while he needs a card; then the declarer leads."""
    if s.count[HAND + s.dealer] == HAND_SIZE:
        s.turn = s.leader
        s.phase = PLAY
        return
    if s.count[STOCK] == 0:
        _reshuffle(s)
    for i in range(s.drawn, s.drawn + s.count[STOCK]):
        s.known[s.stock[i]] |= 1 << s.dealer
    s.turn = s.dealer
    s.phase = ROB


@rule
def _legal_takes(s: State, out: Any) -> int:
    """List the cards of the stub in canonical order: nothing is to be told from its own."""
    n = 0
    for card in range(s.place.shape[0]):
        if s.place[card] == STOCK:
            out[n] = TAKE_ACTION + card
            n += 1
    return n


@rule
def _take(s: State, card: int) -> None:
    """Let the dealer take a card of the stub, as if it lay on top."""
    top = int(s.drawn)
    for i in range(top, top + s.count[STOCK]):
        if s.stock[i] == card:
            s.stock[i], s.stock[top] = s.stock[top], s.stock[i]
    draw(s, s.dealer)
    _rob_or_play(s)


@rule
def _play(s: State, card: int) -> None:
    play_to_trick(s, card)
    if s.on_table == s.seats:
        _end_trick(s)
    else:
        s.turn = next_seat(s, s.turn)


@rule
def _end_trick(s: State) -> None:
    winner = trick_winner(s)
    for seat in range(s.seats):
        s.points[winner & 1] += POINTS[s.trump, s.table[seat]]
    collect_trick(s, winner)
    s.trick += 1
    s.leader = winner
    s.turn = winner
    if s.trick == HAND_SIZE:
        count_high_and_low(s)
        finish_round(s)


RULES = Rules(
    setup=setup, deal=deal, legal=legal, apply=apply, end_round=end_round, is_over=is_over
)


def deck_of(players: int, options: Options) -> list[int]:
    """Return the 52 cards."""
    return cards_of_ranks(list(range(2, ACE + 1)))


def facts(s: State) -> dict[str, Any]:
    """Return the highest bid and its seat, trump, what each seat threw away, points of sides.

    That is how many cards it put away face down, and the trumps it gave up; who keeps count knows
    also after these were shuffled again. High and low are among the points at the end.
    """
    named = s.trump >= 0
    trumps = sorted(TRUMPS[s.trump].tolist()) if named else []
    return {
        "contract": int(s.contract),
        "declarer": int(s.declarer) if s.declarer >= 0 else None,
        "trump": FRENCH.suits[int(s.trump)] if named else None,
        "put_away": [int(cards) for cards in s.put_away] if named else None,
        "dead": [
            [FRENCH.format(card) for card in trumps if s.place[card] == ASIDE + seat]
            for seat in range(PLAYERS)
        ],
        "points": [int(points) for points in s.points],
    }
