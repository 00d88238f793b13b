"""Many who listen to a table, as uvicorn serves them."""

import asyncio
import threading
from contextlib import AsyncExitStack

import pytest
from django.urls import reverse

from league.services.play import live
from tests.league.news import listening, subscriptions, there, wait_until
from tests.league.served import served

__all__ = ["served", "subscriptions", "there"]

pytestmark = [pytest.mark.slow, pytest.mark.needs("redis")]

MANY = 200
MOST_THREADS = 3
"""Those in which streams begin, and those of the event loop."""


async def crowd(address, table, subscriptions):
    """Listen many times at once until all have heard some news; return how many threads it took."""
    path = reverse("web:table-events", args=[table.code])
    async with AsyncExitStack() as streams, asyncio.timeout(60):
        # What the first request of a process imports is not counted.
        await streams.enter_async_context(listening(address, path))
        before = threading.active_count()
        readers = [await streams.enter_async_context(listening(address, path)) for _ in range(MANY)]
        threads = threading.active_count() - before
        await asyncio.to_thread(wait_until, subscriptions, 1)
        live._publish(live.channel_of(table), {"version": 7})
        for reader in readers:
            await reader.readuntil(b'data: {"version": 7}\n\n')
    await asyncio.to_thread(wait_until, subscriptions, 0)
    return threads


def test_many_streams_take_no_threads_and_their_end_ends_the_subscription(
    served, table, subscriptions
):
    assert asyncio.run(crowd(served.address, table, subscriptions)) <= MOST_THREADS
