from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import AuditEntry, Notice, Player, Registration, Season
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.events import events
from league.services.registration import registrations
from tests.league.factories import (
    AccountFactory,
    BotFactory,
    EventFactory,
    PlayerFactory,
    RegistrationFactory,
    SessionFactory,
)


def register(event, player, by, now, **options):
    return registrations.register(event=event, player=player, by=by, now=now, **options)


def limit(event, capacity):
    event.capacity = capacity
    event.save()


def test_players_register_themselves(event, mallory, now):
    row = register(event, mallory.player, mallory, now)
    assert (row.status, row.registered_by, row.first_session) == ("registered", mallory, 1)


def test_players_do_not_register_others(event, bob, dora, now):
    with pytest.raises(Forbidden):
        register(event, dora.player, bob, now)


@pytest.mark.parametrize(
    "how", [{"fixed_table": 1}, {"group": "Linde"}, {"first_session": 2}, {"force": True}]
)
def test_players_do_not_say_how(event, bob, now, how):
    with pytest.raises(Forbidden):
        register(event, bob.player, bob, now, **how)


def test_organisers_say_how(event, bob, alice, now):
    how = {"fixed_table": 7, "group": " Die  Linde ", "first_session": 3}
    row = register(event, bob.player, alice, now, **how)
    assert (row.fixed_table, row.group, row.first_session) == (7, "Die Linde", 3)


@pytest.mark.parametrize(
    ("how", "field"),
    [
        ({"fixed_table": 0}, "fixed_table"),
        ({"fixed_table": 501}, "fixed_table"),
        ({"group": "x" * 81}, "group"),
        ({"first_session": 0}, "first_session"),
        ({"first_session": 101}, "first_session"),
    ],
)
def test_a_wrong_field_is_named(event, bob, alice, now, how, field):  # noqa: PLR0917
    with pytest.raises(Invalid) as refused:
        register(event, bob.player, alice, now, **how)
    assert list(refused.value.errors) == [field]


def test_a_registration_is_in_the_log_of_its_event(event, bob, now):
    row = register(event, bob.player, bob, now)
    entry = AuditEntry.objects.get(event=event)
    assert (entry.action, entry.data["registrations"][0]["code"]) == (
        "registration.enter",
        row.code,
    )


def test_nobody_is_registered_twice(event, bob, now):
    row = register(event, bob.player, bob, now)
    with pytest.raises(Conflict, match="already registered") as refused:
        register(event, bob.player, bob, now)
    assert refused.value.current == row


def test_beyond_capacity_one_waits(event, bob, dora, now):
    limit(event, 1)
    statuses = [register(event, by.player, by, now).status for by in (bob, dora)]
    assert statuses == ["registered", "waiting"]


def test_who_waits_is_not_passed(event, bob, dora, alice, now):
    limit(event, 2)
    RegistrationFactory(event=event, status="waiting")
    assert register(event, bob.player, bob, now).status == "waiting"


def test_who_waits_is_told_so(event, bob, now):
    RegistrationFactory(event=event, player=bob.player, status="waiting")
    with pytest.raises(Conflict, match="waiting list"):
        register(event, bob.player, bob, now)


def test_who_has_left_frees_a_place(event, bob, now):
    limit(event, 1)
    RegistrationFactory(event=event, last_session=1)
    assert register(event, bob.player, bob, now).status == "registered"


def test_who_withdrew_comes_back_at_the_end(event, bob, dora, now):
    row = RegistrationFactory(event=event, player=bob.player, status="withdrawn")
    RegistrationFactory(event=event, registered_at=now + timedelta(hours=1))
    again = register(event, bob.player, bob, now + timedelta(hours=2))
    assert again == row
    assert registrations.present(event, 1).last() == row


def test_who_left_comes_back_from_the_next_session(session, bob, alice, now):
    row = RegistrationFactory(event=session.event, player=bob.player, last_session=1)
    register(session.event, bob.player, alice, now)
    row.refresh_from_db()
    assert (row.first_session, row.last_session) == (2, None)


def test_who_left_does_not_come_back_to_a_full_event(event, bob, alice, now):
    limit(event, 1)
    row = RegistrationFactory(event=event, player=bob.player, last_session=1)
    RegistrationFactory(event=event)
    with pytest.raises(Conflict, match="full"):
        register(event, bob.player, alice, now)
    row.refresh_from_db()
    assert (row.status, row.last_session) == ("registered", 1)


def test_who_has_a_substitute_comes_back_in_their_place(event, bob, alice, now):
    row = RegistrationFactory(event=event, player=bob.player, last_session=1)
    RegistrationFactory(event=event, replaces=row, player__name="Sven")
    with pytest.raises(Conflict, match="Replace Sven by Bob"):
        register(event, bob.player, alice, now)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"is_open": False}, "Only organisers can register"),
        ({"closes_at": timedelta(0)}, "Registration is closed"),
        ({"starts_at": -timedelta(hours=4)}, "Registration is closed"),
        ({"starts_at": -timedelta(hours=9), "ends_at": timedelta(0)}, "Registration is closed"),
        ({"cancelled_at": timedelta(0)}, "cancelled"),
    ],
)
def test_self_registration_ends(event, bob, now, changes, said):
    for field, value in changes.items():
        setattr(event, field, now + value if isinstance(value, timedelta) else value)
    event.save()
    with pytest.raises(Conflict, match=said):
        register(event, bob.player, bob, now)


