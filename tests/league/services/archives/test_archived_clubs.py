"""The season of a federation says elsewhere for which clubs its players play, by their names."""

import pytest

from league.models import Club, Role, Season
from league.services.archives import archives, season_imports
from league.services.seasons import club_rankings
from tests.league.factories import (
    NOW,
    ClubFactory,
    EventFactory,
    MembershipFactory,
    PersonFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    make_member,
)
from tests.league.federations import AffiliationFactory, AllegianceFactory


@pytest.fixture
def season(db):
    federation = ClubFactory(kind=Club.Kind.FEDERATION)
    return SeasonFactory(
        club=federation, status=Season.Status.CLOSED, club_points="average", club_best=3
    )


def play_for(season, player, club):
    RegistrationFactory(event=EventFactory(season=season), player=player)
    AllegianceFactory(season=season, player=player, club=club)


def copied(season, club):
    by = make_member(season.club, "Olga", Role.ORGANISER)
    lines = [line.encode() for line in archives.export(season=season, by=by, now=NOW)]
    reader = make_member(club, "Otto", Role.ORGANISER)
    return season_imports.import_season(
        club=club, lines=lines, players="known", by=reader, now=NOW
    ).season


def clubs_in(season):
    return {row.player: row.club for row in season.allegiances.all()}


@pytest.fixture
def elsewhere(db):
    return ClubFactory(kind=Club.Kind.FEDERATION)


@pytest.fixture
def foxes(elsewhere):
    return AffiliationFactory(federation=elsewhere, club__name="Foxes").club


def test_guests_play_for_the_club_of_the_same_name(season, elsewhere, foxes):
    guest = PlayerFactory()
    play_for(season, guest, ClubFactory(name="Foxes"))
    play_for(season, PlayerFactory(), ClubFactory(name="Hares"))
    assert clubs_in(copied(season, elsewhere)) == {guest: foxes}


def test_two_clubs_of_one_name_stay_two(season, elsewhere):
    for slug in ("twins-south", "twins-north"):
        row = AffiliationFactory(federation=elsewhere, club__name="Twins", club__slug=slug)
        play_for(season, PlayerFactory(name=slug), row.club)
    found = clubs_in(copied(season, elsewhere))
    assert [player.name for player in found] == [club.slug for club in found.values()]


def test_of_two_clubs_of_one_name_none_is_taken_for_the_other(season, elsewhere):
    AffiliationFactory(federation=elsewhere, club__name="Twins")
    for _ in range(2):
        play_for(season, PlayerFactory(), ClubFactory(name="Twins"))
    assert clubs_in(copied(season, elsewhere)) == {}


def test_people_with_accounts_play_for_clubs_they_belong_to(season, elsewhere, foxes):
    member, stranger = PersonFactory.create_batch(2)
    MembershipFactory(club=foxes, player=member)
    named = ClubFactory(name="Foxes")
    play_for(season, member, named)
    play_for(season, stranger, named)
    assert clubs_in(copied(season, elsewhere)) == {member: foxes}


def test_the_rule_comes_along(season, elsewhere):
    copy = copied(season, elsewhere)
    assert club_rankings.rule_of(copy) == club_rankings.rule_of(season)


def test_a_club_that_imports_has_no_clubs(season, club, foxes):
    play_for(season, PlayerFactory(), ClubFactory(name="Foxes"))
    assert clubs_in(copied(season, club)) == {}
