"""Compile the kernels of draws ahead of need, or load them from the cache."""

from .anneal import bound_anneal
from .arrays import kernels
from .model import Entrant, Past, Rules
from .swiss import draw


def warm() -> None:
    """Make draws ready in this process; takes seconds where they were never compiled."""
    draw((Entrant(key) for key in range(12)), Past(), Rules(sizes=(4,), size=4), seed="")
    bound_anneal(kernels())
