"""A round of Democracy, from the deal to the scores.

Rulings: `rules.md` (DE1 to DE7).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from pydantic import Field

from engine.kernels.marks import rule
from engine.rules.cards import Pack, card_of, rank_of, suit_of
from engine.rules.game import Options, Rules
from engine.rules.state import (
    DISCARD,
    EVERYBODY,
    TABLE,
    UPCARD,
    WON,
    State,
    clear_table,
    close_round,
    draw,
    finish_round,
    lay_stock,
    move,
    next_seat,
    rounds_are_played,
    state_dtype,
)
from games.shared.dealing import deal_packets
from games.shared.packs import FRENCH, SUITS, cards_of_ranks
from games.shared.tricks import cards_in_hand

from .sheet import (
    FIRST_DAY,
    PAGAT_DAY,
    POINTS,
    RANKING,
    SECOND_DAY,
    tribes_of,
)

PLAYERS = (2, 3, 4, 5, 6)
LARGEST_STOCK = 32
"""Cards left after the first day's hands: two players, dealt as on pagat."""
JOKER_SUIT = 4
JOKERS = (card_of(JOKER_SUIT, 1), card_of(JOKER_SUIT, 2))
JOKERS_OF = {4: JOKERS, 6: JOKERS[:1]}
"""The jokers in the pack, by number of players."""
PACK = Pack(
    FRENCH.suits,
    SUITS,
    {rank: text for rank, text in FRENCH.ranks.items() if rank != 2},
    {card: f"X{i}" for i, card in enumerate(JOKERS, start=1)},
    FRENCH.in_hand,
)

STRENGTH = np.array([RANKING.index(rank) if rank in RANKING else 11 for rank in range(32)])
"""The strength of each rank; jokers, whose ranks no other card has, are as strong as fives."""
WINNING_TRIBES = 5
"""Tribes with which the native match can be won."""

PLAY, OVER = range(2)
NO_TRUMP = -1
NOBODY = -1
TRUMP = 16
"""How much stronger a card is for being a trump."""

DTYPE = state_dtype(
    seats=6,
    suits=5,
    stock=LARGEST_STOCK,
    fields=[
        ("pagat", "i8"),  # the option of that name
        ("day", "i8"),  # 1 or 2
        ("pool", "i8"),  # cards of the voting pool that are still face down, first in the stock
        ("upcard", "i8"),  # the card of the pool turned up last
        ("points", "i8", (6, 4)),  # points of each suit that a seat has captured
    ],
)


class DemocracyOptions(Options):
    """How the cards are dealt."""

    pagat: bool = Field(
        default=False, description="8, 6, 5, 4 or 3 cards on both days, as pagat.com deals them"
    )


@rule
def setup(s: State) -> None:
    """Prepare a match; every round starts afresh."""


@rule
def deal(s: State, deck: Any) -> None:
    """Deal the first day; the pool and then the second day's cards lie in the stock in order."""
    for seat in range(s.seats):
        for suit in range(4):
            s.points[seat, suit] = 0
    size = _cards_of_day(s, 1)
    after = deal_packets(s, deck, 0, size)
    lay_stock(s, deck, after)
    _begin_day(s, 1, size)


@rule
def legal(s: State, out: Any) -> int:
    """Write the legal actions of the seat to act to `out`: any card of the hand."""
    return cards_in_hand(s, s.turn, out) if s.phase == PLAY else 0


@rule
def apply(s: State, action: int) -> None:
    """Lay a card face down; when the last seat has chosen, all are shown and the trick ends."""
    move(s, action, TABLE + s.turn, 1 << s.turn)
    s.table[s.turn] = action
    s.on_table += 1
    if s.on_table < s.seats:
        s.turn += 1
    else:
        _end_trick(s)


@rule
def end_round(s: State) -> None:
    """Score every seat's tribes."""
    for seat in range(s.seats):
        clubs, spades = int(s.points[seat, 0]), int(s.points[seat, 1])
        hearts, diamonds = int(s.points[seat, 2]), int(s.points[seat, 3])
        s.scores[seat] = tribes_of(clubs, spades, hearts, diamonds)
    close_round(s)
    if is_over(s):
        s.over = 1


@rule
def is_over(s: State) -> bool:
    """Tell whether the rounds are played, or one seat alone leads with enough tribes (DE7)."""
    if s.rounds > 0:
        return rounds_are_played(s)
    best, leaders = 0, 0
    for seat in range(s.seats):
        if s.totals[seat] > best:
            best, leaders = int(s.totals[seat]), 1
        elif s.totals[seat] == best:
            leaders += 1
    return best >= WINNING_TRIBES and leaders == 1


@rule
def trump_suit(s: State) -> int:
    """Return the suit of the upcard; there is no trump if it is a joker (DE2)."""
    suit = suit_of(s.upcard)
    return suit if suit != JOKER_SUIT else NO_TRUMP


