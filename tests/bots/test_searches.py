"""Searches are loaded where they were compiled, and else compiled by a process of its own."""

import fcntl
import sys

import pytest

import games
from bots import builtin, searches

pytestmark = pytest.mark.only("compiled", "nothing else compiles")


@pytest.fixture(autouse=True)
def place(monkeypatch, tmp_path):
    """Let nobody have compiled searches before, and be short: there is one game."""
    monkeypatch.setattr(searches, "cache_mark", lambda: tmp_path / "complete" / "0123456789abcdef")
    monkeypatch.setattr(searches.games, "all", lambda: [games.get("briscola")])


@pytest.fixture
def started(monkeypatch):
    """Collect what is started instead of starting it."""
    started = []
    monkeypatch.setattr(
        searches.subprocess, "Popen", lambda command, env: started.append((command, env))
    )
    return started


def test_what_was_never_compiled_keeps_nobody_waiting(started, monkeypatch):
    monkeypatch.setattr(searches, "_look_ahead", lambda: pytest.fail("it compiles here"))
    searches.warm_searches()
    [(command, environment)] = started
    assert command == [sys.executable, "-m", "bots.searches"]
    assert sys.path[-1] in environment["PYTHONPATH"]


@pytest.mark.slow
def test_what_was_compiled_is_loaded(started):
    searches.compile_searches()
    builtin.searcher.cache_clear()
    searches.warm_searches()
    assert builtin.searcher.cache_info().currsize == 1
    assert started == []


@pytest.mark.slow
def test_what_another_process_compiles_is_left_to_it(monkeypatch, tmp_path):
    searches.compile_searches()
    [lock] = (tmp_path / "complete").glob("*-lock")
    monkeypatch.setattr(searches, "_look_ahead", lambda: pytest.fail("it compiles too"))
    with lock.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        searches.compile_searches()
