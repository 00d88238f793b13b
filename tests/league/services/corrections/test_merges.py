"""Two players who are one person: who may say so, who cannot be one, and what moves."""

import pytest
from django.apps import apps

from league.models import (
    Agreement,
    AuditEntry,
    Event,
    Membership,
    Player,
    Role,
)
from league.services.accounts import guests
from league.services.base import rights
from league.services.base.refusals import Conflict, Forbidden, Invalid, Unagreed
from league.services.corrections import merges, moves
from league.services.privacy import erasures
from league.services.registration import registrations
from tests.league.factories import (
    AccountFactory,
    ClubFactory,
    EventFactory,
    MatchFactory,
    MembershipFactory,
    PlayerFactory,
    RegistrationFactory,
    SessionFactory,
)
from tests.league.federations import AllegianceFactory
from tests.league.services import acts

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest(event):
    """Dirk, who came to an evening without an account."""
    return RegistrationFactory(event=event, player=PlayerFactory(name="Dirk Ebert")).player


@pytest.fixture
def again(season):
    """Dirk once more, at another evening."""
    event = EventFactory(season=season, name="December")
    return RegistrationFactory(event=event, player=PlayerFactory(name="Dirk E.")).player


def merge(gone, stays, by, now):
    return merges.merge(gone=gone, stays=stays, by=by, now=now)


def test_what_one_had_the_other_has(guest, again, alice, now):
    merge(guest, again, alice, now)
    assert again.registrations.count() == 2
    assert not guest.registrations.exists()


def test_who_went_is_in_no_list_and_their_code_leads_to_who_stays(guest, again, alice, now):
    merge(guest, again, alice, now)
    assert guest not in rights.readable_players(alice)
    assert guests.who_is(guest.code) == again


def test_codes_lead_on_through_two_merges(guest, again, event, alice, now):
    third = RegistrationFactory(event=event, player=PlayerFactory(name="D. Ebert")).player
    merge(guest, again, alice, now)
    merge(again, third, alice, now)
    assert guests.who_is(guest.code) == third


def test_who_met_oneself_is_two_people_and_the_match_is_named(guest, again, session, alice, now):
    match = MatchFactory(session=session, table_number=7, players=[guest, again])
    with pytest.raises(Conflict, match=match.code) as refusal:
        merge(guest, again, alice, now)
    assert refusal.value.current == match


def test_who_sat_at_two_tables_at_once_is_two_people(guest, again, session, alice, now):
    MatchFactory(session=session, players=[guest, *PlayerFactory.create_batch(3)])
    MatchFactory(session=session, players=[again, *PlayerFactory.create_batch(3)])
    with pytest.raises(Conflict, match="both seated"):
        merge(guest, again, alice, now)


def test_many_tables_of_an_online_event_are_no_sign(guest, again, season, alice, now):
    online = SessionFactory(event=EventFactory(season=season, draw=Event.Draw.ONLINE))
    for player in (guest, again):
        MatchFactory(session=online, players=[player, *PlayerFactory.create_batch(3)])
    merge(guest, again, alice, now)
    assert again.seats.count() == 2


def test_whose_points_another_played_for_is_not_that_other(guest, again, session, alice, now):
    match = MatchFactory(session=session, players=[again, *PlayerFactory.create_batch(3)])
    match.seats.filter(player=again).update(counts_for=guest)
    with pytest.raises(Conflict, match=match.code):
        merge(guest, again, alice, now)


def test_a_substitute_is_not_who_is_replaced(event, guest, alice, now):
    row = guest.registrations.get()
    other = RegistrationFactory(event=event, replaces=row, player=PlayerFactory(name="Emil"))
    with pytest.raises(Conflict, match="substituted"):
        merge(other.player, guest, alice, now)


def test_two_in_the_bracket_of_a_cup_are_two(season, alice, now):
    cup = EventFactory(season=season, name="Cup", draw=Event.Draw.KNOCKOUT)
    one, other = (RegistrationFactory(event=cup, player=PlayerFactory()).player for _ in range(2))
    seeding = {"seeding": [one.code, other.code]}
    SessionFactory(event=cup, explanation=seeding)
    with pytest.raises(Conflict, match="bracket"):
        merge(one, other, alice, now)


