"""Progress and tables of text."""

import io

from league.management.demo.progress import Progress
from league.management.demo.text import aligned


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(out, *states):
    progress = Progress("played", out=out)
    for done, total in states:
        progress.show(done, total)
    progress.end()
    return out.getvalue()


def test_terminal_shows_one_line():
    text = shown(Terminal(), (0, 4), (2, 4), (4, 4))
    assert text.count("\r") == 3
    assert text.count("\n") == 1


def test_bar_is_half_full_at_half():
    assert "█" * 15 + "·" * 15 + " 2/4" in shown(Terminal(), (2, 4))


def test_file_gets_few_lines():
    text = shown(io.StringIO(), *[(done, 100) for done in range(101)])
    assert text == "played 0/100\nplayed 100/100\n"


def test_nothing_to_do_is_shown():
    assert shown(io.StringIO(), (0, 0)) == "played 0/0\n"


def test_columns_are_aligned():
    assert aligned(["#", "player", "points"], [[1, "Bo", 7], [10, "Dorothea", 117]]) == (
        " #  player    points\n──  ────────  ──────\n 1  Bo             7\n10  Dorothea     117"
    )


def test_empty_table_has_a_head():
    assert aligned(["player"], []).splitlines()[0] == "player"
