"""What a place costs is said by organisers, for a season or for one event."""

import pytest

from league.models import AuditEntry, Club
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.books import fees, payments


def set_season_fee(season, by, now, fee=500, currency="EUR"):
    return fees.set_season_fee(season=season, fee=fee, currency=currency, by=by, now=now)


def test_an_event_costs_nothing_at_first(event):
    assert fees.fee_of(event) == 0


def test_a_season_says_what_its_events_cost(event, season, alice, now):
    set_season_fee(season, alice, now)
    event.season.refresh_from_db()
    assert fees.fee_of(event) == 500


@pytest.mark.parametrize("fee", [0, 700])
def test_what_an_event_says_itself_counts(event, season, alice, now, fee):
    set_season_fee(season, alice, now)
    held = fees.set_fee(event=event, fee=fee, by=alice, now=now)
    assert fees.fee_of(held) == fee


def test_an_event_takes_the_fee_of_its_season_again(evening, season, alice, now):
    set_season_fee(season, alice, now)
    held = fees.set_fee(event=evening, fee=None, by=alice, now=now)
    assert fees.fee_of(held) == 500


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_set_fees(event, season, now, who, request):
    by = request.getfixturevalue(who)
    with pytest.raises(Forbidden):
        fees.set_fee(event=event, fee=1, by=by, now=now)
    with pytest.raises(Forbidden):
        set_season_fee(season, by, now)


@pytest.mark.parametrize("fee", [-1, fees.MOST + 1])
def test_a_fee_has_bounds(event, season, alice, now, fee):
    with pytest.raises(Invalid):
        fees.set_fee(event=event, fee=fee, by=alice, now=now)
    with pytest.raises(Invalid):
        set_season_fee(season, alice, now, fee=fee)


def test_a_club_chooses_its_currency(season, alice, now):
    set_season_fee(season, alice, now, currency="CHF")
    assert Club.objects.get().currency == "CHF"


def test_a_currency_without_cents_is_none(season, alice, now):
    with pytest.raises(Invalid, match="EUR, CHF"):
        set_season_fee(season, alice, now, currency="JPY")


def test_the_currency_stays_once_something_is_paid(season, anna, pay, alice, now):
    pay(anna)
    with pytest.raises(Conflict, match="noted in EUR"):
        set_season_fee(season, alice, now, fee=700, currency="CHF")
    season.refresh_from_db()
    assert (season.entry_fee, season.club.currency) == (None, "EUR")


def test_the_log_says_who_set_a_fee(evening, alice, now):
    fees.set_fee(event=evening, fee=1000, by=alice, now=now)
    [entry] = AuditEntry.objects.filter(action="event.fee")
    assert (entry.account, entry.data) == (alice, {"fee": 1000})


def test_another_fee_changes_nothing_that_was_paid(evening, anna, pay, alice, now):
    pay(anna)
    held = fees.set_fee(event=evening, fee=2000, by=alice, now=now)
    assert payments.totals(held) == payments.Totals(cash=1000, transfer=0, open=0, owing=0)
