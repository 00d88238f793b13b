"""Live news for tests: Redis, if it answers, and how many connections listen to it."""

import asyncio
import time
from contextlib import asynccontextmanager
from uuid import uuid4

import pytest
import redis

from league.services.play import live

ADDRESS = "redis://127.0.0.1:6379/12"


@pytest.fixture
def there(settings):
    """Have Redis for live news."""
    settings.REDIS_URL = ADDRESS


@pytest.fixture
def subscriptions(there, settings):
    """Return a function that counts the connections by which this process listens to Redis."""
    name = f"test-{uuid4().hex}"
    settings.REDIS_URL = f"{ADDRESS}?client_name={name}"
    with redis.Redis.from_url(ADDRESS) as asking:

        def count():
            return sum(client["name"] == name for client in asking.client_list(_type="pubsub"))

        yield count


@asynccontextmanager
async def listening(address, path):
    """Open a stream of events, and give what is read from it once it has begun."""
    reader, writer = await asyncio.open_connection(*address)
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {address[0]}\r\n\r\n".encode())
        await reader.readuntil(live.PERHAPS)
        yield reader
    finally:
        writer.close()


def wait_until(count, wanted, *, seconds=10):
    """Wait until a function gives a number."""
    deadline = time.monotonic() + seconds
    while (found := count()) != wanted:
        assert time.monotonic() < deadline, found
        time.sleep(0.02)
