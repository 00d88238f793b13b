import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.rosters import LONGEST_LINE, Row, Unreadable, parse


@pytest.mark.parametrize(
    "text",
    [
        "Bob;b2c3d4f5g6;Linde;3",
        "Bob,b2c3d4f5g6,Linde,3\n",
        '"Bob";"b2c3d4f5g6";"Linde";"3"\r\n',
        " Bob ; b2c3d4f5g6 ;Linde;3;;;\r\n\r\n",
    ],
)
def test_a_line_has_four_cells(text):
    assert parse(text, most=9) == [Row(1, "Bob", "b2c3d4f5g6", "Linde", "3")]


def test_names_are_enough():
    assert parse("Bob\nDora\n", most=9) == [Row(1, "Bob"), Row(2, "Dora")]


def test_the_first_line_may_name_the_columns():
    rows = parse("Group;Name;Fixed table\nLinde;Bob;3\n", most=9)
    assert rows == [Row(2, "Bob", group="Linde", fixed_table="3")]


def test_lines_are_counted_with_the_empty_ones():
    assert [row.line for row in parse("\nBob\n\n;;\nDora", most=9)] == [2, 5]


def test_a_comma_may_be_in_a_name():
    assert parse("Mayer, Bob;;Linde", most=9) == [Row(1, "Mayer, Bob", group="Linde")]


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("Bob;;;;;x", 1, "line", "columns"),
        ("name;shoe size\nBob;44", 1, "shoe size", "header"),
        ("name;name\nBob;Bob", 1, "name", "header"),
        ("Bob\nDora\nEmil\nFrida", 4, "line", "long"),
        ("Bob\n" + "x" * (LONGEST_LINE + 1), 2, "line", "long"),
        ('Bob\n"Dora', 2, "line", "quotes"),
    ],
)
def test_what_cannot_be_read_is_named(text, line, column, reason):
    with pytest.raises(Unreadable) as refused:
        parse(text, most=3)
    error = refused.value
    assert (error.line, error.column, error.reason) == (line, column, reason)


@given(st.text())
def test_any_text_is_read_or_refused(text):
    try:
        rows = parse(text, most=5)
    except Unreadable:
        return
    assert len(rows) <= 5


CELL = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=20)


@given(st.lists(st.tuples(CELL, CELL, CELL, CELL), max_size=5))
def test_what_is_written_is_read(lines):
    quoted = [";".join('"' + cell.replace('"', '""') + '"' for cell in line) for line in lines]
    text = "\n".join(["name;code;group;fixed_table", *quoted])
    read = [(row.name, row.code, row.group, row.fixed_table) for row in parse(text, most=5)]
    assert read == lines
