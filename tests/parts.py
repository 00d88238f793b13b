"""What tests need that may be missing: nothing but this skips one.

`@pytest.mark.needs("bubblewrap")` names parts of the system (`league/management/parts.py`); without
one a test is skipped, and fails in CI. `@pytest.mark.only("postgresql", "why")` is about one way to
run the tests: on one of the databases, or with compiled rules. CI runs the tests in all of them.
"""

import os
from collections import Counter
from functools import cache

import pytest
from django.db import connection

from engine.kernels.binding import COMPILED
from league.management.parts import PARTS

WAYS = {
    "sqlite": lambda: connection.vendor == "sqlite",
    "postgresql": lambda: connection.vendor == "postgresql",
    "compiled": lambda: COMPILED,
}


@cache
def lack(name):
    """Return what is wrong with a part, asked once."""
    return PARTS[name].lack()


def require(name):
    """Skip a test without a part; in CI it fails."""
    if said := lack(name):
        pytest.fail(said, pytrace=False) if "CI" in os.environ else pytest.skip(said)


def check(item):
    """Skip a test for which something is missing."""
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            require(name)
    for mark in item.iter_markers("only"):
        way, why = mark.args
        if not WAYS[way]():
            pytest.skip(f"Only {way}: {why}")


def told(reasons):
    """Return a line for each missing part, and one for all tests of other ways to run them."""
    counts = Counter(reason.removeprefix("Skipped: ") for reason in reasons)
    lines = [
        part.told(lack(name), count=count)
        for name, part in PARTS.items()
        if (count := counts.pop(lack(name), 0))
    ]
    if others := counts.total():
        were = "test was skipped that is" if others == 1 else "tests were skipped that are"
        lines.append(f"{others} {were} about another database or way to run: see CONTRIBUTING.md.")
    return lines
