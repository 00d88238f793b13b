"""The books of an event for programs: who has paid, and who has got which prize."""

import pytest

from league.models import Payment
from league.services.books import fees, payments, prizes
from tests.league.factories import MatchFactory, PlayerFactory, RegistrationFactory
from tests.league.services import acts

KEY = {"HTTP_IDEMPOTENCY_KEY": "door-1"}


@pytest.fixture
def evening(event, alice, now):
    return fees.set_fee(event=event, fee=1000, by=alice, now=now)


@pytest.fixture
def anna(evening):
    return RegistrationFactory(event=evening, player=PlayerFactory(name="Anna"))


@pytest.fixture
def over(evening, session, alice, scorer, now):
    """Four have paid and played; the first two share the pot."""
    people = PlayerFactory.create_batch(4)
    for player in people:
        row = RegistrationFactory(event=evening, player=player)
        payments.note_paid(registration=row, way="cash", by=alice, now=now)
    prizes.set_pot(event=evening, kept=0, shares=[60, 40], by=alice, now=now)
    match = MatchFactory(session=session, players=people)
    acts.enter(match, alice, now)
    acts.confirm(match, scorer, now)
    return people


def pay(client, row, way="cash", **more):
    body = {"registration": row.code, "way": way, **more}
    return client.post(f"events/{row.event.code}/payments", body)


def books(client, event):
    return client.get(f"events/{event.code}/books").json()


def test_a_payment_is_noted_and_shown(as_scorer, evening, anna, scorer):
    line = pay(as_scorer, anna, "transfer").json()
    [paid] = line["paid"]
    assert (line["registration"], line["due"]) == (anna.code, 0)
    assert (paid["amount"], paid["way"]) == (1000, "transfer")
    assert paid["noted_by"]["code"] == scorer.player.code
    [listed] = as_scorer.get(f"events/{evening.code}/payments").json()["results"]
    assert listed == line


def test_a_payment_sent_twice_is_noted_once(as_alice, anna):
    address = f"events/{anna.event.code}/payments"
    body = {"registration": anna.code, "way": "cash"}
    first, again = (as_alice.post(address, body, **KEY) for _ in range(2))
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json() == first.json()
    assert Payment.objects.count() == 1


def test_who_has_paid_already_stays_as_it_was_noted(as_alice, anna):
    pay(as_alice, anna)
    [paid] = pay(as_alice, anna, "transfer", amount=500).json()["paid"]
    assert (paid["way"], paid["amount"]) == ("cash", 1000)


def test_a_payment_is_undone(as_alice, evening, anna):
    pay(as_alice, anna)
    body = {"registration": anna.code}
    line = as_alice.post(f"events/{evening.code}/undo-payment", body).json()
    assert (line["paid"], line["due"]) == ([], 1000)


def test_books_say_what_came_in_and_what_is_open(as_alice, evening, anna):
    RegistrationFactory(event=evening)
    pay(as_alice, anna, amount=700)
    found = books(as_alice, evening)
    assert (found["currency"], found["fee"]) == ("EUR", 1000)
    assert (found["cash"], found["transfer"], found["open"], found["owing"]) == (700, 0, 1000, 1)
    assert found["expected"] == 1700


def test_who_has_withdrawn_gets_the_money_back(as_scorer, evening, anna):
    pay(as_scorer, anna)
    anna.status = "withdrawn"
    anna.save()
    body = {"registration": anna.code}
    assert as_scorer.post(f"events/{evening.code}/undo-payment", body).status_code == 200
    assert not Payment.objects.exists()


def test_a_registration_of_another_event_is_named(as_alice, evening):
    body = {"registration": RegistrationFactory().code, "way": "cash"}
    answer = as_alice.post(f"events/{evening.code}/payments", body)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["registration"]


@pytest.mark.parametrize("wrong", [{"way": "barter"}, {"amount": -1}, {"amount": fees.MOST + 1}])
def test_what_is_no_payment_is_refused(as_alice, anna, wrong):
    answer = pay(as_alice, anna, **wrong)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == list(wrong)


def test_a_prize_is_handed_out_by_transfer_and_taken_back(as_scorer, evening, over):
    winner = {"player": over[0].code}
    address = f"events/{evening.code}/hand-out-prize"
    found = as_scorer.post(address, winner | {"way": "transfer"}).json()
    [handed] = found["winners"][0]["handed"]
    assert (handed["amount"], handed["way"]) == (2400, "transfer")
    assert books(as_scorer, evening)["prizes"] == found
    found = as_scorer.post(f"events/{evening.code}/take-back-prize", winner).json()
    assert found["winners"][0]["handed"] == []


def test_who_gets_no_prize_is_handed_none(as_alice, evening, over):
    body = {"player": over[3].code, "way": "cash"}
    assert as_alice.post(f"events/{evening.code}/hand-out-prize", body).status_code == 409


def test_a_token_that_only_reads_ticks_nothing(client_of, alice, anna):
    client = client_of(alice, scopes=["read"])
    assert client.get(f"events/{anna.event.code}/books").status_code == 200
    assert pay(client, anna).status_code == 403
    assert not Payment.objects.exists()


@pytest.mark.parametrize("count", [1, 20])
def test_a_list_costs_the_same_however_many_come(
    as_alice, evening, count, django_assert_max_num_queries
):
    RegistrationFactory.create_batch(count, event=evening)
    with django_assert_max_num_queries(9):
        as_alice.get(f"events/{evening.code}/payments")
