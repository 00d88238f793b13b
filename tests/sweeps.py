"""Tests that ask the same of much: some of their cases are quick to have asked, all are slow.

Of a test marked `@pytest.mark.sweep(4)` four cases run in `make test`, spread evenly over the
list; the others are `slow`, and CI runs them all. `make test ARGS=…` runs whole what it names.
"""

from itertools import groupby

import pytest


def spread(cases, count):
    """Return which of the cases run in `make test`, evenly spread from the first one on."""
    return [case for index, case in enumerate(cases) if index * count % len(cases) < count]


def mark_slow(items):
    """Mark the cases of sweeps as slow, but for some of each."""
    swept = [item for item in items if item.get_closest_marker("sweep")]
    for _name, group in groupby(sorted(swept, key=_test), key=_test):
        cases = list(group)
        [count] = cases[0].get_closest_marker("sweep").args
        for case in set(cases) - set(spread(cases, count)):
            case.add_marker(pytest.mark.slow)


def _test(item):
    return item.nodeid.partition("[")[0]
