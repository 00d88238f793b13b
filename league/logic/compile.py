"""Compile what a site needs, once on a host: `python -m league.logic.compile`.

Draws come first, then the rules of all games and the searches of bots (`bots.compile`).
"""

import logging
import sys
from functools import cache

from bots import compile as compiling
from bots.compile import Work
from engine.kernels.binding import COMPILED, compile_nothing

from .draws import arrays
from .draws.warm import warm

logger = logging.getLogger(__name__)


@cache
def works(*, with_searches: bool = True) -> tuple[Work, ...]:
    """Return what there is to compile on a host of a site, in order."""
    draws = Work("draws", arrays.UNIT, warm)
    return (draws, *(compiling.works() if with_searches else compiling.rules()))


def begin() -> None:
    """Let this process compile nothing, and start the program that does unless all is compiled."""
    compile_nothing()
    compiling.begin(works(), program=__name__, say=logger.info)


def is_done() -> bool:
    """Tell whether everything is compiled; where nothing is ever compiled, it is."""
    return not COMPILED or all(part.unit.is_compiled() for part in works())


def said() -> str:
    """Return how long it will take and what is being compiled, in words."""
    return compiling.said(works())


def load(*, with_searches: bool) -> None:
    """Load what is compiled, so that processes forked from this one share it."""
    compiling.load(works(with_searches=with_searches))


if __name__ == "__main__":
    compiling.main(works(), sys.argv[1:], program="league.logic.compile")
