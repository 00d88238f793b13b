"""The program that compiles: one on a host, what is waited for first, everything once."""

import fcntl
import io
import os
import subprocess
import sys
from queue import Queue

import pytest

import games
from bots import compile as compiling
from bots.compile import Work, begin, compile_all, compile_some, main
from engine.kernels.cache import Unit, home
from engine.search.comparison import compare
from engine.search.tree import search


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    """Keep what is compiled in a folder of its own, where nothing is; the process may be large."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compiling, "MOST_MB", 1 << 20)
    return tmp_path


@pytest.fixture
def done():
    """The names of what has been compiled, in order."""
    return []


@pytest.fixture
def parts(done):
    """Three units; the file of their kernels is of no package, so they lie in the test's folder."""

    def part(name):
        return Work(name, Unit(name, __file__), lambda: done.append(name))

    return [part(name) for name in ("draws", "skat", "truco")]


def test_everything_is_compiled_in_order_and_once(parts, done):
    compile_some(parts)
    compile_some(parts)
    assert done == ["draws", "skat", "truco"]
    assert all(part.unit.seconds() is not None for part in parts)


def test_what_somebody_waits_for_comes_first(parts, done):
    parts[2].unit.want()
    compile_some(parts)
    assert done == ["truco", "draws", "skat"]
    assert not parts[2].unit.is_wanted()


def test_what_another_process_compiles_is_left_to_it(parts, done):
    with parts[0].unit.claim():
        assert parts[0].unit.is_claimed()
        compile_some(parts)
    assert done == ["skat", "truco"]
    assert not parts[0].unit.is_claimed()


def test_a_process_that_has_grown_makes_room_for_another(parts, done, monkeypatch):
    monkeypatch.setattr(compiling, "MOST_MB", 0)
    compile_some(parts)
    assert done == ["draws"]


def test_a_second_program_leaves_it_to_the_first(parts, done):
    with (home() / "compiling").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert compile_all(parts, program="no.such.module", out=io.StringIO())
    assert done == []


@pytest.mark.further
def test_a_program_that_fails_again_and_again_is_given_up(parts):
    out = io.StringIO()
    assert not compile_all(parts, program="no.such.module", out=out)
    assert "0 of 3" in out.getvalue()


def test_a_process_that_finds_all_compiled_fails_as_files_have_changed(parts, done, monkeypatch):
    monkeypatch.setattr(compiling.os, "nice", lambda _by: None)
    main(parts, ["--child"], program="no.such.module")
    assert done == ["draws", "skat", "truco"]
    with pytest.raises(SystemExit) as ended:
        main(parts, ["--child"], program="no.such.module")
    assert ended.value.code == 1


def test_nobody_waits_where_nothing_can_be_kept(parts, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/proc/nowhere")
    assert compile_all(parts, program="no.such.module", out=io.StringIO())


def test_nothing_is_started_where_all_is_compiled(parts, monkeypatch):
    compile_some(parts)
    children = started(monkeypatch, lambda: None)
    begin(parts, program="no.such.module", say=print)
    assert not children


def test_the_work_goes_on_when_nobody_listens_any_more(parts):
    class Ended(io.StringIO):
        def write(self, text):
            raise BrokenPipeError

    compile_some(parts)
    assert compile_all(parts, program="no.such.module", out=Ended())


def test_one_process_at_a_time_compiles_beside_a_server(parts, folder, monkeypatch):
    script = "import sys; print(*sys.argv[1:], file=sys.stderr)"
    (folder / "compiler.py").write_text(script)
    monkeypatch.syspath_prepend(folder)
    said = Queue()
    begin(parts, program="compiler", say=said.put)
    assert said.get(timeout=30) == "--processes 1"


@pytest.mark.slow
def test_no_more_processes_compile_than_are_asked_for(parts, monkeypatch):
    at_once = []

    def looked(*_arguments, **_options):
        at_once.append(sum(child.poll() is None for child in children))

    children = started(monkeypatch, looked)
    compile_all(parts, program="no.such.module", out=io.StringIO(), processes=1)
    assert max(at_once) == 0  # when another one is started


def started(monkeypatch, looked):
    """Return the list of the processes that compile, which are looked at when one is started."""
    children, real = [], subprocess.Popen

    def start(*arguments, **options):
        looked()
        children.append(real(*arguments, **options))
        return children[-1]

    monkeypatch.setattr(compiling.subprocess, "Popen", start)
    return children


def test_what_is_left_is_told_with_how_long_it_takes(parts):
    parts[0].unit.set_compiled(10.0)
    with parts[1].unit.claim():
        assert compiling.said(parts) == "about 20 s left: skat"


TWICE = """
import sys
from pathlib import Path
import numpy as np
import games
from engine.kernels.binding import bind
from engine.rules.state import next_seat
game = games.get("truco")
bound = bind(next_seat, lambda t: t.int64(t.record, t.int64), game.dtype)
print(sum(bound.stats.cache_hits.values()))
"""


@pytest.mark.slow
def test_a_kernel_that_two_processes_want_at_once_is_compiled_once():
    command = [sys.executable, "-c", TWICE]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    both = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert sorted(one.communicate(timeout=120)[0].strip() for one in both) == ["0", "1"]


@pytest.mark.slow
def test_searches_are_ready_for_choices_that_a_first_round_does_not_have():
    """In Briscola there are cards only, and both kernels are ready all the same."""
    game = games.get("briscola")
    compiling.compile_search(game)
    assert {search, compare} <= set(game.kernels._bound)
