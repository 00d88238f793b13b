"""Somebody plays for one club in a season of a federation."""

from datetime import timedelta

import pytest

from league.models import AuditEntry, Club, Role, Season
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.clubs import allegiances, invitations
from league.services.corrections import merges
from league.services.events import attendance
from league.services.play import tables
from league.services.registration import registrations
from tests.league.factories import (
    NOW,
    ClubFactory,
    EventFactory,
    MembershipFactory,
    PersonFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    agree,
    make_member,
)
from tests.league.federations import AffiliationFactory, AllegianceFactory


@pytest.fixture
def federation(db):
    return ClubFactory(kind=Club.Kind.FEDERATION)


@pytest.fixture
def season(federation):
    return SeasonFactory(club=federation)


@pytest.fixture
def event(season):
    return EventFactory(season=season)


@pytest.fixture
def olga(federation):
    return make_member(federation, "Olga", Role.ORGANISER)


@pytest.fixture
def foxes(federation):
    return AffiliationFactory(federation=federation, club__name="Foxes").club


@pytest.fixture
def hares(federation):
    return AffiliationFactory(federation=federation, club__name="Hares").club


@pytest.fixture
def vera(db):
    return PersonFactory(name="Vera")


def join(player, *clubs):
    for club in clubs:
        MembershipFactory(club=club, player=player)


def club_of(season, player):
    return allegiances.clubs_of(season, [player.pk]).get(player.pk)


def register(event, player, **how):
    by = how.pop("by", player.account)
    return registrations.register_oneself(event=event, by=by, now=NOW, **how)


def test_who_belongs_to_one_club_plays_for_it(season, event, foxes, vera):
    join(vera, foxes)
    register(event, vera)
    assert club_of(season, vera) == foxes


def test_the_log_says_for_which_club_somebody_plays_unasked(season, event, foxes, vera):
    join(vera, foxes)
    register(event, vera)
    entry = AuditEntry.objects.get(action="season.plays_for")
    assert (entry.account, entry.data) == (
        vera.account,
        {"player": vera.code, "club": foxes.slug},
    )


def test_who_belongs_to_several_chooses_one(season, event, foxes, hares, vera):
    join(vera, foxes, hares)
    with pytest.raises(Invalid, match="Choose the club") as refused:
        register(event, vera)
    assert list(refused.value.errors) == ["club"]
    register(event, vera, club=hares)
    assert club_of(season, vera) == hares


def test_who_has_chosen_is_not_asked_again(season, event, foxes, hares, vera):
    join(vera, foxes, hares)
    register(event, vera, club=hares)
    register(EventFactory(season=season), vera)
    assert club_of(season, vera) == hares


def test_the_last_choice_counts_for_the_season(season, event, foxes, hares, vera):
    join(vera, foxes, hares)
    register(event, vera, club=hares)
    register(EventFactory(season=season), vera, club=foxes)
    assert club_of(season, vera) == foxes


def test_at_the_door_nobody_is_asked(season, event, foxes, hares, vera):
    join(vera, foxes, hares)
    register(event, vera, is_at_door=True)
    assert club_of(season, vera) is None


def test_who_belongs_to_no_club_plays_for_none(season, event, vera):
    register(event, vera)
    assert club_of(season, vera) is None


def test_a_club_outside_the_federation_is_not_chosen(event, vera, club):
    join(vera, club)
    with pytest.raises(Invalid, match="cannot play for this club"):
        register(event, vera, club=club)
    assert not event.registrations.exists()


def test_a_club_that_was_only_asked_is_not_chosen(federation, event, vera, club):
    AffiliationFactory(federation=federation, club=club, status="asked")
    join(vera, club)
    with pytest.raises(Invalid, match="cannot play for this club"):
        register(event, vera, club=club)


def test_nobody_plays_for_a_club_they_do_not_belong_to(event, foxes, vera):
    with pytest.raises(Invalid, match="cannot play for this club"):
        register(event, vera, club=foxes)


def test_organisers_do_not_send_people_with_accounts_to_other_clubs(event, foxes, vera, olga):
    agree(event.season.club, vera)
    with pytest.raises(Invalid, match="cannot play for this club"):
        registrations.register(event=event, player=vera, club=foxes, by=olga, now=NOW)


def test_organisers_say_for_which_club_a_guest_plays(season, event, foxes, olga):
    row = registrations.register_guest(
        event=event, name="Guest", is_new=True, club=foxes, by=olga, now=NOW
    )
    assert club_of(season, row.player) == foxes


def test_organisers_choose_for_who_is_there(event, foxes, hares, vera, olga):
    season = event.season
    join(vera, foxes, hares)
    RegistrationFactory(event=event, player=vera)
    allegiances.choose(season=season, player=vera, club=hares, by=olga, now=NOW)
    assert club_of(season, vera) == hares
    entry = AuditEntry.objects.get(action="season.plays_for")
    assert entry.data == {"player": vera.code, "club": hares.slug}