@rule
def trick_winner(s: State) -> int:
    """Return the seat whose card wins the trick on the table, NOBODY if the highest tie.

    The six of trump takes only its own five, and only if both were played (DE3).
    """
    trump = trump_suit(s)
    winner, highest, six = NOBODY, -1, NOBODY
    for seat in range(s.seats):
        card = int(s.table[seat])
        strength = STRENGTH[rank_of(card)]
        if suit_of(card) == trump:
            strength += TRUMP
            if rank_of(card) == 6:
                six = seat
        if strength > highest:
            winner, highest = seat, strength
        elif strength == highest:
            winner = NOBODY
    if highest == TRUMP + STRENGTH[5] and six != NOBODY:
        return six
    return winner


@rule
def _cards_of_day(s: State, day: int) -> int:
    """Return how many cards each player and the pool are dealt on a day (DE1)."""
    if s.pagat:
        return PAGAT_DAY[s.seats]
    return FIRST_DAY[s.seats] if day == 1 else SECOND_DAY[s.seats]


@rule
def _begin_day(s: State, day: int, pool: int) -> None:
    s.day = day
    s.pool = pool
    s.leader = 0  # nobody leads; commitments are collected from seat 0 on
    s.phase = PLAY
    _turn_up(s)


@rule
def _turn_up(s: State) -> None:
    """Turn up the top card of the pool; then all choose."""
    s.upcard = int(s.stock[s.drawn])
    s.drawn += 1
    s.pool -= 1
    move(s, s.upcard, UPCARD, EVERYBODY)
    s.turn = 0


@rule
def _end_trick(s: State) -> None:
    """Give the trick to its winner; if there is none, everyone takes back his own card (DE5)."""
    winner = trick_winner(s)
    for seat in range(s.seats):
        _capture(s, seat if winner == NOBODY else winner, int(s.table[seat]))
    clear_table(s)
    if winner == NOBODY:
        move(s, s.upcard, DISCARD, EVERYBODY)
    else:
        _capture(s, winner, s.upcard)
    s.trick += 1
    if s.pool > 0:
        _turn_up(s)
    elif s.day == 1:
        _deal_second_day(s)
    else:
        finish_round(s)


@rule
def _capture(s: State, seat: int, card: int) -> None:
    move(s, card, WON + seat, EVERYBODY)
    if suit_of(card) != JOKER_SUIT:
        s.points[seat, suit_of(card)] += POINTS[rank_of(card)]


@rule
def _deal_second_day(s: State) -> None:
    """Deal on from where the first day ended, by the same dealer."""
    size = _cards_of_day(s, 2)
    seat = next_seat(s, s.dealer)
    for _ in range(s.seats):
        for _ in range(size):
            draw(s, seat)
        seat = next_seat(s, seat)
    _begin_day(s, 2, size)


RULES = Rules(
    setup=setup, deal=deal, legal=legal, apply=apply, end_round=end_round, is_over=is_over
)


def deck_of(players: int, options: Options) -> list[int]:
    """Return the pack without twos, with the jokers that this number of players adds."""
    return cards_of_ranks(list(RANKING)) + list(JOKERS_OF.get(players, ()))


def format_action(s: State, action: int) -> str:
    """Return the text of an action: the card."""
    return PACK.format(action)


def parse_action(s: State, text: str) -> int:
    """Return the action of a text; raises InvalidNotation."""
    return PACK.parse(text)


def explain(s: State, action: int) -> str:
    """Say why an action is not legal."""
    return f"{PACK.format(action)} is not in this hand"


def told(s: State, action: int, reader: int) -> str:
    """Return the text of an action as a reader reads it before the cards are shown."""
    return PACK.format(action) if reader == s.turn else "a card face down"


def uncovers(s: State) -> bool:
    """Tell whether the last action completed a trick, so that all its cards were shown."""
    return bool(s.on_table == 0)


def facts(s: State) -> dict[str, Any]:
    """Return day, cards left in the pool, trump if any, and everybody's points of each suit."""
    suit = suit_of(int(s.upcard))
    has_trump = s.count[UPCARD] and suit < len(PACK.suits)
    return {
        "day": int(s.day),
        "pool": int(s.pool),
        "trump": PACK.suits[suit] if has_trump else None,
        "points": [
            {PACK.suits[suit]: int(s.points[seat, suit]) for suit in range(4)}
            for seat in range(s.seats)
        ],
    }


def scores_fault(players: int, scores: Sequence[int]) -> str | None:
    """Say what is impossible about the scores of a round, if anything."""
    if min(scores) < 0:
        return "nobody scores less than 0 in a round"
    if sum(scores) > len(PACK.suits):
        return f"an island has {len(PACK.suits)} tribes"
    return None
