"""What the programs of a site hold: told by role, beside what is allowed."""

import os
import subprocess
import sys

import pytest

from bench.memory import held, rows_of


def test_what_all_hold_while_rules_are_compiled_is_one_row():
    most, *_ = rows_of({"web server": 512.0, "compiling": 256.0}, {}, 90.4)
    assert (most.speed, most.unit, most.ratio) == (0.75, "GB", pytest.approx(4 / 3))
    assert most.note == "256 MB of it for compiling, which took 90 s"


def test_what_each_holds_afterwards_is_a_row_of_its_own():
    _, *rows = rows_of({"web server": 1.0}, {"worker": 190.0, "clock": 130.0}, 1.0)
    assert [(row.what.partition(",")[0], row.speed) for row in rows] == [
        ("clock", 130.0),
        ("worker", 190.0),
    ]


def test_more_than_is_allowed_is_seen_by_the_ratio():
    most, *_ = rows_of({"web server": 2048.0}, {}, 1.0)
    assert most.ratio < most.limit


def test_programs_are_told_apart_by_their_commands():
    script = "import sys; print(end='.', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", script, "uvicorn"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        program.stdout.read(1)
        own = held(os.getpid())
        program.stdin.close()
    assert own["web server"] > 1
    assert own["other"] > own["web server"]  # what runs these tests
