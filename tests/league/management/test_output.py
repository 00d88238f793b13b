"""Tables of text."""

from league.management.demo.text import aligned


def test_columns_are_aligned():
    assert aligned(["#", "player", "points"], [[1, "Bo", 7], [10, "Dorothea", 117]]) == (
        " #  player    points\n──  ────────  ──────\n 1  Bo             7\n10  Dorothea     117"
    )


def test_empty_table_has_a_head():
    assert aligned(["player"], []).splitlines()[0] == "player"