def test_self_registration_ends_with_the_first_draw(session, bob, now):
    with pytest.raises(Conflict, match="already begun"):
        register(session.event, bob.player, bob, now)


def test_players_register_in_running_seasons_only(event, bob, now):
    Season.objects.update(status="draft")
    event.season.refresh_from_db()
    with pytest.raises(Conflict, match="not running"):
        register(event, bob.player, bob, now)


def test_organisers_register_late_from_the_next_session(session, bob, alice, now):
    type(session.event).objects.update(is_open=False, closes_at=now)
    assert register(session.event, bob.player, alice, now).first_session == 2


def test_nobody_comes_to_a_published_session(session, bob, alice, now):
    with pytest.raises(Invalid, match="2 to 100"):
        register(session.event, bob.player, alice, now, first_session=1)


def test_nobody_is_registered_in_a_closed_season(event, bob, alice, now):
    Season.objects.update(status="closed")
    with pytest.raises(Conflict, match="closed"):
        register(event, bob.player, alice, now)


@pytest.fixture
def two_at_once(event, season, now):
    """Return another event that begins while the first one lasts."""
    event.starts_at, event.ends_at = now + timedelta(hours=1), now + timedelta(hours=5)
    event.save()
    return EventFactory(season=season, name="Cup", starts_at=now + timedelta(hours=4))


def test_players_are_in_one_event_at_a_time(event, two_at_once, bob, now):
    register(two_at_once, bob.player, bob, now)
    with pytest.raises(Conflict, match="“Cup” at the same time") as refused:
        register(event, bob.player, bob, now)
    assert refused.value.current == two_at_once


def test_organisers_may_force_two_at_a_time(event, two_at_once, bob, alice, now):
    register(two_at_once, bob.player, bob, now)
    with pytest.raises(Conflict, match="force"):
        register(event, bob.player, alice, now)
    assert register(event, bob.player, alice, now, force=True).status == "registered"


def test_a_hidden_event_stays_hidden(event, two_at_once, bob, now):
    RegistrationFactory(event=two_at_once, player=bob.player)
    hidden = type(event.season).objects.create(club=event.season.club, name="x", game="skat")
    type(event).objects.filter(pk=two_at_once.pk).update(season=hidden)
    assert register(event, bob.player, bob, now).status == "registered"


def test_a_guest_is_a_new_person(event, alice, now):
    row = registrations.register_guest(event=event, name=" Gerd ", by=alice, now=now)
    assert (row.player.name, row.player.account) == ("Gerd", None)


def test_only_organisers_bring_guests(event, bob, now):
    with pytest.raises(Forbidden):
        registrations.register_guest(event=event, name="Gerd", by=bob, now=now)
    assert not Player.objects.filter(name="Gerd").exists()


def test_an_account_that_is_nobody_gives_its_name(event, now):
    by = AccountFactory()
    row = registrations.register_oneself(event=event, own_name="Uwe", by=by, now=now)
    assert row.player.account == by


def test_an_account_that_is_nobody_is_asked_for_its_name(event, now):
    with pytest.raises(Invalid) as refused:
        registrations.register_oneself(event=event, by=AccountFactory(), now=now)
    assert list(refused.value.errors) == ["own_name"]


def test_a_bot_is_registered_if_it_may_fill_seats(event, alice, now):
    greedy, other = BotFactory.create_batch(2)
    events.choose_bots(event=event, bots=[greedy], by=alice, now=now)
    assert register(event, greedy, alice, now).status == "registered"
    with pytest.raises(Invalid, match="Choose it"):
        register(event, other, alice, now)


def test_a_registration_is_described(event, bob, alice, now):
    row = RegistrationFactory(event=event, group="Linde", fixed_table=2)
    changed = registrations.describe(registration=row, fixed_table=None, by=alice, now=now)
    assert (changed.fixed_table, changed.group) == (None, "Linde")
    with pytest.raises(Forbidden):
        registrations.describe(registration=row, group="x", by=bob, now=now)


def test_a_larger_capacity_promotes_in_order(event, alice, bob, now):
    limit(event, 4)
    for _ in range(4):
        RegistrationFactory(event=event)
    late = RegistrationFactory(event=event, status="waiting", registered_at=now)
    first = RegistrationFactory(
        event=event, status="waiting", registered_at=now - timedelta(hours=1), player=bob.player
    )
    events.describe_event(event=event, capacity=5, by=alice, now=now)
    assert list(Registration.objects.filter(status="waiting")) == [late]
    first.refresh_from_db()
    assert first.status == "registered"
    assert Notice.objects.get().account == bob


def test_no_capacity_promotes_all(event, alice, now):
    limit(event, 4)
    RegistrationFactory.create_batch(3, event=event, status="waiting")
    events.describe_event(event=event, capacity=None, by=alice, now=now)
    assert not Registration.objects.filter(status="waiting").exists()


def test_registering_costs_the_same_in_a_full_house(event, alice, now):
    def queries():
        player = PlayerFactory()
        with CaptureQueriesContext(connection) as found:
            register(event, player, alice, now)
        return len(found)

    limit(event, 30)
    SessionFactory(event=event, status="draft")
    before = queries()
    RegistrationFactory.create_batch(20, event=event)
    assert queries() == before
