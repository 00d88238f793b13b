"""What follows from what has been played.

Playing a card tells about the rest of a hand: who does not follow has none of the suit, who does
not beat a card where that is a duty has none that would. `notice` finds this from the game's own
rule of what is legal and keeps it in the state, where everybody may read it: it follows from
public actions alone. `belief` deals the unseen cards accordingly.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.kernels.marks import inlined, rule
from engine.rules.cards import RANKS, bit_of, card_of, rank_of, suit_of
from engine.rules.game import Kernels
from engine.rules.state import ABSENT, EVERYBODY, HAND, State

from .calls import forget_hand, hear, received, show

CARDS = 256
"""Actions below this are cards that are played."""


@inlined
def notice(states: Any, actions: Any, action: int, telling: Any, legal: Any) -> None:
    """Note in states[0] which cards the seat to act shows not to hold by a legal action.

    A card is excluded if the action would not be legal with it in hand. That is asked of the
    game's `legal`, in states[1], for all unseen cards of a suit together, and one by one only
    where they are not all possible. `actions` has the game's `room`; `telling` are the actions
    that are no card but tell about the hand.
    """
    s, w = states[0], states[1]
    seat = s.turn
    tells = action < CARDS
    for i in range(len(telling)):
        if telling[i] == action:
            tells = True
    if tells:
        states[1] = s
        suits = s.hand.shape[1]
        for suit in range(suits):
            unseen = unseen_cards(s, suit)
            if action < CARDS and suit_of(action) == suit:
                unseen &= ~(1 << rank_of(action))
            excluded = 0
            left = unseen
            is_whole = True
            while left:
                tried = left if is_whole else left & -left
                for other in range(suits):
                    w.hand[seat, other] = 0
                w.hand[seat, suit] = tried
                if action < CARDS:
                    w.hand[seat, suit_of(action)] |= bit_of(action)
                w.count[HAND + seat] = 2
                n = legal(w, actions)
                is_legal = False
                for i in range(n):
                    if actions[i] == action:
                        is_legal = True
                if is_whole:
                    is_whole = False
                    if is_legal:
                        left = 0
                else:
                    if not is_legal:
                        excluded |= tried
                    left &= ~tried
            if excluded:
                if s.since[seat, suit] == 0:
                    excluded |= int(s.lacks[seat, suit])
                s.lacks[seat, suit] = excluded
                s.since[seat, suit] = 0
    if (
        action < CARDS
        and s.known[action] != EVERYBODY
        and (int(s.lacks[seat, suit_of(action)]) >> rank_of(action)) & 1
    ):
        used = s.since[seat, suit_of(action)]
        for suit in range(s.hand.shape[1]):
            if s.since[seat, suit] >= used:
                s.since[seat, suit] -= 1


def follow(
    states: Any,
    actions: Any,
    log: Any,
    telling: Any,
    calls: Any,
    positions: Any,
    said: Any,
    shown: Any,
    legal: Any,
    apply: Any,
) -> None:
    """Play the legal actions of `log` in states[0], noting what they tell.

    `calls` are the first action that is a call, and the one after the last; the calls are kept in
    `positions`, `said` and `shown` (see `Calls`). All are, whether the seat had a choice or not:
    often only its hand tells that.
    """
    s = states[0]
    cards = np.zeros(s.seats, np.int64)
    for i in range(len(log)):
        action = int(log[i])
        seat = s.turn
        notice(states, actions, action, telling, legal)
        if calls[0] <= action < calls[1]:
            hear(s, action, positions, said, shown)
        for other in range(s.seats):
            cards[other] = received(s, other)
        apply(s, action)
        if action < CARDS:
            show(seat, action, positions, said, shown)
        for other in range(s.seats):
            if received(s, other) > cards[other]:
                forget_hand(other, positions, said)


def bound_follow(k: Kernels) -> Callable[..., None]:
    """Return `follow` for a game."""
    return k.bound(
        follow,
        lambda t: t.void(
            t.states,
            t.actions,
            t.actions,
            t.actions,
            t.actions,
            t.states,
            t.array(t.int64),
            t.array(t.uint32, 2),
            t.function(t.legal),
            t.function(t.apply),
        ),
    )


@rule
def unseen_cards(s: State, suit: int) -> int:
    """Return the cards of a suit that not everybody knows, bit r for rank r."""
    unseen = 0
    for rank in range(RANKS):
        card = card_of(suit, rank)
        if s.place[card] != ABSENT and s.known[card] != EVERYBODY:
            unseen |= 1 << rank
    return unseen
