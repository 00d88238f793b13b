"""A form that is sent again under its key is stored once and leads the same way."""

import pytest
from django.urls import reverse

from league.models import Result, StoredAnswer
from league.services.results import results

KEY = {"Idempotency-Key": "a1"}


@pytest.fixture
def address(match):
    return f"/matches/{match.code}/result/?as=scores"


def scores(score=0, version=0):
    cells = {f"rounds.{number}.{seat}": score for number in range(4) for seat in range(4)}
    return cells | {"version": version}


def test_form_with_a_key_is_told_where_it_leads(as_bob, match, address):
    answer = as_bob.post(address, scores(), headers=KEY)
    assert answer.status_code == 201
    assert answer.headers["Location"] == reverse("web:match", args=[match.code])
    assert "The result is entered." in as_bob.get(answer.headers["Location"]).content.decode()


def test_form_without_a_key_is_led_on(as_bob, match, address):
    assert as_bob.post(address, scores()).url == reverse("web:match", args=[match.code])
    assert not StoredAnswer.objects.exists()


@pytest.mark.parametrize("key", ["", "ä", "x" * 101])
def test_what_is_no_key_is_left_aside(as_bob, address, key):
    assert as_bob.post(address, scores(), headers={"Idempotency-Key": key}).status_code == 302


def test_form_sent_again_is_stored_once(as_bob, address):
    first, again = (as_bob.post(address, scores(), headers=KEY) for _ in range(2))
    assert (again.status_code, again.headers["Location"]) == (201, first.headers["Location"])
    assert Result.objects.count() == 1


def test_another_token_of_the_form_makes_no_other_form(as_bob, address):
    for token in ("one", "two"):
        form = scores() | {"csrfmiddlewaretoken": token}
        assert as_bob.post(address, form, headers=KEY).status_code == 201
    assert Result.objects.count() == 1


def test_something_else_under_the_key_is_judged_by_its_version(as_bob, address):
    as_bob.post(address, scores(), headers=KEY)
    assert as_bob.post(address, scores(5), headers=KEY).status_code == 409
    assert Result.objects.count() == 1


def test_keys_of_two_people_are_two(as_bob, as_alice, address):
    as_bob.post(address, scores(), headers=KEY)
    assert as_alice.post(address, scores(), headers=KEY).status_code == 409


def test_refusal_leaves_no_answer_and_may_be_mended(as_bob, address):
    assert as_bob.post(address, scores("many"), headers=KEY).status_code == 422
    assert not StoredAnswer.objects.exists()
    assert as_bob.post(address, scores(), headers=KEY).status_code == 201


@pytest.mark.logs("Internal Server Error")
def test_crash_leaves_neither_result_nor_answer(as_bob, address, monkeypatch):
    enter = results.enter

    def crash(**given):
        enter(**given)
        raise RuntimeError

    monkeypatch.setattr(results, "enter", crash)
    with pytest.raises(RuntimeError):
        as_bob.post(address, scores(), headers=KEY)
    assert [Result.objects.count(), StoredAnswer.objects.count()] == [0, 0]


def test_key_of_a_stranger_opens_nothing(as_bob, as_mallory, client, address):
    as_bob.post(address, scores(), headers=KEY)
    assert as_mallory.post(address, scores(), headers=KEY).status_code == 403
    assert client.post(address, scores(), headers=KEY).status_code == 302  # to log in


@pytest.fixture
def entered(match, as_alice, address):
    as_alice.post(address, scores())
    return match


@pytest.fixture
def confirming(match):
    return reverse("web:confirm", args=[match.code])


def test_confirmation_sent_again_is_answered_the_same(as_bob, entered, confirming):
    sent = {"version": 1}
    answers = [as_bob.post(confirming, sent, headers=KEY) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert {answer.headers["Location"] for answer in answers} == {
        reverse("web:match", args=[entered.code])
    }


def test_confirmation_of_what_is_gone_is_refused_with_both_results(
    as_bob, as_alice, entered, confirming, address
):
    as_alice.post(address, scores(7, version=1))
    answer = as_bob.post(confirming, {"version": 1}, headers=KEY)
    assert answer.status_code == 409
    assert (answer.context["seen"].version, answer.context["result"].version) == (1, 2)
    assert not StoredAnswer.objects.filter(account__username="bob").exists()


def test_confirmation_of_what_is_final_shows_the_match(as_bob, entered, confirming):
    as_bob.post(confirming, {"version": 1})
    answer = as_bob.post(confirming, {"version": 1}, headers=KEY)
    assert answer.status_code == 409
    assert "web/results/match.html" in [template.name for template in answer.templates]
