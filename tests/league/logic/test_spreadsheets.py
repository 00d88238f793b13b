"""Rows as spreadsheets open them."""

import csv
from datetime import UTC, datetime
from decimal import Decimal
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.spreadsheets import cell_text, lines


@pytest.mark.parametrize(
    "text", ["=1+1", "+49", "-cmd", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1+1", "\u3000＋1", "＠x"]
)
def test_a_formula_is_defused(text):
    assert cell_text(text) == f"'{text}"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (-5, "-5"),
        (True, "yes"),
        (Decimal("-1.500"), "-1.5"),
        (Decimal("100.000"), "100"),
        (datetime(2026, 11, 20, 20, tzinfo=UTC), "2026-11-20T20:00:00+00:00"),
        ("Jürgen", "Jürgen"),
    ],
)
def test_values_are_written_plainly(value, text):
    assert cell_text(value) == text


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_no_text_becomes_a_formula_or_another_text(text):
    written = "".join(lines(["a"], [[text, "end"]]))
    [_columns, [found, end]] = csv.reader(StringIO(written, newline=""))
    assert end == "end"
    assert found.removeprefix("'") == text.removeprefix("'")
    assert not found.lstrip(" ").startswith(("=", "+", "-", "@"))


def test_lines_are_made_as_they_are_needed():
    endless = iter(lambda: ["x"], None)
    text = lines(["a"], endless)
    assert [next(text), next(text)] == ["a\r\n", "x\r\n"]
