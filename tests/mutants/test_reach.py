"""Which lines have to run for a change to matter."""

from pathlib import Path

import pytest

from .candidates import Mutant
from .reach import lines_of

SOURCE = b'''LIMIT = 3


def taller(
    a, b, by=1,
):
    """Say whether."""
    if a > (
        b + by
    ):
        return True
    return False
'''


@pytest.mark.parametrize(
    ("changed", "lines"),
    [
        (b"3", {1}),
        (b"1", {7, 8, 9, 10, 11, 12}),
        (b">", {8}),
        (b"+", {8, 9}),
        (b"True", {11}),
        (b"return False", {12}),
    ],
)
def test_lines_are_those_of_the_statement_or_of_the_function(changed, lines):
    start = SOURCE.index(changed)
    mutant = Mutant(Path("games/whist.py"), start, start + len(changed), "pass")
    assert lines_of(mutant, SOURCE) == lines
