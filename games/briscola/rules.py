"""A round of Briscola, from the deal to the scores.

Rulings: `rules.md` (BR1 to BR6).
"""

from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.kernels.primitives import popcount
from engine.rules.cards import card_of, rank_of, suit_of
from engine.rules.errors import InvalidNotation
from engine.rules.game import Options, Rules
from engine.rules.state import (
    EVERYBODY,
    HAND,
    UPCARD,
    State,
    close_round,
    draw,
    finish_round,
    lay_stock,
    next_seat,
    play_to_trick,
    put,
    rounds_are_played,
    state_dtype,
)
from games.shared.dealing import deal_packets
from games.shared.packs import ACE, CLUBS, FRENCH, JACK, KING, QUEEN, cards_of_ranks
from games.shared.tricks import cards_in_hand, collect_trick, winner_so_far

PLAYERS = (2, 3, 4)
HAND_SIZE = 3
CARD_POINTS = 120
EVERY_SEAT = 15
"""A bit for each seat."""
PLAY, OVER = range(2)

RANKING = (2, 4, 5, 6, 7, JACK, QUEEN, KING, 3, ACE)
"""The ranks from the lowest to the highest."""
STRENGTH = np.array([RANKING.index(rank) if rank in RANKING else -1 for rank in range(32)])
POINTS = np.array([{ACE: 11, 3: 10, KING: 4, QUEEN: 3, JACK: 2}.get(rank, 0) for rank in range(32)])

DTYPE = state_dtype(
    seats=4,
    suits=4,
    stock=34,
    fields=[
        ("trump", "i8"),
        ("stock_size", "i8"),  # cards to draw, the upcard included
        ("points", "i8", (4,)),  # card points that each seat has won
        ("contest", "i8"),  # bit i: seat i scores in this round
    ],
)


@rule
def setup(s: State) -> None:
    """Prepare a match; every round starts afresh."""


@rule
def deal(s: State, deck: Any) -> None:
    """Deal three cards to each seat, turn up the next; the rest and then this card are drawn."""
    after = deal_packets(s, deck, 0, HAND_SIZE)
    upcard = int(deck[after])
    lay_stock(s, deck, after + 1)
    s.stock_size = len(deck) - after
    s.stock[s.stock_size - 1] = upcard
    put(s, upcard, UPCARD, EVERYBODY)
    s.trump = suit_of(upcard)
    for seat in range(s.seats):
        s.points[seat] = 0
    s.contest = contestants(s)
    s.leader = next_seat(s, s.dealer)
    s.turn = s.leader
    s.phase = PLAY


@rule
def legal(s: State, out: Any) -> int:
    """Write the legal actions of the seat to act to `out`: any card of the hand."""
    return cards_in_hand(s, s.turn, out) if s.phase == PLAY else 0


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action."""
    play_to_trick(s, action)
    if s.on_table == s.seats:
        _end_trick(s)
    else:
        s.turn = next_seat(s, s.turn)


@rule
def end_round(s: State) -> None:
    """Score the card points of each side that may score."""
    for seat in range(s.seats):
        if (s.contest >> seat) & 1:
            s.scores[seat] = s.points[seat]
            if s.seats == 4:
                s.scores[seat] += s.points[(seat + 2) & 3]
    close_round(s)
    if is_over(s):
        s.over = 1


@rule
def is_over(s: State) -> bool:
    """Tell whether the rounds are played and, in the native match, one side leads (BR6)."""
    if s.rounds > 0:
        return rounds_are_played(s)
    ahead = 2 if s.seats == 4 else 1
    return s.played >= _native_rounds(s) and popcount(_leaders(s)) == ahead


@rule
def _native_rounds(s: State) -> int:
    """Return the rounds of the native match before any deciding one (BR6)."""
    return 3 if s.seats == 3 else 2


@rule
def _is_deciding(s: State) -> bool:
    """Tell whether this round decides between sides that are tied for first."""
    return s.rounds == 0 and s.played >= _native_rounds(s)


@rule
def contestants(s: State) -> int:
    """Return the seats that score in the next round, a bit each: all, or those tied for first."""
    return _leaders(s) if _is_deciding(s) else EVERY_SEAT


@rule
def _leaders(s: State) -> int:
    """Return the seats with the highest total, a bit each."""
    best = s.totals[0]
    for seat in range(s.seats):
        best = max(best, s.totals[seat])
    leaders = 0
    for seat in range(s.seats):
        if s.totals[seat] == best:
            leaders |= 1 << seat
    return leaders


@rule
def _end_trick(s: State) -> None:
    winner = winner_so_far(s, s.trump, STRENGTH)
    for seat in range(s.seats):
        s.points[winner] += POINTS[rank_of(s.table[seat])]
    collect_trick(s, winner)
    if s.drawn < s.stock_size:
        _draw_cards(s, winner)
    s.trick += 1
    s.leader = winner
    s.turn = winner
    if s.count[HAND + winner] == 0:
        finish_round(s)


@rule
def _draw_cards(s: State, winner: int) -> None:
    """Let everyone draw, the winner first (BR4); with the last card partners see their hands."""
    seat = winner
    for _ in range(s.seats):
        draw(s, seat)
        seat = next_seat(s, seat)
    if s.drawn == s.stock_size and s.seats == 4:
        for card in range(s.place.shape[0]):
            if s.place[card] < HAND + 4:
                s.known[card] |= 1 << ((s.place[card] + 2) & 3)


RULES = Rules(
    setup=setup, deal=deal, legal=legal, apply=apply, end_round=end_round, is_over=is_over
)


def deck_of(players: int, options: Options) -> list[int]:
    """Return the 40 cards; three players do without the two of clubs (BR1)."""
    deck = cards_of_ranks(list(RANKING))
    return deck if players != 3 else [card for card in deck if card != card_of(CLUBS, 2)]


def format_action(s: State, action: int) -> str:
    """Return the text of an action: the card."""
    return FRENCH.format(action)


def parse_action(s: State, text: str) -> int:
    """Return the action of a text; raises InvalidNotation."""
    card = FRENCH.parse(text)
    if STRENGTH[rank_of(card)] < 0:
        raise InvalidNotation(f"{text} is not in the Italian pack")
    return card


def explain(s: State, action: int) -> str:
    """Say why an action is not legal."""
    return f"{FRENCH.format(action)} is not in this hand"


def facts(s: State) -> dict[str, Any]:
    """Return the trump suit and the card points each seat has won."""
    return {
        "trump": FRENCH.suits[int(s.trump)],
        "points": [int(points) for points in s.points[: int(s.seats)]],
    }


def sides(players: int) -> tuple[int, ...]:
    """Return the side of each seat: four play two against two."""
    return (0, 1, 0, 1) if players == 4 else tuple(range(players))
