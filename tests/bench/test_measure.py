"""The frame of the measurements: interleaved runs, ratios, the table."""

from dataclasses import replace

import pytest

from bench.measure import Row, Speeds, format_speed, interleave, render

FAST = Row(part="Cards", what="ours", speed=18.24e6, unit="moves/s", ratio=0.9, limit=0.8)
SLOW = Row(part="Cards", what="theirs", speed=930.0, unit="moves/s", ratio=0.7, limit=0.8)


def test_ratio_is_the_median_of_neighbours():
    speeds = Speeds({"a": [10, 40, 10], "b": [10, 10, 20]})
    assert speeds.ratio("a", "b") == 1


def test_best_is_the_fastest_run():
    assert Speeds({"a": [10, 40, 20]}).best("a") == 40


def test_runs_take_turns_after_a_warm_up():
    order = []

    def work(name):
        order.append(name)
        return sum(range(20_000))

    speeds = interleave({"a": lambda: work("a"), "b": lambda: work("b")}, runs=2)
    assert order == ["a", "b"] * 3
    assert len(speeds.runs["a"]) == 2


@pytest.mark.parametrize(
    ("speed", "text"),
    [(18.24e6, "18.2 M"), (118_600, "119 k"), (9_250, "9.25 k"), (54, "54.0"), (0.5, "0.50")],
)
def test_speed_has_three_digits(speed, text):
    assert format_speed(speed) == text


def test_mark_says_whether_the_limit_is_kept():
    assert (FAST.mark, SLOW.mark, Row(part="", what="").mark) == ("ok", "below", "")


def test_table_is_aligned():
    heading, part, ours, theirs = render([FAST, SLOW]).splitlines()
    assert part == "Cards"
    assert ours.index("moves/s") == theirs.index("moves/s") == heading.index("unit")
    assert ours.split() == ["ours", "18.2", "M", "moves/s", "0.90", "×", "≥", "0.8", "×", "ok"]
    assert theirs.endswith("below")


def test_table_shows_a_note_beside_the_mark():
    row = replace(FAST, note="median 40 ms")
    assert render([row]).endswith("ok median 40 ms")


def test_table_says_why_a_figure_is_missing():
    note = "not available: gcc is not installed"
    assert render([Row(part="Cards", what="in C", note=note)]).endswith(note)
