"""With `NUMBA_BOUNDSCHECK=1`, as `make bounds` runs the tests, no kernel reaches past an array."""

import os
import subprocess
import sys

import pytest

from .test_kernel import ROOT

RULES = """
from typing import Any
from engine.kernels.marks import rule

@rule
def _at(numbers: Any, place: int) -> int:
    return numbers[place]

@rule
def read(numbers: Any, place: int) -> int:
    return _at(numbers, place)

def reader(numbers: Any, place: int, read: Any) -> int:
    return read(numbers, place)
"""

READ = """
import sys
from pathlib import Path
import numpy as np
from engine.kernels.cache import cache_by
from engine.kernels.binding import bind
cache_by([Path(sys.argv[1]) / "beyond.py"])
sys.path.insert(0, sys.argv[1])
import beyond
said = lambda t: t.int64(t.array(t.int64), t.int64)
read = bind(beyond.read, said)
reader = bind(beyond.reader, lambda t: t.int64(t.array(t.int64), t.int64, t.function(said(t))))
numbers = np.arange(3)
print(read(numbers, 2), reader(numbers, 2, read))
for act in (lambda: read(numbers, 3), lambda: reader(numbers, 3, read)):
    try:
        act()
    except IndexError as error:
        print(error)
"""


@pytest.mark.further
def test_a_kernel_stops_at_the_end_of_an_array_however_it_is_called(tmp_path):
    (tmp_path / "beyond.py").write_text(RULES)
    done = subprocess.run(
        [sys.executable, "-c", READ, tmp_path],
        cwd=ROOT,
        env=os.environ | {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path / "kernels")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == ["2 2"] + ["index is out of bounds"] * 2
