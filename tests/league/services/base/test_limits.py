"""Counting in the cache, also when it does not answer."""

from types import SimpleNamespace

import pytest
from redis import RedisError

from league.services.base import limits


def test_what_happens_is_counted_and_taken_back():
    assert [limits.count("try", within_s=60) for _ in range(3)] == [1, 2, 3]
    limits.take_back("try")
    assert limits.count("try", within_s=60) == 3
    limits.forget("try")
    assert limits.count("try", within_s=60) == 1


@pytest.mark.parametrize("fault", [RedisError, ValueError])
def test_nothing_has_happened_where_the_cache_does_not_answer(monkeypatch, fault):
    def fail(*args, **kwargs):
        raise fault

    commands = ("add", "incr", "decr", "get", "set", "touch", "delete")
    monkeypatch.setattr(limits, "cache", SimpleNamespace(**dict.fromkeys(commands, fail)))
    assert limits.count("try", within_s=60) == 0
    assert limits.recall("try") == ""
    limits.take_back("try")
    limits.prolong("try", within_s=60)
    limits.remember("try", "word", within_s=60)
    limits.forget("try")
