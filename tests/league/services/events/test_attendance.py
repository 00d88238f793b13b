from datetime import timedelta

import pytest

from league.models import AuditEntry, Bye, Event, Match, Registration, Seat, Session
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.draws import drawing
from league.services.events import attendance, events
from league.services.registration.registrations import present
from tests.league.factories import MatchFactory, PlayerFactory, RegistrationFactory, SessionFactory


@pytest.fixture
def row(event, bob):
    return RegistrationFactory(event=event, player=bob.player)


@pytest.fixture
def played(session, row, table_of_four):
    """Bob's registration, who has a seat in the first session."""
    MatchFactory(session=session, table_number=1, players=table_of_four)
    return row


def withdraw(row, by, now, **options):
    return attendance.withdraw(registration=row, by=by, now=now, **options)


def replace(row, player, by, now, **options):
    return attendance.replace(registration=row, player=player, by=by, now=now, **options)


def names(event, number):
    return [row.player.name for row in present(event, number)]


def test_before_the_start_a_place_is_given_up(row, bob, now):
    assert withdraw(row, bob, now).status == "withdrawn"
    assert AuditEntry.objects.get(event=row.event).action == "registration.withdraw"


def test_who_has_played_leaves_from_the_next_session(played, bob, now):
    row = withdraw(played, bob, now)
    assert (row.status, row.last_session) == ("registered", 1)
    assert [names(row.event, number) for number in (1, 2)] == [["Bob"], []]


def test_who_has_played_leaves_from_a_later_session(played, bob, now):
    assert withdraw(played, bob, now, from_session=4).last_session == 3


def test_nobody_leaves_a_published_session(played, bob, now):
    with pytest.raises(Invalid) as refused:
        withdraw(played, bob, now, from_session=1)
    assert list(refused.value.errors) == ["from_session"]


def test_who_has_not_played_is_withdrawn_also_late(session, row, bob, now):
    assert withdraw(row, bob, now).status == "withdrawn"


def test_a_seat_in_a_draft_is_not_yet_played(draft, row, bob, table_of_four, now):
    MatchFactory(session=draft, players=table_of_four, status=Match.Status.DRAFT)
    assert withdraw(row, bob, now).status == "withdrawn"


def test_the_first_who_waits_gets_the_place(row, bob, now):
    Event.objects.update(capacity=1)
    late, first = (
        RegistrationFactory(
            event=row.event, status="waiting", registered_at=now - timedelta(minutes=minutes)
        )
        for minutes in (1, 2)
    )
    withdraw(row, bob, now)
    assert names(row.event, 1) == [first.player.name]
    late.refresh_from_db()
    assert late.status == "waiting"


def test_a_place_freed_late_is_for_the_next_session(played, bob, now):
    Event.objects.update(capacity=1)
    waiting = RegistrationFactory(event=played.event, status="waiting")
    withdraw(played, bob, now)
    assert [names(played.event, number) for number in (1, 2)] == [["Bob"], [waiting.player.name]]


def test_one_leaves_the_waiting_list(row, bob, now):
    Registration.objects.update(status="waiting")
    assert withdraw(row, bob, now).status == "withdrawn"


def test_nobody_leaves_twice(played, bob, now):
    withdraw(played, bob, now)
    with pytest.raises(Conflict, match="already"):
        withdraw(played, bob, now)


def test_players_withdraw_only_themselves(row, dora, alice, now):
    with pytest.raises(Forbidden):
        withdraw(row, dora, now)
    assert withdraw(row, alice, now).status == "withdrawn"


@pytest.mark.parametrize("who", ["alice", "bob"])
def test_organisers_and_players_check_in(row, who, request, now):
    checked = attendance.check_in(registration=row, by=request.getfixturevalue(who), now=now)
    assert checked.checked_in_at == now


def test_others_do_not_check_in(row, dora, now):
    with pytest.raises(Forbidden):
        attendance.check_in(registration=row, by=dora, now=now)


def test_checking_in_again_changes_nothing(row, bob, alice, now):
    attendance.check_in(registration=row, by=bob, now=now)
    later = attendance.check_in(registration=row, by=alice, now=now + timedelta(minutes=1))
    assert later.checked_in_at == now
    assert AuditEntry.objects.count() == 1


@pytest.mark.parametrize("status", ["waiting", "withdrawn"])
def test_who_has_no_place_does_not_check_in(row, bob, now, status):
    Registration.objects.update(status=status)
    with pytest.raises(Conflict, match="no place"):
        attendance.check_in(registration=row, by=bob, now=now)


def test_players_check_in_on_the_day(row, bob, alice, now):
    Event.objects.update(starts_at=now + timedelta(hours=13))
    with pytest.raises(Conflict, match="12 hours before the start"):
        attendance.check_in(registration=row, by=bob, now=now)
    assert attendance.check_in(registration=row, by=alice, now=now).checked_in_at == now


def test_a_check_in_is_undone(row, bob, now):
    attendance.check_in(registration=row, by=bob, now=now)
    assert attendance.undo_check_in(registration=row, by=bob, now=now).checked_in_at is None


def test_all_are_checked_in(row, alice, now):
    RegistrationFactory(event=row.event, checked_in_at=now)
    RegistrationFactory(event=row.event, status="waiting")
    assert attendance.check_in_all(event=row.event, by=alice, now=now) == 1
    assert present(row.event, 1, checked_in_only=True).count() == 2


