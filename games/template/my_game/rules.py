"""A round of My Game, from the deal to the scores.

Rulings: `rules.md`.
"""

from typing import Any

from engine.kernels.marks import rule
from engine.rules.errors import InvalidNotation
from engine.rules.game import Options, Rules
from engine.rules.state import (
    State,
    close_round,
    finish_round,
    holds,
    next_seat,
    play_to_trick,
    state_dtype,
)
from games.shared.dealing import deal_singly
from games.shared.packs import ACE, FRENCH, cards_of_ranks
from games.shared.tricks import BY_RANK, cards_that_follow, collect_trick, winner_so_far

PLAYERS = (3, 4)
HAND_SIZE = 8
"""Cards of a hand, so also the tricks of a round."""
LOWEST = {3: 9, 4: 7}
"""The lowest rank of the pack, by number of players."""

PLAY, OVER = range(2)
"""The phases, in the order of `phases` of the `GAME`."""

DTYPE = state_dtype(
    seats=max(PLAYERS),
    suits=4,
    fields=[
        ("tricks", "i8", (max(PLAYERS),)),  # won by each seat in this round
    ],
)


@rule
def setup(s: State) -> None:
    """Prepare a match; every round starts afresh."""


@rule
def deal(s: State, deck: Any) -> None:
    """Deal all cards, one at a time from the left; that seat leads."""
    deal_singly(s, deck, len(deck))
    for seat in range(s.seats):
        s.tricks[seat] = 0
    s.leader = next_seat(s, s.dealer)
    s.turn = s.leader
    s.phase = PLAY


@rule
def legal(s: State, out: Any) -> int:
    """Write the legal actions of the seat to act to `out`: it must follow suit if it can."""
    return cards_that_follow(s, s.turn, out) if s.phase == PLAY else 0


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action: the number of a card."""
    play_to_trick(s, action)
    if s.on_table == s.seats:
        _end_trick(s)
    else:
        s.turn = next_seat(s, s.turn)


@rule
def end_round(s: State) -> None:
    """Score a point for every trick."""
    for seat in range(s.seats):
        s.scores[seat] = s.tricks[seat]
    close_round(s)


@rule
def _end_trick(s: State) -> None:
    """Give the trick to the highest card of the suit led; its player leads the next."""
    winner = winner_so_far(s, -1, BY_RANK)
    collect_trick(s, winner)
    s.tricks[winner] += 1
    s.trick += 1
    s.leader = winner
    s.turn = winner
    if _is_decided(s):
        finish_round(s)


@rule
def _is_decided(s: State) -> bool:
    """Tell whether the round is over: all tricks have been played."""
    return bool(s.trick == HAND_SIZE)


RULES = Rules(setup=setup, deal=deal, legal=legal, apply=apply, end_round=end_round)


def deck_of(players: int, options: Options) -> list[int]:
    """Return the pack: eight cards for each player, without the lowest ranks."""
    return cards_of_ranks(list(range(LOWEST[players], ACE + 1)))


def format_action(s: State, action: int) -> str:
    """Return the text of an action: the card."""
    return FRENCH.format(action)


def parse_action(s: State, text: str) -> int:
    """Return the action of a text; raises InvalidNotation."""
    card = FRENCH.parse(text)
    if card not in deck_of(int(s.seats), Options()):
        raise InvalidNotation(f"{text} is not in the pack of {s.seats} players")
    return card


def explain(s: State, action: int) -> str:
    """Say why an action is not legal."""
    if not holds(s, s.turn, action):
        return f"{FRENCH.format(action)} is not in this hand"
    return f"follow suit: {FRENCH.format(int(s.table[s.leader]))} was led"


def facts(s: State) -> dict[str, Any]:
    """Return the tricks that each seat has won."""
    return {"tricks": [int(s.tricks[seat]) for seat in range(s.seats)]}
