"""The same request with the same key is carried out once."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from league.models import Event, Result, StoredAnswer
from league.services.base import answers as stored_answers
from league.services.events import events

KEY = {"Idempotency-Key": "a1"}


@pytest.fixture
def wanted(season):
    return {"season": season.code, "name": "December"}


def test_a_repeated_request_gets_the_same_answer(as_alice, wanted):
    first = as_alice.post("events", wanted, headers=KEY)
    again = as_alice.post("events", wanted, headers=KEY)
    assert (again.status_code, again.json()) == (201, first.json())
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.headers["Location"] == first.headers["Location"]
    assert Event.objects.count() == 1


def test_the_first_answer_is_not_marked_as_repeated(as_alice, wanted):
    assert "Idempotency-Replayed" not in as_alice.post("events", wanted, headers=KEY).headers


def test_the_order_of_members_does_not_matter(as_alice, wanted):
    as_alice.post("events", wanted, headers=KEY)
    turned = dict(reversed(wanted.items()))
    assert as_alice.post("events", turned, headers=KEY).status_code == 201


def test_another_request_with_the_key_is_refused(as_alice, wanted):
    as_alice.post("events", wanted, headers=KEY)
    response = as_alice.post("events", wanted | {"name": "January"}, headers=KEY)
    assert (response.status_code, response.json()["code"]) == (422, "key_reused")
    assert Event.objects.count() == 1


def test_the_key_at_another_address_is_refused(as_alice, wanted, season):
    as_alice.post("events", wanted, headers=KEY)
    assert as_alice.post(f"seasons/{season.code}/close", headers=KEY).status_code == 422


def test_keys_of_two_accounts_are_two_keys(as_alice, as_owner, wanted):
    as_alice.post("events", wanted, headers=KEY)
    response = as_owner.post("events", wanted | {"name": "January"}, headers=KEY)
    assert response.status_code == 201


def test_two_keys_are_two_requests(as_alice, wanted):
    as_alice.post("events", wanted, headers=KEY)
    assert as_alice.post("events", wanted, headers={"Idempotency-Key": "a2"}).status_code == 422


def test_a_refused_request_may_be_corrected_under_its_key(as_alice, wanted):
    assert as_alice.post("events", wanted | {"name": ""}, headers=KEY).status_code == 422
    assert not StoredAnswer.objects.exists()
    assert as_alice.post("events", wanted, headers=KEY).status_code == 201


@pytest.mark.parametrize("key", ["", "a b", "x" * 101, "ä"])
def test_a_key_that_cannot_be_kept_is_refused(as_alice, wanted, key):
    response = as_alice.post("events", wanted, headers={"Idempotency-Key": key})
    assert (response.status_code, response.json()["code"]) == (400, "malformed")
    assert not Event.objects.exists()


def test_an_entered_result_is_answered_with_its_etag_again(as_bob, match, scores):
    address = f"matches/{match.code}/result"
    first = as_bob.put(address, scores, headers=KEY)
    again = as_bob.put(address, scores, headers=KEY)
    assert again.json() == first.json()
    assert again.headers["ETag"] == '"1-entered"'
    assert Result.objects.count() == 1


def test_a_repeated_entry_needs_no_other_version(as_bob, match, scores):
    address = f"matches/{match.code}/result"
    as_bob.put(address, scores, headers=KEY)
    again = as_bob.put(address, scores, headers=KEY | {"If-Match": '"0-open"'})
    assert again.status_code == 200


def test_a_confirmation_is_repeated_after_it_is_final(as_dora, entered):
    headers = KEY | {"If-Match": '"1-entered"'}
    first = as_dora.post(f"matches/{entered.code}/confirm", headers=headers)
    again = as_dora.post(f"matches/{entered.code}/confirm", headers=headers)
    assert (again.status_code, again.json()) == (200, first.json())


def test_an_answer_is_forgotten_after_a_week(as_alice, wanted):
    as_alice.post("events", wanted, headers=KEY)
    StoredAnswer.objects.update(created_at=timezone.now() - timedelta(days=8))
    response = as_alice.post("events", wanted | {"name": "January"}, headers=KEY)
    assert response.status_code == 201
    assert StoredAnswer.objects.count() == 1


@pytest.mark.logs("request .* failed", "Internal Server Error")
def test_a_crash_leaves_neither_work_nor_answer(as_alice, wanted, monkeypatch):
    def crash(**kwargs):
        Event.objects.create(season=kwargs["season"], name=kwargs["name"])
        raise RuntimeError

    monkeypatch.setattr(events, "create_event", crash)
    with pytest.raises(RuntimeError):
        as_alice.post("events", wanted, headers=KEY)
    assert not Event.objects.exists()
    assert not StoredAnswer.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_requests_at_once_one_is_carried_out(client_of, alice, wanted, monkeypatch):
    began, answers = threading.Barrier(2, timeout=10), []
    reserve = stored_answers.reserve

    def reserve_together(*args, **named):
        began.wait()
        return reserve(*args, **named)

    def ask(client):
        answers.append(client.post("events", wanted, headers=KEY))
        connection.close()

    clients = [client_of(alice), client_of(alice)]
    if connection.vendor != "sqlite":  # there a transaction cannot even begin beside another
        monkeypatch.setattr(stored_answers, "reserve", reserve_together)
    threads = [threading.Thread(target=ask, args=[client]) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert sorted("Idempotency-Replayed" in answer.headers for answer in answers) == [False, True]
    assert Event.objects.count() == 1
