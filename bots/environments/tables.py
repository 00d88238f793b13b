"""Kernels of many tables at once: an action at each of them, and what seats then see.

Kernels are handed what belongs together as tuples: `tables`, the states, the decks (uint8, a row
for each), the totals told so far and the seats that act from outside; `desk`, two records to try
and to conceal in, these as words and as bytes, a buffer for actions and one for a hand; `facing`,
what whoever acts is told: legal actions and their numbers, seats, masks, observations, rewards and
whether a match is done, a row for each table.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.inference.evidence import CARDS, notice
from engine.kernels.marks import inlined, rule
from engine.kernels.primitives import random_below, seed_random
from engine.rules.cards import bit_of, rank_of, suit_of
from engine.rules.concealment import conceal
from engine.rules.game import Kernels
from engine.rules.state import ABSENT, EVERYBODY, HAND, State

from .observation import observe, observed_type

NOW, ROOM = range(2)
"""Records of the desk: a position looked at closely, and what somebody knows of one."""

DONE, TOO_LARGE = -1, -2
"""What `step` returns instead of the table at which an action is not legal: that it has played, or
that the number of an action that is legal now is too large for the masks."""

NOBODY = -1
"""Instead of a seat: all seats act from outside, or nobody is to act."""


@rule
def first_refused(turns: Any, choices: Any, counts: Any, actions: Any) -> int:
    """Return the first table at which an action is not legal, or DONE if there is none."""
    for i in range(len(turns)):
        is_legal = turns[i] == NOBODY
        for j in range(counts[i]):
            if choices[i, j] == actions[i]:
                is_legal = True
        if not is_legal:
            return i
    return DONE


@rule
def shuffle(s: State, deck: Any) -> None:
    """Shuffle a deck by the state's own chance."""
    for i in range(len(deck) - 1, 0, -1):
        j = random_below(s, i + 1)
        deck[i], deck[j] = deck[j], deck[i]


@rule
def pay(s: State, sign: int, told: Any, rewards: Any) -> None:
    """Write what the totals have grown by since they were told last; more is better."""
    for seat in range(s.seats):
        rewards[seat] = sign * (s.totals[seat] - told[seat])
        told[seat] = s.totals[seat]


@inlined
def play(
    states: Any,
    which: int,
    desk: Any,
    room: Any,
    action: Any,
    cards: Any,
    telling: Any,
    notes: bool,
    legal: Any,
    apply: Any,
) -> None:
    """Play a legal action; with `notes` note what it tells about the hand of the seat to act."""
    tried, hand = room
    s = states[which]
    tells = action < CARDS
    for i in range(len(telling)):
        if telling[i] == action:
            tells = True
    if notes and tells:
        hold_all(s, action, cards, hand)
        n = legal(s, tried)
        hold_again(s, hand)
        if not is_among(action, tried, n) or is_lacked(s, action):
            desk[NOW] = s
            notice(desk, tried, action, telling, legal)
            states[which] = desk[NOW]
    apply(s, action)


@rule
def hold_all(s: State, action: int, cards: Any, hand: Any) -> None:
    """Give all cards that not everybody knows to the seat to act, keeping what it held in `hand`.

    What is legal then tells nothing about the hand: so it need not be asked card by card.
    """
    seat = s.turn
    for suit in range(s.hand.shape[1]):
        hand[suit] = s.hand[seat, suit]
        s.hand[seat, suit] = 0
    hand[len(hand) - 1] = s.count[HAND + seat]
    s.count[HAND + seat] = 2
    for i in range(len(cards)):
        card = int(cards[i])
        if s.place[card] != ABSENT and s.known[card] != EVERYBODY:
            s.hand[seat, suit_of(card)] |= bit_of(card)
    if action < CARDS:
        s.hand[seat, suit_of(action)] |= bit_of(action)


@rule
def hold_again(s: State, hand: Any) -> None:
    """Give the seat to act the cards back that it held."""
    for suit in range(s.hand.shape[1]):
        s.hand[s.turn, suit] = hand[suit]
    s.count[HAND + s.turn] = hand[len(hand) - 1]


@rule
def is_among(action: int, actions: Any, n: int) -> bool:
    """Tell whether an action is among the first `n`."""
    found = False
    for i in range(n):
        if actions[i] == action:
            found = True
    return found


@rule
def is_lacked(s: State, action: int) -> bool:
    """Tell whether a card that is played was one that the seat to act seemed not to hold."""
    return action < CARDS and (int(s.lacks[s.turn, suit_of(action)]) >> rank_of(action)) & 1 == 1


@inlined
def choose_for(s: State, desk: Any, actions: Any, n: int, choose: Any) -> Any:
    """Return what a bot does for the seat to act, knowing what that seat knows."""
    mind = desk[ROOM]
    action = np.int64(actions[0])
    if n > 1:
        desk[ROOM] = s
        conceal(mind, s.turn)
        mind.rng = s.rng
        action = np.int64(choose(mind, actions, n))
        seed_random(s, s.rng, 1)
    return action


