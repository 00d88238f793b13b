"""Rounds of which a net learns, and rounds that show what it has learned."""

from typing import Any

import numpy as np

from bots.learned.encoder import OTHER, SAME, encode
from bots.learned.judge import best_of, judge
from bots.learned.net import add_columns, value_of
from engine.inference.belief import gather, lay_out
from engine.inference.evidence import notice
from engine.kernels.marks import inlined, rule
from engine.kernels.primitives import random_below, seed_random
from engine.rules.concealment import conceal
from engine.rules.state import State
from engine.search.playout import utilities

MIND, WORLD, AFTER, MATCH, NOTED, ENDED, THOUGHT = range(7)
"""Records of a stream: the three of `judge`, the match under way and a copy to notice with, a round
played to its end, and what a seat in it knows."""
RECORDS = 7

START, COUNT = range(2)
"""Columns of decisions: the first row of their choices, and how many these are."""

NET, RULE_OF_THUMB, CHANCE = range(3)
"""Who may play a seat."""
PARTS = 1 << 16
"""In so many parts chances are drawn."""


@inlined
def begin_round_of(states: Any, starts: Any, packs: Any, begin: Any, deal: Any) -> None:
    """Deal the next round of states[MATCH], or if that is over the first one of another match."""
    s = states[MATCH]
    decks, lengths = packs
    if s.over != 0:
        which = random_below(s, len(starts))
        rng = s.rng
        states[MATCH] = starts[which]
        s.rng = rng
        s.next_dealer = random_below(s, s.seats)
    deck = decks[s.seats][: lengths[s.seats]]
    for i in range(len(deck) - 1, 0, -1):
        j = random_below(s, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    begin(s)
    s.entropy = s.rng
    deal(s, deck)


@inlined
def worth_of(
    states: Any,
    actions: Any,
    first: Any,
    counted: Any,
    legal: Any,
    apply: Any,
    end_round: Any,
    choose: Any,
) -> Any:
    """Return what the round in states[ENDED] is worth to the seat to act if it begins so.

    Everybody plays it out by the rule of thumb.
    """
    s, thought = states[ENDED], states[THOUGHT]
    me = int(s.turn)
    worth = np.zeros(s.seats)
    apply(s, np.int64(first))
    while s.phase != s.over_phase:
        n = legal(s, actions)
        action = np.int64(actions[0])
        if n > 1:
            states[THOUGHT] = s
            conceal(thought, s.turn)
            thought.rng = s.rng
            action = np.int64(choose(thought, actions, n))
        apply(s, action)
    end_round(s)
    by_place, sides, sign = counted
    utilities(s, (by_place, sides[s.seats], sign), 0.0, worth)
    return worth[me]


def try_choices(
    states: Any,
    bytes_: Any,
    starts: Any,
    packs: Any,
    actions: Any,
    others: Any,
    telling: Any,
    encoding: Any,
    layers: Any,
    work: Any,
    values: Any,
    met: Any,
    targets: Any,
    decisions: Any,
    counted: Any,
    rounds: int,
    scale: float,
    explore: float,
    own: float,
    begin: Any,
    deal: Any,
    legal: Any,
    apply: Any,
    end_round: Any,
    choose: Any,
) -> int:
    """Play rounds and try the choices of each decision; return how many decisions there were.

    As many choices as `values` has room for, the rule of thumb's first, are played out by it, all
    in the deal that is on the table. Their columns go to `met`, what they were worth in units of
    `scale` to `targets`, a row for each; `decisions` tells which rows belong together. The round
    itself goes on by the rule of thumb or, for a share of the seats, by the net; a share of choices
    is made at random.
    """
    s, mind = states[MATCH], states[MIND]
    row, made = 0, 0
    for _ in range(rounds):
        begin_round_of(states, starts, packs, begin, deal)
        by_net = 0
        for seat in range(s.seats):
            by_net |= int(random_below(s, PARTS) < own * PARTS) << seat
        while s.phase != s.over_phase:
            n = legal(s, actions)
            chosen = 0
            if n > 1:
                states[MIND] = s
                conceal(mind, s.turn)
                mind.rng = s.rng
                usual = np.int64(choose(mind, actions, n))
                tried = min(n, len(values))
                draw_choices(s, actions, n, usual, tried)
                is_by_net = (by_net >> s.turn) & 1 == 1
                look(
                    states, bytes_, actions, tried, encoding, layers, work, values, met[row:],
                    is_by_net, apply,
                )  # fmt: skip
                for i in range(tried):
                    states[ENDED] = s
                    targets[row + i] = (
                        worth_of(
                            states, others, actions[i], counted, legal, apply, end_round, choose
                        )
                        / scale
                    )
                decisions[made, START] = row
                decisions[made, COUNT] = tried
                made += 1
                row += tried
                if is_by_net:
                    chosen = best_of(values, tried)
                seed_random(s, s.rng, 1)
                if random_below(s, PARTS) < explore * PARTS:
                    chosen = random_below(s, tried)
            action = np.int64(actions[chosen])
            notice_in(states, others, action, telling, legal)
            apply(s, action)
        end_round(s)
    return made


@rule
def draw_choices(s: State, actions: Any, n: int, usual: Any, tried: int) -> None:
    """Put the usual choice first, and after it so many others, drawn by lot."""
    for i in range(n):
        if actions[i] == usual:
            actions[i], actions[0] = actions[0], actions[i]
    for i in range(1, tried):
        j = i + random_below(s, n - i)
        actions[i], actions[j] = actions[j], actions[i]


@inlined
def look(
    states: Any,
    bytes_: Any,
    actions: Any,
    tried: int,
    encoding: Any,
    layers: Any,
    work: Any,
    values: Any,
    met: Any,
    is_judged: bool,
    apply: Any,
) -> None:
    """Write the columns of the first choices to `met`, and what the net makes of them to `values`.

    The first one is that of the rule of thumb.
    """
    mind, world, after = states[MIND], states[WORLD], states[AFTER]
    slots, sums, hidden, lying = work
    last = slots.shape[1] - 1
    unseen = gather(mind, lying[0], lying[1], lying[2])
    states[WORLD] = mind
    lay_out(world, lying[0], lying[1], unseen, lying[2])
    for i in range(tried):
        states[AFTER] = states[WORLD]
        apply(after, np.int64(actions[i]))
        encode(after, bytes_[AFTER], mind, int(mind.turn), encoding, slots[0])
        slots[0, last] = SAME if i == 0 else OTHER
        met[i] = slots[0]
        if is_judged:
            for j in range(sums.shape[1]):
                sums[0, j] = layers[1][j]
            add_columns(sums[0], layers[0], slots[0])
            values[i] = value_of(sums[0], layers, hidden)
    values[0] += layers[5][1]


@inlined
def notice_in(states: Any, actions: Any, action: Any, telling: Any, legal: Any) -> None:
    """Note in states[MATCH] what an action tells about the hand of the seat to act."""
    notice(states[MATCH : NOTED + 1], actions, action, telling, legal)


def play_rounds(
    states: Any,
    bytes_: Any,
    starts: Any,
    packs: Any,
    actions: Any,
    others: Any,
    telling: Any,
    encoding: Any,
    layers: Any,
    work: Any,
    values: Any,
    who: Any,
    counted: Any,
    results: Any,
    begin: Any,
    deal: Any,
    legal: Any,
    apply: Any,
    end_round: Any,
    choose: Any,
) -> int:
    """Play a round for each row of `results`, which gets what it was worth to each seat.

    `who` says who plays each seat. Returns how many decisions the net made.
    """
    s, mind = states[MATCH], states[MIND]
    by_place, sides, sign = counted
    worth = np.zeros(sides.shape[1])
    made = 0
    for number in range(len(results)):
        begin_round_of(states, starts, packs, begin, deal)
        while s.phase != s.over_phase:
            n = legal(s, actions)
            action = np.int64(actions[0])
            if n > 1:
                states[MIND] = s
                conceal(mind, s.turn)
                mind.rng = s.rng
                player = who[s.turn]
                if player == NET:
                    judge(states, bytes_, actions, n, encoding, layers, work, values, apply, choose)
                    action = np.int64(actions[best_of(values, n)])
                    made += 1
                elif player == RULE_OF_THUMB:
                    action = np.int64(choose(mind, actions, n))
                else:
                    action = np.int64(actions[random_below(s, n)])
                seed_random(s, s.rng, 1)
            notice_in(states, others, action, telling, legal)
            apply(s, action)
        end_round(s)
        utilities(s, (by_place, sides[s.seats], sign), 0.0, worth)
        for seat in range(s.seats):
            results[number, seat] = worth[seat]
    return made
