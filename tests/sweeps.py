"""What `make test` leaves out so that it is quick: most cases of tests that ask the same of much.

Of a test with many cases two run in `make test`, spread evenly over the list, or as many as
`@pytest.mark.sweep(12)` says; the others are `slow`. So is what is marked
`@pytest.mark.further`: it computes for a third of a second or more, or compiles searches. `make
test ARGS=…` runs whole what it names. On PostgreSQL CI leaves out the other cases of what is marked
as a sweep, and of nothing else.

CI runs slow cases by turns: with `SWEEP_TURN=1/3`, of a test with more than two each third one,
the first among them. `make slow` without it runs all.
"""

from itertools import groupby

import pytest

USUAL = 2


def spread(cases, count):
    """Return which of the cases run in `make test`: the middle one of each of `count` parts."""
    total = len(cases)
    middles = {(2 * part + 1) * total // (2 * count) for part in range(count)}
    return [case for index, case in enumerate(cases) if count >= total or index in middles]


def mark_slow(items):
    """Mark what is further as slow, and the cases of tests that have many but for some of each."""
    for item in items:
        if item.get_closest_marker("further"):
            item.add_marker(pytest.mark.slow)
    quick = [item for item in items if not item.get_closest_marker("slow")]
    for _name, group in groupby(sorted(quick, key=_test), key=_test):
        cases = list(group)
        marker = cases[0].get_closest_marker("sweep")
        [count] = marker.args if marker else [USUAL]
        for case in set(cases) - set(spread(cases, count)):
            case.add_marker(pytest.mark.slow)
            case.add_marker(pytest.mark.further)


def out_of_turn(items, turn):
    """Return which slow cases do not run in a turn such as `2/3`: the second of each three does."""
    part, parts = map(int, turn.split("/"))
    slow = [item for item in items if item.get_closest_marker("slow")]
    left_out = []
    for _name, group in groupby(sorted(slow, key=_test), key=_test):
        cases = sorted(group, key=lambda item: item.nodeid)
        if len(cases) > USUAL:
            left_out += [case for index, case in enumerate(cases) if index % parts != part - 1]
    return left_out


def _test(item):
    return item.nodeid.partition("[")[0]
