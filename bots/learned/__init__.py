"""A bot that has learned a game by playing it: what it sees, and the net it judges its choices by.

`encoder` makes numbers of what a seat knows, `net` holds weights and asks them, `judge` chooses.
Nets lie in the games' folders and are made by `bots.training`.
"""

from pathlib import Path

from engine.kernels.cache import cache_by

_HERE = Path(__file__).parent
cache_by([_HERE / "judge.py"], calls=[_HERE / "encoder.py", _HERE / "net.py"])
