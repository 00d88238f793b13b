"""Live news for tests: Redis, if it answers, and how many connections listen to it."""

import time
from uuid import uuid4

import pytest
import redis

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


def wait_until(count, wanted, *, seconds=10):
    """Wait until a function gives a number."""
    deadline = time.monotonic() + seconds
    while (found := count()) != wanted:
        assert time.monotonic() < deadline, found
        time.sleep(0.02)
