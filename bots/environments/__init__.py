"""Many tables at once for who trains bots: NumPy arrays in and out, one kernel call for a step.

`observation` says what a seat is told as numbers, `tables` holds the kernels, `vector` the
environment that programs use. How they use it: `docs/environments.md`.
"""

from pathlib import Path

from engine.kernels.cache import cache_by

_HERE = Path(__file__).parent
cache_by(
    [_HERE / "tables.py"],
    calls=[_HERE / "observation.py", _HERE.parent / "learned" / "encoder.py"],
)
