"""Connections to Redis that all requests of a process share for the cache.

Django makes a cache for each context, and here each request has one of its own (`handler.py`). With
a pool for each cache, connections would end only when garbage is looked for, which web servers
seldom do: they would hold hundreds of them.
"""

from functools import cache
from typing import Any

import redis
from redis.connection import parse_url


class SharedPool(redis.ConnectionPool):
    """A name for Django to ask for a pool, of which each process has one."""

    @classmethod
    def from_url(cls, url: str, **options: Any) -> "SharedPool":
        """Return the pool of this process for an address."""
        return _pool(url, tuple(sorted(options.items())))


@cache
def _pool(url: str, options: tuple[tuple[str, Any], ...]) -> SharedPool:
    return SharedPool(**dict(options), **parse_url(url))  # type: ignore[no-untyped-call]
