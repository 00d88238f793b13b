"""Replay validation of compact records: many of one game in one kernel call.

A record is played again by the rules from what it says of dealers, decks and actions; whatever
else it claims is compared with what comes out. `packed` says how the bytes are laid out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.rules.game import Game, Kernels
from engine.rules.state import State

from . import packed
from .packed import FINISHED, REDEAL, Packed

OK, TRUNCATED, DEALER, DECK, ILLEGAL, PAST_END = range(6)
UNFINISHED, SCORES, REDEALT, TOTALS, AFTER, TRAILING, FLAGS, NO_SEAT = range(6, 14)
REASONS = {
    TRUNCATED: packed.CUT_SHORT,
    DEALER: "another seat is to deal",
    DECK: "the deck is not this game's pack",
    ILLEGAL: "the action is not legal",
    PAST_END: "the round was over before this action",
    UNFINISHED: "the round is not played to its end",
    SCORES: "the scores are not what was played",
    REDEALT: "whether the round was thrown in is told wrongly",
    TOTALS: "the totals are not the sum of the rounds",
    AFTER: "the match was over before this round",
    TRAILING: "there is something after the record",
    FLAGS: "the round has a flag that nobody knows",
    NO_SEAT: "there is no such seat to deal",
}


@dataclass(frozen=True)
class Outcome:
    """What a kernel found: no reason if the record replays, otherwise where it does not."""

    complete: bool
    reason: str
    round: int | None
    action: int | None


def replay(game: Game, heads: Sequence[Packed]) -> list[Outcome]:
    """Replay records of one game in one kernel call."""
    setups: dict[tuple[Any, ...], int] = {}
    which = np.array(
        [setups.setdefault((h.players, h.native, h.cycles, h.options), len(setups)) for h in heads]
    )
    states = np.zeros(len(setups) + 1, game.dtype)
    packs = np.zeros((len(setups) + 1, 256), np.uint8)  # the last is room
    for (players, native, cycles, options), index in setups.items():
        rounds = game.rounds(players, native=native, cycles=cycles)
        states[index] = game.state(players=players, rounds=rounds, dealer=0, options=options)
        packs[index, game.deck(players, options)] = 1
    lengths = np.array([len(h.body) for h in heads])
    ends = np.cumsum(lengths)
    found = np.zeros((len(heads), 4), np.int64)
    k = game.kernels
    _bound_replay(k)(
        states,
        packs,
        which,
        np.frombuffer(bytearray().join(h.body for h in heads), np.uint8),
        ends - lengths + np.array([h.start for h in heads]),
        ends,
        np.array([h.rounds for h in heads]),
        np.zeros(game.max_legal, np.int32),
        found,
        k.begin_round,
        k.deal,
        k.legal,
        k.apply,
        k.end_round,
    )
    return [_outcome(head, row) for head, row in zip(heads, found.tolist(), strict=True)]


def _outcome(head: Packed, row: list[int]) -> Outcome:
    code, number, action, complete = row
    reason = REASONS.get(code, "")
    if not reason and head.game.place(head.totals) != head.places:
        reason = "the ranking does not follow from the totals"
    return Outcome(
        complete=bool(complete),
        reason=reason,
        round=number if reason and number < head.rounds else None,
        action=action if reason and action >= 0 else None,
    )


@rule
def _word(data: Any, at: int) -> Any:
    return np.int64(data[at]) | (np.int64(data[at + 1]) << 8)


@rule
def _number(data: Any, at: int) -> Any:
    """Return a signed number of 32 bits."""
    low = _word(data, at) | (_word(data, at + 2) << 16)
    return low - (1 << 32) if low >= 1 << 31 else low


@rule
def _is_pack(deck: Any, pack_: Any, left: Any) -> bool:
    """Tell whether a deck holds each card of a pack once, and nothing else.

    `pack_` has a 1 for each number of a byte that is a card of the pack, `left` room for as many.
    """
    missing = 0
    for card in range(len(pack_)):
        left[card] = pack_[card]
        missing += pack_[card]
    for card in deck:
        if left[card] == 0:
            return False
        left[card] = 0
        missing -= 1
    return bool(missing == 0)


@rule
def _deal_fault(s: State, data: Any, at: int, end: int, number: int, pack_: Any, left: Any) -> int:
    """Check the dealer and the deck of the round that starts at `at`; set the entropy."""
    if at + 11 > end or at + 13 + data[at + 10] > end:
        return TRUNCATED
    if s.over != 0:
        return AFTER
    if data[at] >= s.seats:
        return NO_SEAT
    if number == 0:
        s.next_dealer = data[at]
    if data[at] != s.next_dealer:
        return DEALER
    if not _is_pack(data[at + 11 : at + 11 + data[at + 10]], pack_, left):
        return DECK
    low = np.uint64(_number(data, at + 2) & 0xFFFFFFFF)
    high = np.uint64(_number(data, at + 6) & 0xFFFFFFFF)
    s.entropy = low | (high << np.uint64(32))
    return OK


@rule
def _scores_fault(s: State, data: Any, at: int, flags: int) -> int:
    """Compare what a round scored with what the record says; one not played out scores 0."""
    if flags > REDEAL | FINISHED:
        return FLAGS
    if (flags & FINISHED != 0) != (s.phase == s.over_phase):
        return UNFINISHED
    if (flags & REDEAL != 0) != (s.redeal != 0):
        return REDEALT
    for seat in range(s.seats):
        if s.scores[seat] != _number(data, at + 4 * seat):
            return SCORES
    return OK


@rule
def _tail_fault(s: State, data: Any, at: int, end: int) -> int:
    """Compare the totals, and see that the record ends where it should."""
    if at + 5 * s.seats != end:
        return TRUNCATED if at + 5 * s.seats > end else TRAILING
    for seat in range(s.seats):
        if s.totals[seat] != _number(data, at + 4 * seat):
            return TOTALS
    return OK


def _replay(
    states: Any,
    packs: Any,
    which: Any,
    data: Any,
    starts: Any,
    ends: Any,
    rounds: Any,
    actions: Any,
    found: Any,
    begin: Any,
    deal: Any,
    legal: Any,
    apply: Any,
    end_round: Any,
) -> None:
    """Replay each record; write its code, round, action and whether it is complete to `found`.

    The loop over rounds and actions stays in one function, because functions that take rule
    functions as arguments are compiled for one game only (see `binding.bind`).
    """
    scratch = len(states) - 1
    s = states[scratch]
    for match in range(len(starts)):
        states[scratch] = states[which[match]]
        at, end, last = starts[match], ends[match], rounds[match] - 1
        code, number, index = OK, 0, -1
        while number <= last:
            index = -1
            code = _deal_fault(s, data, at, end, number, packs[which[match]], packs[scratch])
            if code != OK:
                break
            flags = data[at + 1]
            deck = data[at + 11 : at + 11 + data[at + 10]]
            at += 11 + len(deck)
            length = _word(data, at)
            at += 2
            if at + 2 * length + 4 * s.seats > end:
                code = TRUNCATED
                break
            begin(s)
            deal(s, deck)
            while index + 1 < length and code == OK:
                index += 1
                action = _word(data, at + 2 * index)
                n = legal(s, actions)
                i = 0
                while i < n and actions[i] != action:
                    i += 1
                if i == n:
                    code = ILLEGAL if n else PAST_END
                else:
                    apply(s, action)
            if code != OK:
                break
            index = -1
            at += 2 * length
            if s.phase == s.over_phase:
                end_round(s)
            elif number < last:
                code = UNFINISHED
            if code == OK:
                code = _scores_fault(s, data, at, flags)
            if code != OK:
                break
            at += 4 * s.seats
            number += 1
        if code == OK:
            code = _tail_fault(s, data, at, end)
        found[match, 0] = code
        found[match, 1] = number
        found[match, 2] = index
        found[match, 3] = s.over


def _bound_replay(k: Kernels) -> Callable[..., None]:
    return k.bound(
        _replay,
        lambda t: t.void(
            t.states,
            t.array(t.uint8, 2),
            t.array(t.int64),
            t.bytes,
            t.array(t.int64),
            t.array(t.int64),
            t.array(t.int64),
            t.actions,
            t.array(t.int64, 2),
            t.function(t.change),
            t.function(t.deal),
            t.function(t.legal),
            t.function(t.apply),
            t.function(t.change),
        ),
    )