def test_some_are_checked_in(row, alice, now):
    RegistrationFactory(event=row.event)
    assert attendance.check_in_all(event=row.event, codes=[row.code], by=alice, now=now) == 1
    assert list(present(row.event, 1, checked_in_only=True)) == [row]


def test_who_cannot_be_checked_in_is_named(row, alice, now):
    gone = RegistrationFactory(event=row.event, status="withdrawn")
    with pytest.raises(Invalid) as refused:
        attendance.check_in_all(event=row.event, codes=[row.code, gone.code], by=alice, now=now)
    assert list(refused.value.errors) == ["registrations.1"]
    assert not present(row.event, 1, checked_in_only=True).exists()


def test_only_organisers_check_in_all(row, bob, now):
    with pytest.raises(Forbidden):
        attendance.check_in_all(event=row.event, by=bob, now=now)


def test_a_substitute_plays_for_somebody(played, alice, now):
    came = replace(played, PlayerFactory(name="Sven"), alice, now)
    assert (came.first_session, came.replaces) == (2, played)
    assert [names(played.event, number) for number in (1, 2)] == [["Bob"], ["Sven"]]


def test_a_substitute_from_the_start(row, alice, now):
    replace(row, PlayerFactory(name="Sven"), alice, now)
    assert [names(row.event, number) for number in (1, 2)] == [["Sven"], ["Sven"]]


def test_a_substitute_takes_the_place_before_who_waits(row, alice, now):
    Event.objects.update(capacity=1)
    waiting = RegistrationFactory(event=row.event, status="waiting")
    replace(row, PlayerFactory(name="Sven"), alice, now)
    waiting.refresh_from_db()
    assert waiting.status == "waiting"


def test_who_waits_may_be_the_substitute(row, alice, now):
    waiting = RegistrationFactory(event=row.event, status="waiting")
    came = replace(row, waiting.player, alice, now)
    assert (came, came.status, came.replaces) == (waiting, "registered", row)


def test_a_substitute_of_a_substitute_plays_for_the_first(played, alice, now):
    first = replace(played, PlayerFactory(), alice, now)
    second = replace(first, PlayerFactory(), alice, now)
    assert second.replaces == played


def test_who_is_replaced_comes_back(played, bob, alice, now):
    event = played.event
    came = replace(played, PlayerFactory(name="Sven"), alice, now)
    SessionFactory(event=event, number=2)
    back = replace(came, bob.player, alice, now)
    assert (back, back.replaces, back.first_session) == (played, None, 3)
    assert [names(event, number) for number in (2, 3)] == [["Sven"], ["Bob"]]


def test_who_plays_is_no_substitute(row, dora, alice, now):
    RegistrationFactory(event=row.event, player=dora.player)
    with pytest.raises(Conflict, match="Choose somebody else"):
        replace(row, dora.player, alice, now)
    assert names(row.event, 1) == ["Bob", "Dora"]


def test_a_substitute_is_there_if_who_is_replaced_was(row, alice, now):
    attendance.check_in(registration=row, by=alice, now=now)
    assert replace(row, PlayerFactory(), alice, now).checked_in_at == now


def test_who_waits_is_not_replaced(row, alice, now):
    Registration.objects.update(status="waiting")
    with pytest.raises(Conflict, match="no place"):
        replace(row, PlayerFactory(), alice, now)


def test_players_choose_no_substitute(row, bob, now):
    with pytest.raises(Forbidden):
        replace(row, PlayerFactory(), bob, now)


@pytest.fixture
def drafted(event, row, alice, now):
    """Two drafts of an event of nine: with Bob at a table, and as it was drawn."""
    RegistrationFactory.create_batch(8, event=event)
    made = [events.create_session(event=event, by=alice, now=now) for _ in range(2)]
    for session in made:
        drawing.draw(session=session, by=alice, now=now)
    return made


def places_of(player):
    return Seat.objects.filter(player=player).count() + Bye.objects.filter(player=player).count()


def test_a_substitute_has_the_places_in_drafts(drafted, row, alice, now):
    came = replace(row, PlayerFactory(name="Sven"), alice, now)
    assert (places_of(came.player), places_of(row.player)) == (2, 0)
    assert set(Seat.objects.filter(player=came.player).values_list("counts_for", flat=True)) <= {
        row.player_id
    }


def test_drafts_before_a_substitute_comes_stay(drafted, row, alice, now):
    came = replace(row, PlayerFactory(name="Sven"), alice, now, from_session=2)
    assert (places_of(came.player), places_of(row.player)) == (1, 1)


def test_a_substitute_who_is_seated_by_hand_is_not_seated_twice(drafted, row, alice, now):
    by_hand = PlayerFactory()
    match = drafted[0].matches.first()
    Seat.objects.create(match=match, number=9, player=by_hand)
    came = replace(row, by_hand, alice, now)
    assert places_of(came.player) == 2


def test_a_draft_is_explained_with_the_substitute(drafted, row, alice, now):
    came = replace(row, PlayerFactory(name="Sven"), alice, now)
    session = Session.objects.get(pk=drafted[1].pk)
    assert row.player.code not in str(session.explanation)
    assert AuditEntry.objects.filter(action="draw.change").count() == 2
    assert came.player.code in str(AuditEntry.objects.filter(action="draw.change").last().data)