def step(
    first: Any,
    tables: Any,
    desk: Any,
    actions: Any,
    telling: Any,
    observed: Any,
    sign: int,
    deals: bool,
    notes: bool,
    facing: Any,
    begin: Any,
    deal: Any,
    legal: Any,
    apply: Any,
    end_round: Any,
    choose: Any,
) -> int:
    """Play an action at each table where somebody is to act, and go on to who acts next.

    Returns DONE, or a table at which the action is not legal: nothing is changed then. With
    `deals` matches that are over are followed by others like `first`, which go the same way.
    """
    states, decks, told, own = tables
    records, words, bytes_, room = desk
    choices, counts, turns, mask, observations, rewards, done = facing
    refused = first_refused(turns, choices, counts, actions)
    if refused != DONE:
        return refused
    mind = records[ROOM]
    for i in range(len(states)):
        s = states[i]
        for j in range(counts[i] if mask.shape[1] else 0):
            mask[i, choices[i, j]] = False
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0
        is_dealt = s.phase != s.over_phase
        is_owed = is_dealt
        if is_dealt:
            action = np.int64(actions[i])
            play(states, i, records, room, action, observed[0], telling, notes, legal, apply)
        done[i] = False
        goes_on = True
        while goes_on:
            if is_dealt:
                while s.phase != s.over_phase and own[i] not in (NOBODY, s.turn):
                    n = legal(s, choices[i])
                    action = choose_for(s, records, choices[i], n, choose)
                    play(
                        states, i, records, room, action, observed[0], telling, notes, legal, apply
                    )
                goes_on = s.phase == s.over_phase
                if goes_on:
                    end_round(s)
                    is_dealt = False
            elif s.over == 0:
                shuffle(s, decks[i])
                begin(s)
                s.entropy = s.rng
                deal(s, decks[i])
                is_dealt = True
            else:
                if is_owed:
                    pay(s, sign, told[i], rewards[i])
                    is_owed = False
                done[i] = True
                goes_on = deals
                if deals:
                    rng = s.rng
                    states[i] = first[0]
                    s.rng = rng
                    s.next_dealer = random_below(s, s.seats)
                    for seat in range(s.seats):
                        told[i, seat] = 0
        if is_owed:
            pay(s, sign, told[i], rewards[i])
        counts[i] = legal(s, choices[i])
        turns[i] = s.turn
        for j in range(counts[i] if mask.shape[1] else 0):
            if choices[i, j] >= mask.shape[1]:
                return TOO_LARGE
            mask[i, choices[i, j]] = True
        if observations.shape[1] and s.turn != NOBODY:
            records[ROOM] = s
            conceal(mind, s.turn)
            observe(mind, words[ROOM], bytes_[ROOM], s.turn, observed, observations[i])
    return DONE


def look(
    states: Any, desk: Any, seats: Any, is_open: bool, observed: Any, observations: Any
) -> None:
    """Write what a seat sees at each table, or would see if all cards lay open."""
    records, words, bytes_, _ = desk
    mind = records[ROOM]
    for i in range(len(states)):
        records[ROOM] = states[i]
        if not is_open:
            conceal(mind, seats[i])
        observe(mind, words[ROOM], bytes_[ROOM], seats[i], observed, observations[i])


def bound_step(k: Kernels) -> Callable[..., int]:
    """Return `step` for a game."""
    return k.bound(
        step,
        lambda t: t.int64(
            t.states,
            _tables_type(t),
            _desk_type(t),
            t.array(t.int64),
            t.actions,
            observed_type(t),
            t.int64,
            t.boolean,
            t.boolean,
            _facing_type(t),
            t.function(t.change),
            t.function(t.deal),
            t.function(t.legal),
            t.function(t.apply),
            t.function(t.change),
            t.function(t.choose),
        ),
    )


def bound_look(k: Kernels) -> Callable[..., None]:
    """Return `look` for a game."""
    return k.bound(
        look,
        lambda t: t.void(
            t.states,
            _desk_type(t),
            t.array(t.int64),
            t.boolean,
            observed_type(t),
            t.array(t.int16, 2),
        ),
    )


def _tables_type(t: Any) -> Any:
    return t.tuple(t.states, t.array(t.uint8, 2), t.array(t.int64, 2), t.array(t.int64))


def _desk_type(t: Any) -> Any:
    rows = t.array(t.int64, 2), t.array(t.uint8, 2)
    return t.tuple(t.states, *rows, t.tuple(t.actions, t.array(t.int64)))


def _facing_type(t: Any) -> Any:
    return t.tuple(
        t.array(t.int32, 2),
        t.array(t.int64),
        t.array(t.int64),
        t.array(t.boolean, 2),
        t.array(t.int16, 2),
        t.array(t.float32, 2),
        t.array(t.boolean),
    )
