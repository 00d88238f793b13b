"""How a match was decided: who won by how much, and the round that counted most for it."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Decided:
    """Who came first, and who next, as seats of one side each; equals share the first place.

    `lead` is the difference of their totals, never negative. `number` is the round, from 0, in
    which the first gained most on the next, by `swing` points; None where they gained in none.
    """

    winners: tuple[int, ...]
    others: tuple[int, ...]
    lead: int
    number: int | None = None
    swing: int = 0

    @property
    def is_shared(self) -> bool:
        """Whether several sides share the first place."""
        return not self.others

    @property
    def has_turned(self) -> bool:
        """Whether the others would have been ahead without that round."""
        return self.swing > self.lead


def decided(
    totals: Sequence[int],
    rounds: Sequence[Sequence[int]],
    *,
    sides: Sequence[int],
    higher_wins: bool,
) -> Decided:
    """Return how a match was decided, from the totals of its seats and the scores of its rounds."""
    sign = 1 if higher_wins else -1
    worth = [sign * total for total in totals]
    best = max(worth)
    winners = tuple(seat for seat, own in enumerate(worth) if own == best)
    if len({sides[seat] for seat in winners}) > 1:
        return Decided(winners, (), 0)
    rest = [seat for seat in range(len(totals)) if sides[seat] != sides[winners[0]]]
    next_best = max(worth[seat] for seat in rest)
    others = tuple(seat for seat in rest if worth[seat] == next_best)
    first, second = winners[0], others[0]
    gains = [sign * (scores[first] - scores[second]) for scores in rounds]
    swing = max(gains, default=0)
    lead = best - next_best
    if swing <= 0:
        return Decided(winners, others, lead)
    return Decided(winners, others, lead, gains.index(swing), swing)
