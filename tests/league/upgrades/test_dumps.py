"""What dumps are made of, and that each thing which may be lost is in one of them."""

import subprocess
import sys

import pytest

from . import dumps, seen
from .__main__ import ROOT


def test_same_content_gives_the_same_bytes():
    assert dumps.packed({"a": 1, "b": [2]}) == dumps.packed({"b": [2], "a": 1})


@pytest.mark.parametrize("name", dumps.names())
def test_dump_is_small(name):
    assert (dumps.FOLDER / f"{name}{dumps.ENDING}").stat().st_size <= dumps.LARGEST_BYTES


@pytest.mark.slow
def test_dumps_have_everything_between_them():
    found = [dumps.read(name) for name in dumps.names()]
    assert {part for dump in found for part in seen.PARTS if dump["seen"][part]} == set(seen.PARTS)


def test_revision_that_is_not_there_is_told():
    command = [sys.executable, "-m", "tests.league.upgrades", "no-such-revision"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("git does not know this revision")
