"""Who has paid is ticked once, by whoever stands at the door, and can be undone."""

import json

import pytest

from league.models import AuditEntry, Payment, Player, Registration
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.books import payments
from league.services.corrections import merges
from league.services.events import attendance
from league.services.privacy import erasures, personal_data
from tests.league.factories import (
    BotFactory,
    EventFactory,
    MembershipFactory,
    PlayerFactory,
    RegistrationFactory,
)

from .conftest import FEE


def undo(row, by, now):
    payments.undo_paid(registration=row, by=by, now=now)


def named(event):
    return [row.player.name for row in payments.rows_of(event)]


def test_who_has_a_place_owes_the_fee(evening, anna):
    assert payments.own(anna) == payments.Line(anna, FEE, ())
    assert payments.totals(evening) == payments.Totals(cash=0, transfer=0, open=FEE, owing=1)


def test_a_tick_says_how_much_how_who_and_when(anna, pay, scorer, now):
    noted = pay(anna, "transfer", by=scorer)
    assert (noted.amount, noted.way, noted.noted_by, noted.noted_at) == (
        FEE,
        "transfer",
        scorer,
        now,
    )
    assert payments.own(anna).due == 0


def test_two_who_tick_at_once_note_one_payment(anna, pay, scorer, alice):
    assert pay(anna, by=alice) == pay(anna, "transfer", by=scorer)
    assert Payment.objects.get().way == "cash"


def test_somebody_may_pay_less_or_nothing(evening, anna, pay):
    pay(anna, amount=0)
    assert payments.totals(evening) == payments.Totals(cash=0, transfer=0, open=0, owing=0)


def test_totals_are_what_came_and_what_is_open(evening, anna, pay):
    pay(anna)
    pay(RegistrationFactory(event=evening), "transfer", amount=400)
    RegistrationFactory.create_batch(2, event=evening)
    found = payments.totals(evening)
    assert (found.cash, found.transfer, found.open) == (1000, 400, 2000)
    assert (found.received, found.expected) == (1400, 3400)


def test_an_undone_tick_is_open_again(anna, pay, alice, now):
    pay(anna)
    undo(anna, alice, now)
    undo(anna, alice, now)
    assert payments.own(anna).due == FEE
    assert AuditEntry.objects.filter(action="registration.undo_paid").count() == 1


@pytest.mark.parametrize("who", ["bob", "mallory"])
def test_members_and_strangers_tick_nothing(anna, pay, now, who, request):
    by = request.getfixturevalue(who)
    with pytest.raises(Forbidden):
        pay(anna, by=by)
    with pytest.raises(Forbidden):
        undo(anna, by, now)


def test_nobody_ticks_their_own_place(evening, bob, pay):
    row = RegistrationFactory(event=evening, player=bob.player)
    with pytest.raises(Forbidden):
        pay(row, by=bob)


@pytest.mark.parametrize("what", [{"way": "card"}, {"amount": -1}, {"amount": 10**9}])
def test_what_cannot_be_paid_is_refused(anna, pay, what):
    with pytest.raises(Invalid):
        pay(anna, **what)


def test_without_a_fee_there_is_nothing_to_pay(event, pay):
    with pytest.raises(Conflict, match="no entry fee"):
        pay(RegistrationFactory(event=event))


@pytest.mark.parametrize("status", ["waiting", "withdrawn"])
def test_who_has_no_place_owes_nothing(evening, pay, status):
    row = RegistrationFactory(event=evening, status=status)
    assert named(evening) == []
    with pytest.raises(Conflict, match="no place that is to be paid for"):
        pay(row)


def test_bots_pay_nothing(evening):
    RegistrationFactory(event=evening, player=BotFactory())
    assert named(evening) == []


def test_what_was_paid_stays_when_a_place_is_given_up(evening, anna, pay, alice, now):
    pay(anna)
    attendance.withdraw(registration=anna, by=alice, now=now)
    assert named(evening) == ["Anna"]
    assert payments.totals(evening).received == FEE


def test_who_has_played_owes_although_they_left(evening, anna):
    Registration.objects.filter(pk=anna.pk).update(last_session=1)
    assert payments.totals(evening).owing == 1


@pytest.mark.parametrize(("last", "owes"), [(1, ["Anna"]), (0, ["Bert"])])
def test_a_place_is_paid_for_once(evening, anna, last, owes):
    Registration.objects.filter(pk=anna.pk).update(last_session=last)
    RegistrationFactory(event=evening, player=PlayerFactory(name="Bert"), replaces=anna)
    assert named(evening) == owes


def test_other_events_are_not_in_the_books(evening, anna, pay):
    pay(anna)
    other = EventFactory(season=evening.season, entry_fee=FEE)
    row = RegistrationFactory(event=other, player=anna.player)
    assert payments.own(row).due == FEE


def test_books_cost_the_same_for_one_and_for_many(evening, anna, pay, django_assert_num_queries):
    for number in range(12):
        row = RegistrationFactory(event=evening)
        if number % 2:
            pay(row)
    with django_assert_num_queries(3):
        payments.lines(evening, payments.rows_of(evening))
    with django_assert_num_queries(2):
        payments.totals(evening)


def test_the_log_says_who_has_paid(evening, bob, pay):
    pay(RegistrationFactory(event=evening, player=bob.player))
    entry = AuditEntry.objects.get(action="registration.paid")
    assert entry.data == {"player": bob.player.code, "amount": FEE, "way": "cash"}


def test_the_personal_data_has_what_a_person_has_paid(evening, bob, pay, now):
    pay(RegistrationFactory(event=evening, player=bob.player))
    told = json.loads("".join(personal_data.lines(player=bob.player, account=bob, now=now)))
    [paid] = told["payments"]
    assert (paid["amount"], paid["event_season_club_currency"]) == (FEE, "EUR")


def test_the_personal_data_has_what_somebody_has_noted(anna, alice, pay, now):
    pay(anna)
    told = json.loads("".join(personal_data.lines(player=alice.player, account=alice, now=now)))
    assert told["payments_noted"][0]["player_code"] == anna.player.code


def test_amounts_stay_without_the_name_of_who_is_erased(evening, anna, alice, pay, now):
    pay(anna)
    erasures.erase_guest(player=anna.player, name="Anna", by=alice, now=now)
    assert payments.totals(evening).received == FEE
    assert named(evening) == [Player.objects.get(pk=anna.player_id).name]
    assert "Anna" not in named(evening)[0]


def test_what_two_have_paid_who_are_one_is_theirs_until_they_are_parted(
    evening, anna, alice, pay, now
):
    other = MembershipFactory(club=evening.season.club, player=PlayerFactory(name="Anna M."))
    row = RegistrationFactory(event=evening, player=other.player)
    pay(anna)
    pay(row)
    merge = merges.merge(gone=anna.player, stays=other.player, by=alice, now=now)
    assert payments.own(row).amount == 2 * FEE
    merges.part(merge=merge, by=alice, now=now)
    assert payments.own(row).amount == FEE
