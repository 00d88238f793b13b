"""How many requests are answered within a minute."""

from types import SimpleNamespace

import pytest
from redis import RedisError

from .conftest import ContractClient

AWAY = "192.0.2.7"


@pytest.fixture(autouse=True)
def one_each(settings, monkeypatch):
    """Allow one request of an account and two of an address, within a minute that does not end."""
    settings.API_MOST_OF_ACCOUNT, settings.API_MOST_OF_ADDRESS = 1, 2
    monkeypatch.setattr("league.api.throttles.MINUTE_S", 10**6)


def statuses(client, times, address="127.0.0.1"):
    return [client.get("clubs", REMOTE_ADDR=address).status_code for _ in range(times)]


def test_request_that_is_one_too_many_says_when_to_go_on(as_bob):
    as_bob.get("clubs")
    answer = as_bob.get("clubs")
    assert (answer.status_code, answer.json()["code"]) == (429, "throttled")
    assert 0 < int(answer.headers["Retry-After"]) <= 10**6


def test_tokens_of_an_account_are_counted_together(client_of, bob):
    assert statuses(client_of(bob), 1) + statuses(client_of(bob), 1) == [200, 429]


def test_accounts_are_counted_apart(as_bob, as_dora):
    assert statuses(as_bob, 1) + statuses(as_dora, 1) == [200, 200]


def test_address_is_counted_for_all_who_ask_from_it(as_bob, as_dora, anonymous):
    found = [statuses(client, 1, AWAY) for client in (as_bob, as_dora, anonymous)]
    assert found == [[200], [200], [429]]


def test_this_machine_is_not_counted(anonymous):
    assert statuses(anonymous, 4) == [200] * 4


def test_nought_is_no_limit(anonymous, settings):
    settings.API_MOST_OF_ADDRESS = 0
    assert statuses(anonymous, 4, AWAY) == [200] * 4


def test_new_minute_begins_anew(anonymous, monkeypatch):
    statuses(anonymous, 2, AWAY)
    monkeypatch.setattr("league.api.throttles.MINUTE_S", 10**5)
    assert statuses(anonymous, 1, AWAY) == [200]


def test_nobody_is_kept_out_because_redis_does_not_answer(monkeypatch, db):
    def fail(*args, **kwargs):
        raise RedisError

    monkeypatch.setattr("league.services.base.limits.cache", SimpleNamespace(add=fail))
    assert statuses(ContractClient(), 4, AWAY) == [200] * 4


@pytest.mark.parametrize("header", ["", "Bearer made-up"])
def test_what_is_refused_is_counted_too(db, header):
    client = ContractClient(headers={"Authorization": header})
    found = [client.get("tokens", REMOTE_ADDR=AWAY).status_code for _ in range(3)]
    assert found == [401, 401, 429]
