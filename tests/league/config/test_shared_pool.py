"""How many connections to Redis the caches of many requests have."""

import runpy
from contextvars import Context
from uuid import uuid4

import pytest
import redis
from django.core.cache.backends.redis import RedisCache

from tests.league.news import ADDRESS


@pytest.fixture
def wanted(monkeypatch):
    """Return what the settings say of the cache of a site with Redis."""
    monkeypatch.setenv("REDIS_URL", f"{ADDRESS}?client_name=test-{uuid4().hex}")
    return runpy.run_module("league.config.settings")["CACHES"]["default"]


@pytest.mark.filterwarnings("ignore:.*found in sys.modules")
@pytest.mark.needs("redis")
def test_caches_of_all_requests_share_a_connection(wanted):
    address, name = wanted["LOCATION"], wanted["LOCATION"].partition("=")[2]
    caches = [Context().run(RedisCache, address, wanted) for _ in range(5)]
    for cache in caches:
        assert cache.get("nothing") is None
    with redis.Redis.from_url(ADDRESS) as asking:
        assert sum(client["name"] == name for client in asking.client_list()) == 1
