"""A round of Linger Longer, from the deal to the scores.

Rulings: `rules.md` (LI1 to LI5).
"""

from typing import Any

from engine.kernels.marks import rule
from engine.rules.cards import card_of, suit_of
from engine.rules.game import Options, Rules
from engine.rules.state import (
    EVERYBODY,
    HAND,
    State,
    close_round,
    draw,
    finish_round,
    holds,
    lay_stock,
    next_seat,
    play_to_trick,
    state_dtype,
)
from games.shared.dealing import deal_singly
from games.shared.packs import ACE, FRENCH
from games.shared.tricks import BY_RANK, cards_that_follow, discard_trick, winner_so_far

PLAYERS = (3, 4, 5, 6)
PLAY, OVER = range(2)

DTYPE = state_dtype(
    seats=6,
    suits=4,
    stock=43,
    fields=[
        ("trump", "i8"),
        ("playing", "i8"),  # bit i: seat i had cards when the trick began
        ("to_play", "i8"),  # cards still to come to the trick
    ],
)


@rule
def setup(s: State) -> None:
    """Prepare a match; every round starts afresh."""


@rule
def deal(s: State, deck: Any) -> None:
    """Deal each seat as many cards as there are seats; the last, the dealer's, shows trump."""
    dealt = s.seats * s.seats
    deal_singly(s, deck, dealt)
    lay_stock(s, deck, dealt)
    shown = int(deck[dealt - 1])
    s.known[shown] = EVERYBODY
    s.trump = suit_of(shown)
    s.playing = 0
    _begin_trick(s, next_seat(s, s.dealer))
    s.phase = PLAY


@rule
def legal(s: State, out: Any) -> int:
    """Write the legal actions of the seat to act to `out`: it must follow suit if it can."""
    return cards_that_follow(s, s.turn, out) if s.phase == PLAY else 0


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action."""
    play_to_trick(s, action)
    s.to_play -= 1
    if s.to_play == 0:
        _end_trick(s)
        return
    s.turn = next_seat(s, s.turn)
    while (s.playing >> s.turn) & 1 == 0:
        s.turn = next_seat(s, s.turn)


@rule
def end_round(s: State) -> None:
    """Score the cards of the one seat that has any, the card just drawn among them (LI4a)."""
    for seat in range(s.seats):
        s.scores[seat] = s.count[HAND + seat]
    close_round(s)


@rule
def _begin_trick(s: State, leader: int) -> None:
    """Let a seat lead; whoever has no cards is out from now on."""
    s.leader = leader
    s.turn = leader
    s.playing = 0
    s.to_play = 0
    for seat in range(s.seats):
        if s.count[HAND + seat] != 0:
            s.playing |= 1 << seat
            s.to_play += 1


@rule
def _end_trick(s: State) -> None:
    """Discard the trick and let its winner draw, before it is seen who has no cards (LI3)."""
    winner = winner_so_far(s, s.trump, BY_RANK)
    discard_trick(s)
    draw(s, winner)
    s.trick += 1
    _begin_trick(s, winner)
    if s.to_play == 1:
        finish_round(s)


RULES = Rules(setup=setup, deal=deal, legal=legal, apply=apply, end_round=end_round)


def deck_of(players: int, options: Options) -> list[int]:
    """Return the 52 cards."""
    return [card_of(suit, rank) for suit in range(4) for rank in range(2, ACE + 1)]


def format_action(s: State, action: int) -> str:
    """Return the text of an action: the card."""
    return FRENCH.format(action)


def parse_action(s: State, text: str) -> int:
    """Return the action of a text; raises InvalidNotation."""
    return FRENCH.parse(text)


def explain(s: State, action: int) -> str:
    """Say why an action is not legal."""
    if not holds(s, s.turn, action):
        return f"{FRENCH.format(action)} is not in this hand"
    return f"follow suit: {FRENCH.format(int(s.table[s.leader]))} was led"


def facts(s: State) -> dict[str, Any]:
    """Return the trump suit and the seats that are out of cards for good."""
    out = [seat for seat in range(s.seats) if not s.playing >> seat & 1]
    return {"trump": FRENCH.suits[int(s.trump)], "out": out}
