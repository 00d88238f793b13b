"""How the card points of a pack can be shared by those who take its tricks."""

from collections.abc import Iterator, Sequence
from functools import cache

Counts = tuple[int, ...]


@cache
def can_share(
    points: Sequence[int],
    *,
    values: Counts,
    each: int,
    size: int,
    tricks: int,
    fewest: Sequence[int],
    last: int = 0,
) -> bool:
    """Tell whether tricks can give these card points.

    The pack has `each` cards of every one of the `values` and else only cards that count nothing,
    which fill `tricks` tricks of `size` cards, and `last` cards that go with the last trick. Those
    who share take at least the `fewest` tricks each.
    """
    for taken in _dealt_out(tuple(points), values, (each,) * len(values)):
        needed = [max(least, -(-n // size)) for n, least in zip(taken, fewest, strict=True)]
        with_last = [
            max(1, least, -(-(n - last) // size)) for n, least in zip(taken, fewest, strict=True)
        ]
        rest = sum(needed)
        if any(rest - own + other <= tricks for own, other in zip(needed, with_last, strict=True)):
            return True
    return False


def _dealt_out(points: Counts, values: Counts, left: Counts) -> Iterator[Counts]:
    """Yield how many cards that count each takes, for every way to make up the points."""
    if not points:
        if not any(left):
            yield ()
        return
    for taken in _made_up(points[0], values, left):
        remaining = tuple(have - used for have, used in zip(left, taken, strict=True))
        for others in _dealt_out(points[1:], values, remaining):
            yield (sum(taken), *others)


def _made_up(points: int, values: Counts, left: Counts) -> Iterator[Counts]:
    """Yield the numbers of cards of each value, of those left, that have so many points."""
    if not values:
        if points == 0:
            yield ()
        return
    for number in range(min(left[0], points // values[0]) + 1):
        for rest in _made_up(points - number * values[0], values[1:], left[1:]):
            yield (number, *rest)
