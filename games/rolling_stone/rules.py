"""A round of Rolling Stone, from the deal to the scores.

Rulings: `rules.md` (RS1 to RS5).

A round also ends when a position comes for the third time. Positions are compared exactly, and
without storing them: tricks that were picked up are kept, and undone one by one. That needs
public cards only, so the field tells no seat anything about hidden hands, as a hash of all hands
would. After a trick that was discarded there are fewer cards in the hands than ever before, so
no earlier position can come again.
"""

from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.rules.cards import rank_of, suit_of
from engine.rules.errors import InvalidNotation
from engine.rules.game import Form, Options, Rules
from engine.rules.state import (
    EVERYBODY,
    HAND,
    NO_CARD,
    State,
    clear_table,
    close_round,
    finish_round,
    move,
    next_seat,
    play_to_trick,
    state_dtype,
)
from games.shared.dealing import deal_singly
from games.shared.packs import ACE, FRENCH, cards_of_ranks
from games.shared.tricks import (
    BY_RANK,
    cards_in_hand,
    cards_of_suit,
    discard_trick,
    winner_so_far,
)

PLAYERS = (4, 5, 6)
HAND_SIZE = 8
LOWEST = {4: 7, 5: 5, 6: 3}
"""The lowest rank of the pack, by number of players."""
TRICKS = 500
"""After so many tricks the round ends."""
OCCURRENCES = 3
"""When a position comes for this time the round ends."""
POINTS = 60
"""What a round is worth, shared equally by those who win it."""

PLAY, OVER = range(2)
PICK_UP = 256

DTYPE = state_dtype(
    seats=6,
    suits=4,
    fields=[
        ("times", "i8"),  # how often this position at the start of the trick has been there
        ("first_trick", "i8"),  # the trick before which the last one was discarded
        ("leaders", "u1", (TRICKS,)),  # of the tricks since then
        ("picked_up", "u1", (TRICKS, 5)),  # cards of these tricks in the order played
    ],
)


@rule
def setup(s: State) -> None:
    """Prepare a match; every round starts afresh."""


@rule
def deal(s: State, deck: Any) -> None:
    """Deal all cards, one at a time from the left; that seat leads."""
    deal_singly(s, deck, len(deck))
    s.phase = PLAY
    s.first_trick = 0
    s.leader = next_seat(s, s.dealer)
    s.turn = s.leader
    s.times = 1


@rule
def legal(s: State, out: Any) -> int:
    """Write the legal actions of the seat to act to `out`: it follows suit or picks up."""
    if s.phase == OVER:
        return 0
    if s.on_table == 0:
        return cards_in_hand(s, s.turn, out)
    n = cards_of_suit(s, s.turn, suit_of(int(s.table[s.leader])), out)
    if n == 0:
        out[0] = PICK_UP
        n = 1
    return n


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if action == PICK_UP:
        _pick_up(s)
        return
    play_to_trick(s, action)
    if s.count[HAND + s.turn] == 0:
        finish_round(s)  # at once, even if the trick is unfinished (RS2)
    elif s.on_table == s.seats:
        _discard(s)
    else:
        s.turn = next_seat(s, s.turn)


@rule
def end_round(s: State) -> None:
    """Score a share of the points for every seat with the fewest cards."""
    cards = s.count[HAND : HAND + s.seats]
    for seat in range(s.seats):
        s.scores[seat] = score_of(cards, seat)
    close_round(s)


@rule
def score_of(cards: Any, seat: int) -> int:
    """Return the score of a seat from the numbers of cards that all seats have left (RS5)."""
    winners = 0
    for other in range(len(cards)):
        if cards[other] < cards[seat]:
            return 0
        if cards[other] == cards[seat]:
            winners += 1
    return POINTS // winners


@rule
def _discard(s: State) -> None:
    """Lay a trick aside to which all have followed; its winner leads."""
    winner = winner_so_far(s, -1, BY_RANK)
    discard_trick(s)
    s.first_trick = s.trick + 1
    _next_trick(s, winner)