def test_who_is_somebody_already_cannot_be_a_second(guest, alice, now):
    with pytest.raises(Invalid):
        merge(guest, guest, alice, now)


def test_two_accounts_are_never_merged(bob, dora, owner, now):
    with pytest.raises(Conflict, match="both have accounts"):
        merge(bob.player, dora.player, owner, now)
    owner.is_staff = owner.is_superuser = True
    with pytest.raises(Conflict, match="both have accounts"):
        merge(bob.player, dora.player, owner, now)


def test_who_has_an_account_stays(guest, bob, alice, now):
    with pytest.raises(Conflict, match="has an account"):
        merge(bob.player, guest, alice, now)
    assert merges.direction(bob.player, guest) == (guest, bob.player)
    assert merges.direction(guest, bob.player) == (guest, bob.player)


def test_a_guest_becomes_a_member_with_an_account(guest, bob, event, alice, now):
    merge(guest, bob.player, alice, now)
    assert bob.player.registrations.filter(event=event).exists()


def test_an_account_gets_no_history_that_it_has_not_agreed_to(guest, mallory, alice, now):
    with pytest.raises(Unagreed):
        merge(guest, mallory.player, alice, now)
    assert mallory.player.agreements.get().status == Agreement.Status.ASKED


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_merge(guest, again, who, request, now):
    with pytest.raises(Forbidden):
        merge(guest, again, request.getfixturevalue(who), now)


@pytest.mark.parametrize("swapped", [False, True])
def test_a_guest_of_two_clubs_is_merged_by_neither_alone(guest, again, alice, now, swapped):
    MembershipFactory(club=ClubFactory(), player=again)
    with pytest.raises(Forbidden):
        merge(*((again, guest) if swapped else (guest, again)), alice, now)


def test_staff_merges_guests_of_any_clubs(guest, again, now):
    staff = AccountFactory(is_staff=True, is_superuser=True)
    merge(guest, again, staff, now)
    assert again.registrations.count() == 2


def test_a_role_is_not_given_by_it_that_one_may_not_give(  # noqa: PLR0917
    club, guest, bob, alice, owner, now
):
    MembershipFactory(club=club, player=guest, role=Role.ORGANISER)
    with pytest.raises(Forbidden):
        merge(guest, bob.player, alice, now)
    merge(guest, bob.player, owner, now)
    assert Membership.objects.get(club=club, player=bob.player).role == Role.ORGANISER


def test_two_places_in_an_event_become_one_and_the_next_gets_the_other(event, guest, alice, now):
    act = {"by": alice, "now": now}
    again = RegistrationFactory(event=event, player=PlayerFactory(), checked_in_at=now).player
    Event.objects.filter(pk=event.pk).update(capacity=4)
    RegistrationFactory.create_batch(2, event=event)
    row = registrations.register_guest(event=event, name="Waits", **act)
    assert row.status == "waiting"
    made = merge(guest, again, alice, now)
    kept = again.registrations.get(event=event)
    assert kept.checked_in_at == now
    row.refresh_from_db()
    assert row.status == "registered"
    with pytest.raises(Conflict, match="no place"):
        merges.part(merge=made, **act)


def test_parting_is_refused_once_something_has_happened(guest, again, season, alice, now):
    made = merge(guest, again, alice, now)
    RegistrationFactory(event=EventFactory(season=season, name="January"), player=again)
    with pytest.raises(Conflict, match="Something has changed"):
        merges.part(merge=made, by=alice, now=now)


def merged_before_clubs_were_chosen(gone, stays, by, now):
    made = merge(gone, stays, by, now)
    del made.moved["seen"]["Allegiance.player"]
    made.save()
    return made


