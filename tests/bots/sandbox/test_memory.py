"""What a process holds, as the worker counts it; `tests/attacks` takes it in every way."""

import contextlib
import os
import subprocess

import pytest

from bots.sandbox import BotFault
from bots.sandbox.command import MB
from bots.sandbox.memory import OFTEN_S, Watch

HOLD = "held = bytearray({} << 20); print(held.find(1), flush=True); input()"
OF_ITSELF_MB = 16
"""What the interpreter takes, at most."""


@contextlib.contextmanager
def _holding(megabytes):
    """Give the folder in /proc of a process that holds so much."""
    words = ["/usr/bin/python3", "-S", "-c", HOLD.format(megabytes)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"-1\n"
        folder = os.open(f"/proc/{process.pid}", os.O_PATH)
        try:
            yield folder
        finally:
            os.close(folder)
            process.kill()


@pytest.mark.parametrize("most_mb", [1, 1000], ids=["in proportion", "at once"])
def test_watch_counts_what_is_held(most_mb):
    with _holding(40) as folder:
        assert 40 * MB < Watch(folder, most_mb * MB).held_bytes() < (40 + OF_ITSELF_MB) * MB


def test_watch_counts_what_nobody_else_has_where_it_may_not_look_closer(monkeypatch):
    real = os.open

    def opened(name, *how, **more):
        if name == "smaps_rollup":
            raise PermissionError(name)
        return real(name, *how, **more)

    with _holding(40) as folder:
        monkeypatch.setattr(os, "open", opened)
        assert 40 * MB < Watch(folder, MB).held_bytes() < (40 + OF_ITSELF_MB) * MB


def test_watch_looks_when_all_that_was_left_can_be_filled():
    with _holding(1) as folder:
        watch = Watch(folder, 1000 * MB)
        assert 0.05 < watch.left_s(0.0) < 0.2
        watch.look(0.05)
        assert watch.left_s(0.05) < watch.left_s(0.0)
        watch.look(0.2)
        assert watch.left_s(0.2) > 0.05
        assert watch.left_s(1000.0) == OFTEN_S


def test_watch_says_how_much_was_too_much():
    with _holding(40) as folder, pytest.raises(BotFault, match="where it had 8 MB"):
        Watch(folder, 8 * MB).look(1.0)


def test_process_that_has_ended_holds_nothing():
    with _holding(1) as folder:
        gone = os.dup(folder)
    assert Watch(gone, MB).held_bytes() == 0
    os.close(gone)
