"""Tests that ask the same of much: some of their cases are quick to have asked, all are slow.

Of a test with many cases four run in `make test`, spread evenly over the list, or as many as
`@pytest.mark.sweep(12)` says; the others are `slow`, and CI runs them all. `make test ARGS=…` runs
whole what it names. On PostgreSQL CI leaves out the other cases of what is marked, and of nothing
else.
"""

from itertools import groupby

import pytest

USUAL = 4


def spread(cases, count):
    """Return which of the cases run in `make test`, evenly spread from the first one on."""
    return [case for index, case in enumerate(cases) if index * count % len(cases) < count]


def mark_slow(items):
    """Mark the cases of tests that have many as slow, but for some of each."""
    quick = [item for item in items if not item.get_closest_marker("slow")]
    for _name, group in groupby(sorted(quick, key=_test), key=_test):
        cases = list(group)
        marker = cases[0].get_closest_marker("sweep")
        [count] = marker.args if marker else [USUAL]
        for case in set(cases) - set(spread(cases, count)):
            case.add_marker(pytest.mark.slow)
            case.add_marker(pytest.mark.further)


def _test(item):
    return item.nodeid.partition("[")[0]
