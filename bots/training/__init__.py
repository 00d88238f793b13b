"""How nets are made (`make train`): all choices of many positions are tried, and learned from.

`rounds` plays and tries, `learning` changes the weights, `trainer` does both in turn and keeps how
far it is, so that it goes on where it stopped.
"""

from pathlib import Path

from engine.kernels.cache import cache_by

_HERE = Path(__file__).parent
_LEARNED = _HERE.parent / "learned"
cache_by([_HERE / "rounds.py"], calls=sorted(_LEARNED.glob("*.py")))
cache_by([_HERE / "learning.py"], calls=sorted(_LEARNED.glob("*.py")))
