"""Pages of federations: making one, asking clubs, answering, playing for a club, the ranking."""

from decimal import Decimal

import pytest
from django.urls import reverse

from league.models import Affiliation, Club, Role, Standing
from tests.league.factories import (
    ClubFactory,
    EventFactory,
    MatchFactory,
    MembershipFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    SessionFactory,
    make_member,
)
from tests.league.federations import AffiliationFactory, AllegianceFactory


@pytest.fixture
def federation(db):
    return ClubFactory(kind=Club.Kind.FEDERATION, slug="nord", name="Federation North")


@pytest.fixture
def organiser(client, federation):
    client.force_login(make_member(federation, "Olga", Role.ORGANISER))
    return client


@pytest.fixture
def season(federation):
    return SeasonFactory(club=federation)


def page(name, *args):
    return reverse(f"web:{name}", args=args)


def shown(client, name, *args):
    return client.get(page(name, *args)).content.decode()


def test_a_federation_is_made_and_goes_on_to_its_clubs(client, mallory):
    client.force_login(mallory)
    told = {"kind": "federation", "name": "North", "slug": "nord"}
    answer = client.post(page("new-club"), told)
    assert answer.url == page("club", "nord")
    assert Club.objects.get(slug="nord").is_federation


def test_without_a_choice_a_club_is_made(client, mallory):
    client.force_login(mallory)
    client.post(page("new-club"), {"name": "Anker", "slug": "anker"})
    assert not Club.objects.get(slug="anker").is_federation


@pytest.mark.parametrize("named", ["linde", "stammtisch zur LINDE"])
def test_a_club_is_asked_by_its_name_or_address(named, organiser, federation, club):
    Club.objects.filter(pk=club.pk).update(slug="linde", name="Stammtisch zur Linde")
    organiser.post(page("ask-club", "nord"), {"club": named})
    assert Affiliation.objects.get(federation=federation).club == club


def test_of_several_clubs_of_a_name_none_is_asked(organiser, federation):
    ClubFactory.create_batch(2, name="Twins")
    answer = organiser.post(page("ask-club", "nord"), {"club": "Twins"})
    assert "Several clubs have this name" in answer.content.decode()
    assert not Affiliation.objects.exists()


def test_a_request_waits_at_the_desk_of_the_club(client, federation, club, alice):
    row = AffiliationFactory(federation=federation, club=club, status="asked")
    client.force_login(alice)
    assert page("affiliation", row.code) in shown(client, "desk", club.slug)
    client.post(page("affiliation", row.code), {"act": "accept"})
    row.refresh_from_db()
    assert row.status == "member"
    assert page("affiliation", row.code) not in shown(client, "desk", club.slug)


def test_federation_and_club_name_each_other(client, federation, club):
    AffiliationFactory(federation=federation, club=club)
    assert page("club", club.slug) in shown(client, "club", "nord")
    assert page("club", "nord") in shown(client, "club", club.slug)


def test_open_requests_are_not_shown_to_visitors(client, federation, club):
    AffiliationFactory(federation=federation, club=club, status="asked")
    assert page("club", club.slug) not in shown(client, "club", "nord")


def test_an_act_that_there_is_not_is_refused(client, federation, club, alice):
    row = AffiliationFactory(federation=federation, club=club)
    client.force_login(alice)
    assert client.post(page("affiliation", row.code), {"act": "rob"}).status_code == 403


def test_who_belongs_to_several_clubs_is_asked(client, federation, season, bob):
    first, second = AffiliationFactory.create_batch(2, federation=federation)
    event = EventFactory(season=season)
    client.force_login(bob)
    for row in (first, second):
        MembershipFactory(club=row.club, player=bob.player)
    assert 'name="club"' in shown(client, "event", event.code)
    assert client.post(page("register", event.code)).status_code == 422
    client.post(page("register", event.code), {"club": second.club.slug})
    assert season.allegiances.get().club == second.club
    assert second.club.name in shown(client, "event", event.code)


def test_a_choice_says_what_it_moves(client, federation, season, bob):
    for row in AffiliationFactory.create_batch(2, federation=federation):
        MembershipFactory(club=row.club, player=bob.player)
    client.force_login(bob)
    found = shown(client, "event", EventFactory(season=season).code)
    assert "Points count for this club in the whole season, also those won before." in found


def test_an_organiser_takes_a_club_away_again(organiser, season):
    row = RegistrationFactory(event=EventFactory(season=season))
    AllegianceFactory(season=season, player=row.player)
    organiser.post(page("place", row.code), {"act": "club", "club-club": ""})
    assert not season.allegiances.exists()


def test_a_club_that_has_left_stays_chosen(organiser, season):
    row = RegistrationFactory(event=EventFactory(season=season))
    club = AllegianceFactory(season=season, player=row.player, club__name="Foxes").club
    assert f'<option value="{club.slug}" selected' in shown(organiser, "place", row.code)


def test_a_session_is_shown_anew_once_somebody_plays_for_a_club(client, season):
    session = SessionFactory(event__season=season, status="published")
    player = PlayerFactory()
    MatchFactory(session=session, players=[player, *PlayerFactory.create_batch(3)])
    first = client.get(page("session", session.code)).context["known"]
    AllegianceFactory(season=season, player=player)
    assert client.get(page("session", session.code)).context["known"] != first


def test_who_belongs_to_one_club_is_not_asked(client, federation, season, bob):
    row = AffiliationFactory(federation=federation)
    MembershipFactory(club=row.club, player=bob.player)
    event = EventFactory(season=season)
    client.force_login(bob)
    assert 'name="club"' not in shown(client, "event", event.code)
    client.post(page("register", event.code))
    assert season.allegiances.get().club == row.club


def test_the_ranking_says_its_rule(organiser, season):
    row = AllegianceFactory(season=season, club__name="Foxes")
    Standing.objects.create(season=season, player=row.player, points=Decimal(7), matches=1)
    assert "The points of all players of each club are added." in shown(
        organiser, "club-ranking", season.code
    )
    told = {"club_best": "2", "club_points": "average"}
    organiser.post(page("club-rule", season.code), told)
    found = shown(organiser, "club-ranking", season.code)
    assert "The average of the 2 best players of each club counts." in found
    assert "Foxes" in found


def test_the_ranking_is_downloaded(client, season):
    row = AllegianceFactory(season=season, club__name="Foxes", club__slug="foxes")
    Standing.objects.create(season=season, player=row.player, points=Decimal(7), matches=1)
    answer = client.get(page("season-table", season.code, "clubs"))
    lines = b"".join(answer.streaming_content).decode().splitlines()
    assert lines == ["rank,club,name,points,counted,players", "1,foxes,Foxes,7,1,1"]


def test_the_standings_name_the_clubs(client, season):
    row = AllegianceFactory(season=season, club__name="Foxes")
    Standing.objects.create(season=season, player=row.player, points=Decimal(7), matches=1)
    assert "Foxes" in shown(client, "season", season.code)
    assert page("club-ranking", season.code) in shown(client, "season", season.code)
