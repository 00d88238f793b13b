"""Rule functions joined for who plays from Python: one call for each deal, action and look.

A kernel takes arrays and numbers at once. Of a record numba first reads what its fields are called,
which takes ten times as long, and a function takes longer still (decision 29). So these take
arrays, and act on the first state.
"""

from collections.abc import Callable
from typing import Any

from engine.kernels.marks import made_for

from .concealment import conceal
from .state import State, begin_round

NOTHING = -1
"""Instead of an action: to look what is legal."""


def opening(
    setup: Callable[[State], None],
    deal: Callable[[State, Any], None],
    legal: Callable[[State, Any], int],
) -> Callable[..., int]:
    """Return `open_round(states, out, deck, dealer, entropy) -> n`, which deals a round.

    Writes the legal actions to `out`, and returns how many there are.
    """

    @made_for(setup)
    def open_round(states: Any, out: Any, deck: Any, dealer: int, entropy: Any) -> int:
        s = states[0]
        s.next_dealer = dealer
        s.entropy = entropy
        begin_round(s)
        deal(s, deck)
        return legal(s, out)

    return open_round


def stepping(
    setup: Callable[[State], None],
    legal: Callable[[State, Any], int],
    apply: Callable[[State, int], None],
    end_round: Callable[[State], None],
) -> Callable[..., int]:
    """Return `step(states, out, action, ends) -> n`, which plays an action, or NOTHING.

    With `ends` it scores the round if that action was its last. Writes the legal actions of what
    follows to `out`, and returns how many there are: none when the round is over.
    """

    @made_for(setup)
    def step(states: Any, out: Any, action: int, ends: bool) -> int:
        s = states[0]
        if action != NOTHING:
            apply(s, action)
            if ends and s.phase == s.over_phase:
                end_round(s)
        return legal(s, out)

    return step


def conceal_first(states: Any, seat: int) -> None:
    """Remove from the first state all that a seat, or ONLOOKER, does not know; see `conceal`."""
    conceal(states[0], seat)
