"""No compact record ends a process, or is read otherwise compiled than uncompiled.

Uncompiled, whatever indexes with a number that is out of range raises IndexError; compiled it
would read or write elsewhere, and perhaps kill the process.
"""

import os
import subprocess
import sys

import pytest

import games


def verdicts(game, *, seed, number, **environment):
    """Return what is said of the crafted records of a game, by a process of its own."""
    command = [sys.executable, "-W", "ignore", "-m", "tests.engine.records.crafted"]
    done = subprocess.run(
        [*command, str(seed), str(number), game.slug],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.slug)
def test_crafted_records_are_told_the_same_compiled_and_uncompiled(game):
    said = verdicts(game, seed=1, number=100)
    assert said == verdicts(game, seed=1, number=100, NUMBA_DISABLE_JIT="1")
    assert "0 True False  None None" in said
