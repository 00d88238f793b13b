"""A round of Skat, from the deal to the scores.

Rulings: `rules.md` (SK1 to SK12).
"""

from itertools import combinations
from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.kernels.primitives import lowest, popcount
from engine.rules.cards import rank_of
from engine.rules.game import Options, Rules
from engine.rules.state import (
    EVERYBODY,
    HAND,
    SKAT,
    State,
    close_round,
    finish_round,
    move,
    next_seat,
    play_to_trick,
    put,
    state_dtype,
)
from games.shared.dealing import deal_packets
from games.shared.packs import cards_of_ranks
from games.shared.tricks import collect_trick

from .actions import (
    AUCTION,
    BID_ACTION,
    CHOOSE,
    DECLARE,
    DECLARE_ACTION,
    DISCARD_ACTION,
    LAY_AWAY,
    OVER,
    PASS,
    PICK_UP,
    PLAY,
    PLAY_HAND,
    YES,
)
from .cards import (
    CARD_POINTS,
    CONTRACTS,
    FOLLOWS,
    GRAND,
    NULL,
    POINTS,
    RAMSCH,
    RANKS,
    card_at,
    cards_of,
    index_of,
    skat_cards,
    winner_of_trick,
)
from .value import (
    BIDS,
    LEVELS,
    NOTHING,
    NULL_VALUES,
    OUVERT,
    is_reached,
    level_made,
    matadors_of,
    score_of,
    score_ramsch,
    value_of,
)

_PAIRS = np.array([1 << low | 1 << high for low, high in combinations(range(12), 2)], np.int32)
_BIDS_UP_TO = np.array([sum(bid <= value for bid in BIDS) for value in range(BIDS[-1] + 1)])
"""The number of bids that are no higher than a value."""

DTYPE = state_dtype(
    seats=3,
    suits=4,
    fields=[
        ("bid", "i8"),  # the highest so far, 0 for none
        ("bidder", "i8"),  # the seat that names values
        ("answerer", "i8"),  # the seat that says yes or passes; -1 if all others have passed
        ("declarer", "i8"),  # -1 before the end of the auction and in Ramsch
        ("contract", "i8"),  # -1 before the declaration
        ("hand_game", "i8"),  # 1 if the skat was not picked up
        ("announced", "i8"),
        ("shown", "i8"),  # cards that the declarer has played, at the end the skat too: a word
        ("matadors", "i8"),  # negative for without; 0 before the end of a suit or grand game
        ("points", "i8", (3,)),  # card points that each seat has won
        ("tricks", "i8", (3,)),
        ("last_won", "i8", (3,)),  # number of the last trick that each seat won, -1 for none
    ],
)


@rule
def setup(s: State) -> None:
    """Prepare a match; every round starts afresh."""


@rule
def deal(s: State, deck: Any) -> None:
    """Deal three each, two to the skat, four each, three each; middlehand bids to forehand."""
    deal_packets(s, deck, 0, 3)
    put(s, int(deck[9]), SKAT, 0)
    put(s, int(deck[10]), SKAT, 0)
    deal_packets(s, deck, 11, 4)
    deal_packets(s, deck, 23, 3)
    for seat in range(3):
        s.points[seat] = 0
        s.tricks[seat] = 0
        s.last_won[seat] = -1
    s.bid = 0
    s.declarer = -1
    s.contract = -1
    s.hand_game = 0
    s.announced = NOTHING
    s.shown = 0
    s.matadors = 0
    s.leader = next_seat(s, s.dealer)
    s.answerer = s.leader
    s.bidder = next_seat(s, s.leader)
    s.turn = s.bidder
    s.phase = AUCTION


@rule
def legal(s: State, out: Any) -> int:
    """Write the legal actions of the seat to act to `out` and return their number."""
    if s.phase == PLAY:
        return _legal_cards(s, out)
    if s.phase == AUCTION:
        return _legal_calls(s, out)
    if s.phase == DECLARE:
        return _legal_contracts(s, out)
    if s.phase == CHOOSE:
        out[0] = PICK_UP
        out[1] = PLAY_HAND
        return 2
    if s.phase == LAY_AWAY:
        for i in range(len(_PAIRS)):
            out[i] = DISCARD_ACTION + _PAIRS[i]
        return len(_PAIRS)
    return 0


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if s.phase == PLAY:
        _play(s, action)
    elif s.phase == AUCTION:
        _call(s, action)
    elif s.phase == CHOOSE:
        _choose(s, action)
    elif s.phase == LAY_AWAY:
        _lay_away(s, action - DISCARD_ACTION)
    else:
        _declare(s, action - DECLARE_ACTION)


@rule
def end_round(s: State) -> None:
    """Score the declarer's game, or the Ramsch."""
    if s.contract == RAMSCH:
        score_ramsch(s.points, s.last_won, next_seat(s, s.dealer), s.scores)
    else:
        points, tricks = int(s.points[s.declarer]), int(s.tricks[s.declarer])
        made = level_made(points, tricks)
        value = value_of(s.contract, s.matadors, s.hand_game, s.announced, made)
        reached = is_reached(s.contract, s.announced, points, tricks)
        s.scores[s.declarer] = score_of(s.contract, value, s.bid, reached)
    close_round(s)


@rule
def _legal_calls(s: State, out: Any) -> int:
    """Write `pass`, and `yes` or all bids above the last; of its own, forehand has only 18."""
    out[0] = PASS
    if s.turn == s.answerer:
        out[1] = YES
        return 2
    first = _BIDS_UP_TO[s.bid]
    end = len(BIDS) if s.answerer >= 0 else 1
    for i in range(first, end):
        out[1 + i - first] = BID_ACTION + BIDS[i]
    return 1 + end - first