def test_a_merge_from_before_a_table_there_is_now_is_parted(guest, again, alice, now):
    made = merged_before_clubs_were_chosen(guest, again, alice, now)
    merges.part(merge=made, by=alice, now=now)
    assert guest.registrations.exists()


def test_what_has_come_to_a_table_since_then_is_noticed(guest, again, season, alice, now):
    made = merged_before_clubs_were_chosen(guest, again, alice, now)
    AllegianceFactory(season=season, player=again)
    with pytest.raises(Conflict, match="Something has changed"):
        merges.part(merge=made, by=alice, now=now)


def test_two_are_parted_once(guest, again, alice, now):
    made = merge(guest, again, alice, now)
    merges.part(merge=made, by=alice, now=now)
    with pytest.raises(Conflict, match="parted already"):
        merges.part(merge=made, by=alice, now=now)


@pytest.mark.parametrize("who", ["scorer", "dora", "mallory"])
def test_others_do_not_part(guest, bob, alice, who, request, now):  # noqa: PLR0917
    made = merge(guest, bob.player, alice, now)
    with pytest.raises(Forbidden):
        merges.part(merge=made, by=request.getfixturevalue(who), now=now)


def test_who_got_a_history_can_give_it_back(guest, bob, alice, now):
    made = merge(guest, bob.player, alice, now)
    merges.part(merge=made, by=bob, now=now)
    assert guest.registrations.count() == 1


def test_a_preview_says_what_moves_and_stores_nothing(  # noqa: PLR0917
    guest, bob, session, owner, alice, now
):
    match = MatchFactory(session=session, players=[guest, *PlayerFactory.create_batch(3)])
    acts.enter(match, owner, now)
    acts.confirm(match, alice, now)
    found = merges.preview(gone=guest, stays=bob.player, by=alice, now=now)
    assert (found.matches, [event.pk for event in found.events]) == (1, [session.event_id])
    [sums] = found.sums
    assert sums.both.points == sums.gone.points > sums.stays.points == 0
    assert guest.registrations.count() == guest.seats.count() == 1


def test_a_preview_asks_nobody(guest, mallory, alice, now):
    with pytest.raises(Unagreed):
        merges.preview(gone=guest, stays=mallory.player, by=alice, now=now)
    assert not mallory.player.agreements.exists()


def test_a_merge_is_noted_with_person_and_event(guest, again, event, alice, now):
    merge(guest, again, alice, now)
    assert AuditEntry.objects.filter(action="person.merge", subject=f"player:{again.code}").exists()
    assert AuditEntry.objects.filter(action="player.merge", event=event).exists()


def test_nobody_registers_who_has_become_another(guest, again, event, alice, now):
    merge(guest, again, alice, now)
    with pytest.raises(Conflict, match=again.code):
        registrations.register(event=event, player=guest, by=alice, now=now)


def test_who_is_erased_loses_the_names_of_both(guest, again, alice, now):
    merge(guest, again, alice, now)
    erasures.erase_guest(player=again, name=again.name, by=alice, now=now)
    guest.refresh_from_db()
    assert "Dirk" not in guest.name


def test_an_organiser_renames_a_guest(guest, alice, now):
    guests.rename(player=guest, name="  Dirk  Eberth ", by=alice, now=now)
    guest.refresh_from_db()
    assert guest.name == "Dirk Eberth"


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_others_rename_nobody(guest, who, request, now):
    with pytest.raises(Forbidden):
        guests.rename(player=guest, name="Dirk", by=request.getfixturevalue(who), now=now)


def test_who_has_an_account_is_not_renamed_by_organisers(bob, owner, now):
    with pytest.raises(Forbidden):
        guests.rename(player=bob.player, name="Bobby", by=owner, now=now)


def test_it_is_said_of_each_reference_to_a_player_what_becomes_of_it():
    found = {
        f"{field.model.__name__}.{field.name}"
        for model in apps.get_app_config("league").get_models()
        for field in [*model._meta.fields, *model._meta.many_to_many]
        if field.related_model is Player
    }
    assert found == set(moves.FATES)
