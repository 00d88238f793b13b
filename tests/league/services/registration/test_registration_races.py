"""Two at once in an event: places are given one at a time, and nobody has two."""

from datetime import timedelta

import pytest

from league.models import Account, Event, Match, Registration, Result
from league.services.base.refusals import Conflict
from league.services.events import arrivals, attendance, events
from league.services.registration import registrations
from league.services.results import results
from league.services.results.results import Scores
from tests.league.factories import EventFactory, PlayerFactory, RegistrationFactory, VenueFactory
from tests.league.services.races import at_once, losers, winners

pytestmark = pytest.mark.django_db(transaction=True)


def registering(event, account, now):
    own, by = Event.objects.get(pk=event.pk), Account.objects.get(pk=account.pk)
    player = by.player
    return lambda: registrations.register(event=own, player=player, by=by, now=now)


def withdrawing(row, account, now):
    own = registrations.places.fresh(row)
    return lambda: attendance.withdraw(registration=own, by=account, now=now)


def statuses(event):
    rows = event.registrations.order_by("status")
    return list(rows.values_list("status", flat=True))


def test_of_two_for_the_last_place_one_waits(event, bob, dora, now):
    Event.objects.update(capacity=1)
    outcomes = at_once(registering(event, bob, now), registering(event, dora, now))
    assert len(winners(outcomes)) == 2
    assert statuses(event) == ["registered", "waiting"]


def test_of_many_for_few_places_as_many_wait(event, now, mallory, bob, dora, carol, alice):  # noqa: PLR0917
    Event.objects.update(capacity=2)
    accounts = [mallory, bob, dora, carol, alice]
    at_once(*[registering(event, account, now) for account in accounts])
    assert statuses(event) == ["registered"] * 2 + ["waiting"] * 3


def test_who_registers_twice_is_registered_once(event, bob, now):
    outcomes = at_once(*[registering(event, bob, now) for _ in range(3)])
    assert len(winners(outcomes)) == 1
    assert [type(loser) for loser in losers(outcomes)] == [Conflict] * 2
    assert statuses(event) == ["registered"]


def test_who_presses_twice_at_the_door_comes_in_once(event, bob, now):
    code = arrivals.code_of(event, now=now)
    own, by = Event.objects.get(pk=event.pk), Account.objects.get(pk=bob.pk)
    outcomes = at_once(
        *[lambda: arrivals.arrive(event=own, code=code, by=by, now=now) for _ in range(3)]
    )
    assert len(winners(outcomes)) == 3
    assert event.registrations.get().checked_in_at == now


def test_a_place_freed_while_somebody_registers_is_taken(event, bob, dora, now):
    Event.objects.update(capacity=1)
    row = RegistrationFactory(event=event, player=bob.player)
    at_once(withdrawing(row, bob, now), registering(event, dora, now))
    assert statuses(event) == ["registered", "withdrawn"]
    assert Registration.objects.get(status="registered").player == dora.player


def test_two_places_freed_at_once_go_to_two(event, bob, dora, now):
    Event.objects.update(capacity=2)
    rows = [RegistrationFactory(event=event, player=who.player) for who in (bob, dora)]
    RegistrationFactory.create_batch(3, event=event, status="waiting")
    at_once(withdrawing(rows[0], bob, now), withdrawing(rows[1], dora, now))
    assert statuses(event) == ["registered"] * 2 + ["waiting"] + ["withdrawn"] * 2


def test_who_withdraws_twice_frees_one_place(event, bob, alice, now):
    Event.objects.update(capacity=1)
    row = RegistrationFactory(event=event, player=bob.player)
    RegistrationFactory.create_batch(2, event=event, status="waiting")
    outcomes = at_once(withdrawing(row, bob, now), withdrawing(row, alice, now))
    assert len(winners(outcomes)) == 1
    assert statuses(event) == ["registered", "waiting", "withdrawn"]


def test_of_two_substitutes_one_plays(event, bob, alice, owner, now):
    row = RegistrationFactory(event=event, player=bob.player)

    def replacing(by):
        own, player = registrations.places.fresh(row), PlayerFactory()
        return lambda: attendance.replace(registration=own, player=player, by=by, now=now)

    outcomes = at_once(replacing(alice), replacing(owner))
    assert len(winners(outcomes)) == 1
    assert registrations.present(event, 1).count() == 1


def test_nobody_registers_for_two_events_at_the_same_time(event, season, bob, now):
    Event.objects.update(starts_at=now + timedelta(hours=1))
    other = EventFactory(season=season, starts_at=now + timedelta(hours=2))
    outcomes = at_once(registering(event, bob, now), registering(other, bob, now))
    assert len(winners(outcomes)) == 1
    assert Registration.objects.count() == 1


def test_of_two_events_at_one_venue_one_is_planned(season, alice, owner, now):
    venue = VenueFactory(club=season.club, tables=4)

    def planning(name, by):
        return lambda: events.create_event(
            season=season, name=name, venue=venue, starts_at=now, by=by, now=now
        )

    outcomes = at_once(planning("First", alice), planning("Second", owner))
    assert [type(loser) for loser in losers(outcomes)] == [Conflict]
    assert Event.objects.count() == 1


def test_an_event_is_cancelled_or_has_a_result(match, bob, alice, now):
    own, event = Match.objects.get(pk=match.pk), match.session.event
    entry = Scores(rounds=[[12, 6, 0, 3]] * 4)
    at_once(
        lambda: events.cancel_event(event=event, reason="Flood", by=alice, now=now),
        lambda: results.enter(match=own, submission=entry, by=bob, expected_version=None, now=now),
    )
    event.refresh_from_db()
    assert (event.cancelled_at is None) == Result.objects.exists()