@rule
def _legal_contracts(s: State, out: Any) -> int:
    n = 0
    for announced in range(OUVERT + 1 if s.hand_game else 1):
        for contract in range(GRAND + 1):
            out[n] = DECLARE_ACTION + contract + 8 * announced
            n += 1
    for ouvert in range(2):
        if NULL_VALUES[s.hand_game + 2 * ouvert] >= s.bid:
            out[n] = DECLARE_ACTION + NULL + 8 * OUVERT * ouvert
            n += 1
    return n


@rule
def _legal_cards(s: State, out: Any) -> int:
    held = cards_of(s, s.turn)
    if s.on_table:
        following = held & FOLLOWS[s.contract, index_of(int(s.table[s.leader]))]
        held = following if following else held
    n = popcount(held)
    for i in range(n):
        out[i] = card_at(lowest(held))
        held &= held - 1
    return n


@rule
def _call(s: State, action: int) -> None:
    """Bid, hold or pass (SK3)."""
    if action == YES:
        s.turn = s.bidder
    elif action == PASS:
        _drop_out(s)
    else:
        s.bid = action - BID_ACTION
        if s.answerer >= 0:
            s.turn = s.answerer
        else:
            _win_auction(s, s.bidder)


@rule
def _drop_out(s: State) -> None:
    """Let whoever is left go on with rearhand, become declarer, or decide alone."""
    survivor = s.bidder if s.turn == s.answerer else s.answerer
    if survivor < 0:
        s.contract = RAMSCH
        _start_play(s)
    elif s.bidder != s.dealer:
        s.bidder = s.dealer
        s.answerer = survivor
        s.turn = s.dealer
    elif s.bid > 0:
        _win_auction(s, survivor)
    else:
        s.bidder = survivor
        s.answerer = -1
        s.turn = survivor


@rule
def _win_auction(s: State, seat: int) -> None:
    s.declarer = seat
    s.turn = seat
    s.phase = CHOOSE


@rule
def _choose(s: State, action: int) -> None:
    """Pick up the skat or play from the hand (SK4)."""
    s.phase = DECLARE
    if action == PLAY_HAND:
        s.hand_game = 1
        return
    s.phase = LAY_AWAY
    skat = skat_cards(s)
    while skat:
        move(s, card_at(lowest(skat)), HAND + s.turn, 1 << s.turn)
        skat &= skat - 1


@rule
def _lay_away(s: State, chosen: int) -> None:
    """Lay two of the twelve cards away; nobody else sees them."""
    held = cards_of(s, s.turn)
    while chosen:
        if chosen & 1:
            move(s, card_at(lowest(held)), SKAT, 1 << s.turn)
        held &= held - 1
        chosen >>= 1
    s.phase = DECLARE


@rule
def _declare(s: State, declaration: int) -> None:
    s.contract = declaration & 7
    s.announced = declaration >> 3
    if s.announced == OUVERT:
        held = cards_of(s, s.declarer)
        while held:
            s.known[card_at(lowest(held))] = EVERYBODY
            held &= held - 1
    _start_play(s)


@rule
def _start_play(s: State) -> None:
    s.turn = s.leader
    s.phase = PLAY


@rule
def _play(s: State, card: int) -> None:
    if s.turn == s.declarer:
        s.shown |= 1 << index_of(card)
    play_to_trick(s, card)
    if s.on_table == 3:
        _end_trick(s)
    else:
        s.turn = next_seat(s, s.turn)


@rule
def _end_trick(s: State) -> None:
    winner = winner_of_trick(s)
    for seat in range(3):
        s.points[winner] += POINTS[rank_of(s.table[seat])]
    s.tricks[winner] += 1
    s.last_won[winner] = s.trick
    collect_trick(s, winner)
    s.trick += 1
    s.leader = winner
    s.turn = winner
    if s.contract == NULL:
        if winner == s.declarer or s.trick == 10:
            finish_round(s)
    elif s.trick == 10:
        _give_skat(s)
        finish_round(s)


@rule
def _give_skat(s: State) -> None:
    """Give the skat to the declarer and turn it up; in Ramsch the last trick takes it unseen."""
    taker = s.leader if s.contract == RAMSCH else s.declarer
    s.points[taker] += CARD_POINTS - (s.points[0] + s.points[1] + s.points[2])
    if s.contract != RAMSCH:
        skat = skat_cards(s)
        s.shown |= skat
        s.matadors = matadors_of(s.contract, s.shown)
        while skat:
            s.known[card_at(lowest(skat))] = EVERYBODY
            skat &= skat - 1


RULES = Rules(setup=setup, deal=deal, legal=legal, apply=apply, end_round=end_round)


def deck_of(players: int, options: Options) -> list[int]:
    """Return the 32 cards from seven to ace."""
    return cards_of_ranks(RANKS)


def uncovers(s: State) -> bool:
    """Tell whether the skat has been turned up, as it is after suit and grand games (G7b)."""
    return bool(s.phase == OVER and s.contract <= GRAND)


def facts(s: State) -> dict[str, Any]:
    """Return auction, contract, and the card points and tricks that each seat has won.

    The skat's points are counted at the end; `matadors` are known then, negative for without.
    """
    return {
        "bid": int(s.bid) or None,
        "declarer": None if s.declarer < 0 else int(s.declarer),
        "hand": bool(s.hand_game),
        "contract": None if s.contract < 0 else CONTRACTS[s.contract],
        "announced": LEVELS[s.announced],
        "matadors": int(s.matadors) or None,
        "points": [int(points) for points in s.points],
        "tricks": [int(tricks) for tricks in s.tricks],
    }
