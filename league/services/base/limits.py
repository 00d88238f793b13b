"""How often something happened lately, counted in the cache for all processes together.

Without Redis every process counts for itself. Nobody is kept from anything by a fault: where the
cache does not answer, nothing has happened yet.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache
from redis import RedisError

logger = logging.getLogger(__name__)


def count(what: str, *, within_s: int) -> int:
    """Count that `what` happened; return how often it did within so many seconds, 0 by a fault.

    The time begins with the first one. One command to the cache for the first, two for others.
    """
    with _forgiven():
        if cache.add(what, 1, within_s):
            return 1
        return int(cache.incr(what))
    return 0


def take_back(what: str) -> None:
    """Let `what` have happened once less."""
    with _forgiven():
        cache.decr(what)


def prolong(what: str, *, within_s: int) -> None:
    """Let the time in which `what` is counted begin anew."""
    with _forgiven():
        cache.touch(what, within_s)


def forget(what: str) -> None:
    """Let `what` not have happened."""
    with _forgiven():
        cache.delete(what)


def remember(what: str, word: str, *, within_s: int) -> None:
    """Keep a word for a while."""
    with _forgiven():
        cache.set(what, word, within_s)


def recall(what: str) -> str:
    """Return the word that is kept, none once the while is over."""
    with _forgiven():
        return str(cache.get(what, ""))
    return ""


@contextmanager
def _forgiven() -> Iterator[None]:
    """Go on after a fault of the cache."""
    try:
        yield
    except RedisError:
        logger.warning("nothing is counted: Redis does not answer")
    except ValueError:  # forgotten between two commands
        logger.warning("something is not counted: the cache has just forgotten it")
