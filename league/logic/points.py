"""Points rules: what the scores and places of one match are worth in the standings.

More points are better under every rule, also in games where a low score wins.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

EXACT = Decimal("0.001")


def award(
    rule: str, *, totals: Sequence[int], places: Sequence[int], higher_wins: bool
) -> list[Decimal]:
    """Return the points of each seat, in thousandths; raises LookupError for an unknown rule."""
    points = RULES[rule](totals, places, higher_wins)
    return [_to_decimal(share) for share in points]


def sum_of_scores(
    totals: Sequence[int], places: Sequence[int], higher_wins: bool
) -> list[Fraction]:
    """Return the scores themselves, with the sign turned where a low score wins."""
    sign = 1 if higher_wins else -1
    return [Fraction(sign * total) for total in totals]


def placing(totals: Sequence[int], places: Sequence[int], higher_wins: bool) -> list[Fraction]:
    """Return n points for the first of n seats down to 1 for the last.

    Seats that share a place share the points of the places they take up.
    """
    seats = len(places)
    shared = {place: places.count(place) for place in places}
    return [Fraction(2 * (seats - place) + 3 - shared[place], 2) for place in places]


RULES: Mapping[str, Callable[[Sequence[int], Sequence[int], bool], list[Fraction]]] = {
    "sum": sum_of_scores,
    "placing": placing,
}


def _to_decimal(share: Fraction) -> Decimal:
    return (Decimal(share.numerator) / share.denominator).quantize(EXACT)