def test_a_club_is_taken_away_again(season, event, foxes, vera, olga):
    AllegianceFactory(season=season, player=vera, club=foxes)
    allegiances.choose(season=season, player=vera, club=None, by=olga, now=NOW)
    assert club_of(season, vera) is None
    entry = AuditEntry.objects.get(action="season.plays_for")
    assert entry.data == {"player": vera.code, "club": None}


def test_a_club_that_has_left_can_be_chosen_on(season, event, foxes, vera, olga):
    AllegianceFactory(season=season, player=vera, club=foxes)
    RegistrationFactory(event=event, player=vera)
    foxes.federations.update(status="left", ended_at=NOW)
    row = allegiances.choose(season=season, player=vera, club=foxes, by=olga, now=NOW)
    assert row.club == foxes
    assert not AuditEntry.objects.filter(action="season.plays_for").exists()


def test_at_a_table_one_plays_for_the_club_of_longest_membership(season, event, foxes, hares, vera):
    join(vera, foxes, hares)
    hares.memberships.update(joined_at=NOW - timedelta(days=400))
    tables.registered(event, None, by=vera.account, now=NOW)
    assert club_of(season, vera) == hares


def test_at_a_table_one_plays_on_for_the_club_that_was_chosen(season, event, foxes, hares, vera):
    join(vera, foxes, hares)
    AllegianceFactory(season=season, player=vera, club=hares)
    tables.registered(event, None, by=vera.account, now=NOW)
    assert club_of(season, vera) == hares


@pytest.mark.parametrize("status", ["running", "closed"])
def test_who_opens_an_account_plays_for_own_clubs_only(status, federation, event, foxes, hares):
    olga = make_member(federation, "Olga", Role.OWNER)
    guest = RegistrationFactory(event=event).player
    AllegianceFactory(season=event.season, player=guest, club=foxes)
    Season.objects.filter(pk=event.season_id).update(status=status)
    made, _secret = invitations.invite(player=guest, by=olga, now=NOW)
    invitations.open_account(invitation=made, username="gus", password="tricky cards", now=NOW)
    assert club_of(event.season, guest) == (foxes if status == "closed" else None)


@pytest.mark.parametrize("belongs", [True, False])
def test_who_becomes_somebody_with_an_account_brings_own_clubs_only(
    belongs, federation, event, foxes, vera
):
    olga = make_member(federation, "Olga", Role.OWNER)
    guest = RegistrationFactory(event=event).player
    AllegianceFactory(season=event.season, player=guest, club=foxes)
    join(vera, *([foxes] if belongs else []))
    agree(federation, vera)
    made = merges.merge(gone=guest, stays=vera, by=olga, now=NOW)
    assert club_of(event.season, vera) == (foxes if belongs else None)
    merges.part(merge=made, by=olga, now=NOW)
    assert club_of(event.season, guest) == foxes


def test_others_do_not_choose_for_somebody(season, event, foxes, vera):
    join(vera, foxes)
    RegistrationFactory(event=event, player=vera)
    with pytest.raises(Forbidden):
        allegiances.choose(
            season=season,
            player=vera,
            club=foxes,
            by=make_member(foxes, "Otto", Role.OWNER),
            now=NOW,
        )


def test_who_comes_to_no_event_plays_for_no_club(season, foxes, vera, olga):
    join(vera, foxes)
    with pytest.raises(Conflict, match="comes to no event"):
        allegiances.choose(season=season, player=vera, club=foxes, by=olga, now=NOW)


def test_in_a_closed_season_nothing_is_chosen(season, event, foxes, vera):
    join(vera, foxes)
    RegistrationFactory(event=event, player=vera)
    Season.objects.filter(pk=season.pk).update(status="closed")
    for club in (foxes, None):
        with pytest.raises(Conflict, match="closed"):
            allegiances.choose(season=season, player=vera, club=club, by=vera.account, now=NOW)


def test_a_substitute_plays_for_the_own_club(season, event, foxes, vera, olga):
    join(vera, foxes)
    agree(season.club, vera)
    left = RegistrationFactory(event=event)
    attendance.replace(registration=left, player=vera, by=olga, now=NOW)
    assert club_of(season, vera) == foxes


def test_a_club_that_leaves_keeps_who_has_played_for_it(season, foxes, vera):
    AllegianceFactory(season=season, player=vera, club=foxes)
    foxes.federations.update(status="left", ended_at=NOW)
    assert club_of(season, vera) == foxes


def test_events_of_a_club_ask_nothing(club, foxes, vera, django_assert_num_queries):
    join(vera, club, foxes)
    season = SeasonFactory(club=club)
    register(EventFactory(season=season), vera)
    assert not season.allegiances.exists()
    with django_assert_num_queries(0):
        allegiances.settle(season, [vera], by=vera.account, now=NOW)


def test_settling_many_costs_as_much_as_settling_one(
    season, foxes, olga, django_assert_num_queries
):
    players = PlayerFactory.create_batch(20)
    for player in players:
        join(player, foxes)
    with django_assert_num_queries(4):
        allegiances.settle(season, players[:1], by=olga, now=NOW)
    with django_assert_num_queries(4):
        allegiances.settle(season, players, by=olga, now=NOW)
    assert season.allegiances.count() == 20
