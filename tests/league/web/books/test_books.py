"""The books of an event: one click for each person, totals, prizes, paper and spreadsheet."""

import csv
import io

import pytest
from django.test import Client

from league.models import Match, Payment, Seat
from league.services.books import payments, prizes
from tests.league.factories import MatchFactory, PlayerFactory, RegistrationFactory, ResultFactory
from tests.league.web.events.test_prints import pages

FRAGMENT = {"HX-Request": "true"}


def address(event):
    return f"/events/{event.code}/books/"


def text(client, event):
    return client.get(address(event)).content.decode().replace("\u00a0", " ")


def act(client, event, what, **data):
    headers = data.pop("headers", {})
    return client.post(f"{address(event)}act/", {"act": what, **data}, headers=headers)


def pay(client, row, way="cash", **data):
    return act(client, row.event, "pay", registration=row.code, way=way, **data)


@pytest.fixture
def over(evening, session, alice, now):
    """Four have played, and the first gets all of forty euros but one."""
    people = [PlayerFactory(name=name) for name in ("Ada", "Ben", "Cem", "Dan")]
    for player in people:
        row = RegistrationFactory(event=evening, player=player)
        payments.note_paid(registration=row, way="cash", by=alice, now=now)
    match = MatchFactory(session=session, players=people)
    ResultFactory(match=match)
    Match.objects.update(status=Match.Status.FINAL, finished_at=now)
    for seat in Seat.objects.all():
        seat.place, seat.points, seat.score = seat.number + 1, 9 - seat.number, 9 - seat.number
        seat.save()
    prizes.set_pot(event=evening, kept=100, shares=[100], by=alice, now=now)
    return people


def test_one_click_notes_a_payment(as_scorer, evening, anna, scorer):
    response = pay(as_scorer, anna, "transfer")
    assert response.url == address(evening)
    noted = Payment.objects.get()
    assert (noted.player.name, noted.amount, noted.way) == ("Anna", 1000, "transfer")
    page = text(as_scorer, evening)
    assert "10.00 €, transfer" in page
    assert scorer.player.name in page


def test_a_click_on_a_phone_sends_the_books_anew(as_alice, anna):
    answer = pay(as_alice, anna, headers=FRAGMENT).content.decode()
    assert "<html" not in answer
    assert "10.00" in answer
    assert "Undo the payment of Anna" in answer


def test_another_amount_is_noted(as_alice, anna):
    pay(as_alice, anna, amount="7,50")
    assert Payment.objects.get().amount == 750


def test_what_is_no_amount_is_said(as_alice, anna):
    answer = pay(as_alice, anna, amount="lots", headers=FRAGMENT).content.decode()
    assert "Enter an amount such as 12 or 12.50." in answer
    assert not Payment.objects.exists()


def test_a_tick_is_undone(as_alice, evening, anna):
    pay(as_alice, anna)
    act(as_alice, evening, "undo", registration=anna.code)
    assert not Payment.objects.exists()


def test_totals_say_what_is_open(as_alice, evening, anna, bobs):
    pay(as_alice, anna)
    page = text(as_alice, evening)
    assert "<dt>Expected</dt><dd>20.00 €</dd>" in page
    assert "<dt>In cash</dt><dd>10.00 €</dd>" in page
    assert "<dt>Open</dt><dd>10.00 €</dd>" in page


def test_people_are_found_by_name(as_alice, evening, anna, bobs):
    answer = as_alice.get(f"{address(evening)}?find=ann", headers=FRAGMENT).content.decode()
    assert "Anna" in answer
    assert bobs.player.name not in answer


@pytest.mark.parametrize("what", ["", "erase"])
def test_an_unknown_act_is_not_found(as_alice, evening, what):
    assert act(as_alice, evening, what).status_code == 404


def test_a_registration_of_another_event_is_not_found(as_alice, evening):
    row = RegistrationFactory()
    assert act(as_alice, evening, "pay", registration=row.code, way="cash").status_code == 404


def test_a_refusal_is_said(as_alice, evening, bobs):
    bobs.status = "withdrawn"
    bobs.save()
    answer = pay(as_alice, bobs, headers=FRAGMENT).content.decode()
    assert "has no place that is to be paid for" in answer


def test_books_cost_the_same_for_one_and_for_many(
    as_alice, evening, anna, django_assert_max_num_queries
):
    as_alice.get(address(evening))
    RegistrationFactory.create_batch(30, event=evening)
    with django_assert_max_num_queries(17):
        as_alice.get(address(evening))


def test_members_and_strangers_see_no_books(client, as_bob, as_mallory, evening, bobs):
    for browser in (as_bob, as_mallory):
        assert browser.get(address(evening)).status_code == 403
        assert pay(browser, bobs).status_code == 403
        assert browser.get(f"/events/{evening.code}/books.pdf").status_code == 403
        assert browser.get(f"/events/{evening.code}/books.csv").status_code == 403
    assert client.get(address(evening)).status_code == 302
    assert not Payment.objects.exists()


def test_a_person_sees_of_their_own_place_alone_whether_it_is_paid(
    as_alice, as_bob, as_dora, evening, bobs
):
    page = f"/events/{evening.code}/"
    assert "You have not paid yet." in as_bob.get(page).content.decode()
    pay(as_alice, bobs)
    assert "You have paid." in as_bob.get(page).content.decode()
    for browser in (Client(), as_dora):
        shown = browser.get(page).content.decode()
        assert "Entry fee" in shown
        assert "paid" not in shown


def test_only_who_keeps_scores_is_led_to_the_books(client, as_alice, as_scorer, as_bob, evening):
    page = f"/events/{evening.code}/"
    for browser in (as_alice, as_scorer):
        assert address(evening) in browser.get(page).content.decode()
    for browser in (client, as_bob):
        assert address(evening) not in browser.get(page).content.decode()


def test_an_event_without_a_fee_says_nothing_of_money(client, event):
    assert "Entry fee" not in client.get(f"/events/{event.code}/").content.decode()


def test_a_prize_is_handed_out_and_taken_back(as_scorer, evening, over):
    assert "39.00 €" in text(as_scorer, evening)
    act(as_scorer, evening, "hand-out", player=over[0].code, way="transfer")
    assert Payment.objects.get(kind="prize").way == "transfer"
    assert "handed out 39.00 €, transfer</span>" in text(as_scorer, evening)
    act(as_scorer, evening, "take-back", player=over[0].code)
    assert "handed out" not in text(as_scorer, evening)


def test_prizes_are_planned_before_all_is_final(as_alice, evening, over):
    Match.objects.update(status=Match.Status.OPEN)
    page = text(as_alice, evening)
    assert "not final yet" in page
    assert "Place 1" in page
    assert "hand-out" not in page


def test_paper_has_people_boxes_totals_and_prizes(as_alice, evening, anna, over):
    people, winners = pages(as_alice.get(f"/events/{evening.code}/books.pdf"))
    assert all(name in people for name in ("Anna", "Ada", "☐", "40.00"))
    assert "Ada" in winners
    assert "39.00" in winners


def test_spreadsheet_has_a_line_for_each(as_alice, evening, anna, bobs, alice):
    pay(as_alice, anna)
    content = b"".join(as_alice.get(f"/events/{evening.code}/books.csv").streaming_content)
    [paid, owing] = list(csv.DictReader(io.StringIO(content.decode())))
    assert (paid["name"], paid["paid"], paid["way"], paid["currency"]) == (
        "Anna",
        "10",
        "cash",
        "EUR",
    )
    assert paid["noted_by"] == alice.username
    assert (owing["due"], owing["paid"], owing["way"]) == ("10", "", "")