@rule
def _pick_up(s: State) -> None:
    """Give the cards of the trick to the seat to act, which leads; everybody saw them (RS4)."""
    s.leaders[s.trick] = s.leader
    seat = s.leader
    for i in range(5):
        card = s.table[seat] if i < s.on_table else np.uint8(NO_CARD)
        s.picked_up[s.trick, i] = card
        if card != NO_CARD:
            move(s, int(card), HAND + s.turn, EVERYBODY)
        seat = next_seat(s, seat)
    clear_table(s)
    _next_trick(s, s.turn)


@rule
def _next_trick(s: State, leader: int) -> None:
    """Let a seat lead, unless the position is there for the third time or it is enough (RS3)."""
    s.trick += 1
    s.leader = leader
    s.turn = leader
    s.times = _times_here(s)
    if s.times == OCCURRENCES or s.trick == TRICKS:
        finish_round(s)


@rule
def _times_here(s: State) -> int:
    """Return how often the same seat has led with the same hands, this time included.

    Tricks are undone from the last one on; `astray` counts the cards that were in other hands
    than now. Costs a step for each card picked up since a trick was discarded.
    """
    times, astray = 1, 0
    holder = s.place.copy()
    for back in range(s.trick - s.first_trick):
        trick = s.trick - 1 - back
        seat = int(s.leaders[trick])
        for i in range(5):
            card = int(s.picked_up[trick, i])
            if card == NO_CARD:
                break
            astray += int(HAND + seat != s.place[card]) - int(holder[card] != s.place[card])
            holder[card] = HAND + seat
            seat = next_seat(s, seat)
        if astray == 0 and s.leaders[trick] == s.leader:
            times += 1
    return times


RULES = Rules(setup=setup, deal=deal, legal=legal, apply=apply, end_round=end_round)

NOTATION = (
    Form("play", "HA", "play this card: of the suit led, or any to lead"),
    Form("play", "pick up", "take the trick into the hand, without a card of the suit led"),
)


def deck_of(players: int, options: Options) -> list[int]:
    """Return the pack: eight cards for each player, without the lowest ranks."""
    return cards_of_ranks(list(range(LOWEST[players], ACE + 1)))


def format_action(s: State, action: int) -> str:
    """Return the text of an action."""
    return "pick up" if action == PICK_UP else FRENCH.format(action)


def parse_action(s: State, text: str) -> int:
    """Return the action of a text; raises InvalidNotation."""
    if text == "pick up":
        return PICK_UP
    card = FRENCH.parse(text)
    if rank_of(card) < LOWEST[int(s.seats)]:
        raise InvalidNotation(f"{text} is not in the pack of {s.seats} players")
    return card


def explain(s: State, action: int) -> str:
    """Say why an action is not legal."""
    if s.on_table == 0:
        if action == PICK_UP:
            return "there is nothing to pick up: lead a card"
        return f"{FRENCH.format(action)} is not in this hand"
    suit = suit_of(int(s.table[s.leader]))
    led = FRENCH.suit_names[suit]
    if not s.hand[s.turn, suit]:
        return f"without {led} there is only one thing to do: pick up"
    if action == PICK_UP:
        return f"there are {led} in this hand: follow suit"
    if suit_of(action) == suit:
        return f"{FRENCH.format(action)} is not in this hand"
    return f"follow suit: {led} were led"


def facts(s: State) -> dict[str, Any]:
    """Return how often the position has been there, and at the end why and the places (RS4)."""
    cards = [int(s.count[HAND + seat]) for seat in range(s.seats)]
    is_over = s.phase == OVER and s.round_index >= 0
    return {
        "times": int(s.times),
        "end": _end(s, min(cards)) if is_over else None,
        "places": [1 + sum(less < own for less in cards) for own in cards] if is_over else None,
    }


def _end(s: State, fewest: int) -> str:
    if fewest == 0:
        return "last card"
    return "repetition" if s.times == OCCURRENCES else f"{TRICKS} tricks"
