"""Whether a laid-out deal agrees with a round so far: a second opinion for those who test beliefs.

`Hindsight` keeps every position of a round. It puts the hands of the deal back into them and asks
the game's own rule of what is legal about each action since, whole hands at a time. Nothing
that `belief` has noted is read. What happened before a seat last hid cards from another, as by
laying some away, is not gone into for these two.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.play.table import Table
from engine.rules.cards import bit_of, suit_of
from engine.rules.game import Game, Kernels
from engine.rules.state import ABSENT, HAND, UNKNOWN, State

FINE, CAME_LATE = -1, -2
"""Instead of the number of an action: nothing is wrong; less a seat: its cards came otherwise."""


def _bound_check(k: Kernels) -> Callable[..., int]:
    return k.bound(
        _check_hands,
        lambda t: t.int64(
            t.states,
            t.actions,
            t.int64,
            t.int64,
            t.bytes,
            t.actions,
            t.function(t.legal),
        ),
    )


class Hindsight:
    """The positions of a round, to look back at; it has to `follow` the table through them all."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._states = np.zeros(game.max_actions + 2, game.dtype)  # the last is for trying
        self._actions = np.zeros(game.max_actions, np.int32)
        self._legal = np.zeros(game.room, np.int32)
        self._done = 0

    def follow(self, table: Table) -> None:
        """Keep the position that a table is at."""
        played = table.rounds[-1].actions
        self._done = len(played)
        self._actions[: self._done] = played
        self._states[self._done] = table.state

    def fault(self, seat: int, mind: State, world: State) -> str | None:
        """Say why cards cannot lie as in a deal laid out for a seat that knows `mind`, if so."""
        self._states[-1] = world
        shown = self._states[-1]
        k = self._game.kernels
        k.conceal(self._states[-1:], seat)
        if shown.tobytes() != mind.tobytes():
            changed = [name for name in mind.dtype.names if np.any(shown[name] != mind[name])]
            return f"seat {seat} would know otherwise: {changed}"
        places = np.where(mind.place == UNKNOWN, world.place, np.uint8(ABSENT))
        found = _bound_check(k)(
            self._states,
            self._actions,
            self._done,
            seat,
            places,
            self._legal,
            k.legal,
        )
        return None if found == FINE else self._told(found)

    def _told(self, found: int) -> str:
        """Return what is wrong, in words."""
        if found <= CAME_LATE:
            return f"the cards of seat {CAME_LATE - found} cannot have come to its hand so"
        before = self._states[found]
        text = self._game.format_action(before, int(self._actions[found]))
        return f"action {found}, {text!r}, was not legal for seat {before.turn} with this hand"


@rule
def _is_hidden(s: State, card: int, seat: int, other: int) -> bool:
    """Tell whether a card is in the hand of `other` and `seat` does not see it."""
    return bool(s.place[card] == HAND + other and (int(s.known[card]) >> seat) & 1 == 0)


@rule
def _begin(states: Any, done: int, seat: int, other: int) -> int:
    """Return from which position on no card went from hidden in a hand to hidden elsewhere.

    Nor was one seen there that is hidden now.
    """
    begin = 0
    for at in range(done):
        for card in range(states[at].place.shape[0]):
            seen = (int(states[at].known[card]) >> seat) & 1
            if (int(states[at + 1].known[card]) >> seat) & 1:
                continue
            is_hidden = _is_hidden(states[at + 1], card, seat, other)
            if seen == is_hidden and (seen or states[at].place[card] == HAND + other):
                begin = at + 1
    return begin


@rule
def _stays(
    states: Any, begin: int, done: int, seat: int, other: int, cards: Any, comings: Any, left: Any
) -> int:
    """Write when hidden cards came to a hand, and which left it when; return how many came.

    Those that have not left follow in `cards` as ABSENT.
    """
    came, gone = 0, 0
    for at in range(begin, done + 1):
        for card in range(states[at].place.shape[0]):
            is_hidden = _is_hidden(states[at], card, seat, other)
            was_hidden = at > begin and _is_hidden(states[at - 1], card, seat, other)
            if is_hidden and not was_hidden:
                comings[came] = at
                came += 1
            elif was_hidden and not is_hidden:
                cards[gone], left[gone] = card, at
                gone += 1
    for i in range(gone, came):
        cards[i], left[i] = ABSENT, done + 1
    return came


@rule
def _let_come(n: int, comings: Any, left: Any, late: Any, came: Any) -> bool:
    """Say of each card when it came, not before it is `late`; tell whether that can be.

    Of those that may come next it is the one that left first.
    """
    for i in range(n):
        came[i] = -1
    for i in range(n):
        first = -1
        for j in range(n):
            if came[j] < 0 and late[j] < comings[i] and (first < 0 or left[j] < left[first]):
                first = j
        if first < 0 or left[first] <= comings[i]:
            return False
        came[first] = comings[i]
    return True


@rule
def _take_up(s: State, seat: int, card: int) -> None:
    """Put one more card into a hand, wherever else it lies."""
    s.count[HAND + seat] += s.place[card] != HAND + seat
    s.place[card] = HAND + seat
    s.hand[seat, suit_of(card)] |= bit_of(card)


@rule
def _lay_down(s: State, seat: int, other: int) -> None:
    """Take the cards out of the hand of `other` that `seat` does not see."""
    for card in range(s.place.shape[0]):
        if _is_hidden(s, card, seat, other):
            s.count[HAND + other] -= 1
            s.place[card] = UNKNOWN
            s.hand[other, suit_of(card)] &= ~bit_of(card)


def _check_hands(
    states: Any, actions: Any, done: int, seat: int, places: Any, out: Any, legal: Any
) -> int:
    """Return FINE, CAME_LATE less a seat, or an action that was not legal with the hands laid out.

    states[0] to states[done] are the positions of the round, between them the `actions`; `places`
    has where the cards lie that `seat` does not see, and ABSENT for others. When each card came to
    a hand is open. What would have forbidden an action, if held besides the true hand, came later.
    """
    room = len(states) - 1
    s = states[room]
    cards, left, late, came, comings = np.zeros((5, len(places)), np.int64)
    for other in range(states[0].seats):
        if other == seat:
            continue
        begin = _begin(states, done, seat, other)
        n = _stays(states, begin, done, seat, other, cards, comings, left)
        i = n
        for card in range(len(places)):
            if places[card] == HAND + other:
                i -= 1
                if i < 0 or cards[i] != ABSENT:
                    return CAME_LATE - other
                cards[i] = card
        late[:n] = -1
        is_fine = False
        while not is_fine:
            if not _let_come(n, comings, left, late, came):
                return CAME_LATE - other
            is_fine = True
            for at in range(begin, done):
                if states[at].turn != other:
                    continue
                is_explained = False
                for tried in range(-1, n):  # the hand laid out; then the true one and a card more
                    if tried >= 0 and not came[tried] <= at < left[tried]:
                        continue
                    states[room] = states[at]
                    if tried >= 0:
                        _take_up(s, other, cards[tried])
                    else:
                        _lay_down(s, seat, other)
                        for i in range(n):
                            if came[i] <= at < left[i]:
                                _take_up(s, other, cards[i])
                    is_legal = False
                    for i in range(legal(s, out)):
                        if out[i] == actions[at]:
                            is_legal = True
                    if tried < 0 and is_legal:
                        is_explained = True
                        break
                    if tried >= 0 and not is_legal:
                        late[tried] = max(late[tried], at)
                        is_explained = True
                        is_fine = False
                if not is_explained:
                    return at
    return FINE
