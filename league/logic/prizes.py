"""How a pot is shared out as prizes, in whole cents.

Whoever is equal gets the shares of all the places they take, divided equally. Everything is rounded
down, so that equals get the same; what cannot be divided stays with the club, as does the share of
a place that nobody has.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WHOLE: Final = 100
MOST_SHARES: Final = 50

USUAL: Final[Sequence[tuple[int, tuple[int, ...]]]] = (
    (4, (100,)),
    (8, (60, 40)),
    (16, (50, 30, 20)),
    (32, (40, 25, 15, 12, 8)),
)
"""Shares that clubs often choose, up to so many participants."""
USUAL_OF_MANY: Final = (30, 20, 14, 10, 8, 6, 4, 3, 3, 2)


@dataclass(frozen=True, slots=True)
class Split:
    """What each player of each place gets, and what stays with the club; all in cents.

    `prizes` has one amount for each group of equals. `kept` is what the club wanted to keep, as far
    as there is so much, and `left` what could not be divided or belongs to a place nobody has.
    """

    prizes: tuple[int, ...]
    kept: int
    left: int


def usual(participants: int) -> tuple[int, ...]:
    """Return the shares that clubs often choose for so many participants."""
    fitting = (shares for most, shares in USUAL if participants <= most)
    return next(fitting, USUAL_OF_MANY)


def are_shares(shares: Sequence[int]) -> bool:
    """Tell whether these are percents that make up the whole."""
    fits = 0 < len(shares) <= MOST_SHARES
    return fits and all(share > 0 for share in shares) and sum(shares) == WHOLE


def split(pot: int, *, kept: int, shares: Sequence[int], ties: Sequence[int]) -> Split:
    """Share out a pot, of which the club keeps an amount, by percents of the rest.

    `ties` says how many players share each place, the best first: `(1, 2, 1)` has two seconds.
    """
    kept = min(kept, pot)
    rest = pot - kept
    prizes, first = [], 0
    for size in ties:
        of_places = sum(shares[first : first + size])
        prizes.append(rest * of_places // (WHOLE * size))
        first += size
    given = sum(prize * size for prize, size in zip(prizes, ties, strict=True))
    return Split(tuple(prizes), kept, rest - given)
