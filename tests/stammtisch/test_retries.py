"""What a client sends again, after how long, and what it does not."""

import pytest

from stammtisch.client import Client, Patience, Problem, Throttled, Unreachable

BUSY = {"code": "unavailable", "detail": "The database is not responding."}
MANY = {"code": "throttled", "detail": "Too many requests."}


def keys(server):
    return [headers["Idempotency-Key"] for _, _, headers, _ in server.asked]


def test_question_without_answer_is_asked_once_more(server, client, slept):
    server.will_hang_up()
    server.will(body={"slug": "anker"})
    assert client.clubs.retrieve("anker") == {"slug": "anker"}
    assert slept == [1.0]


def test_change_is_sent_again_under_its_key(server, client):
    server.will_hang_up()
    server.will(201, {})
    client.clubs.create(slug="anker", name="Zum Anker")
    assert len(set(keys(server))) == 1
    assert len(keys(server)[0]) == 32


def test_another_change_has_another_key(server, client):
    for _ in range(2):
        server.will(201, {})
        client.clubs.create(slug="anker", name="Zum Anker")
    assert len(set(keys(server))) == 2


def test_key_can_be_chosen(server, client):
    server.will(201, {})
    client.clubs.create(slug="anker", name="Zum Anker", idempotency_key="founding")
    assert keys(server) == ["founding"]
    assert b"idempotency" not in server.asked[0][3]


def test_change_that_takes_no_key_is_not_sent_again(server, client):
    server.will_hang_up()
    with pytest.raises(Unreachable):
        client.tokens.create(name="kitchen", scopes=["read"])
    assert keys(server) == [None]


def test_patience_ends(server, client):
    for _ in range(2):
        server.will(503, BUSY)
    with pytest.raises(Problem, match="not responding"):
        client.clubs.retrieve("anker")
    assert len(server.asked) == 2


def test_patience_can_be_longer(server, slept):
    client = Client(server.url, patience=Patience(tries=4, pause_s=0.5))
    client.sender.sleep = slept.append
    for _ in range(3):
        server.will(503, BUSY)
    server.will(body={})
    client.clubs.retrieve("anker")
    assert slept == [0.5] * 3


def test_site_says_when_to_come_back(server, client, slept):
    server.will(503, BUSY, Retry_After="5")
    server.will(body={})
    client.clubs.retrieve("anker")
    assert slept == [5.0]


def test_who_asks_too_often_waits_as_often_as_it_takes(server, client, slept):
    for seconds in ("7", "11", "13"):
        server.will(429, MANY, Retry_After=seconds)
    server.will(201, {})
    client.tokens.create(name="kitchen", scopes=["read"])
    assert slept == [7.0, 11.0, 13.0]


def test_who_would_wait_for_too_long_is_told_at_once(server, client, slept):
    server.will(429, MANY, Retry_After="3600")
    with pytest.raises(Throttled) as refusal:
        client.clubs.retrieve("anker")
    assert (refusal.value.after_s, slept) == (3600.0, [])


def test_who_does_not_wait_gives_up_nevertheless(server):
    client = Client(server.url, patience=Patience(pause_s=0, most_wait_s=3))
    for _ in range(4):
        server.will(429, MANY)
    with pytest.raises(Throttled):
        client.clubs.retrieve("anker")
    assert len(server.asked) == 4


def test_what_is_refused_is_not_sent_again(server, client, slept):
    server.will(409, {"code": "conflict", "detail": "No."})
    with pytest.raises(Problem):
        client.clubs.create(slug="anker", name="Zum Anker")
    assert (len(server.asked), slept) == (1, [])


def test_nobody_listens():
    client = Client("http://127.0.0.1:9", patience=Patience(tries=1))
    with pytest.raises(Unreachable) as error:
        client.clubs.retrieve("anker")
    assert error.value.is_passing
