"""Pages of leagues: founding one, dividing who plays, the calendar, and the next season."""

import pytest
from django.urls import reverse

from league.models import Division, Entrant, League, Season, Standing, Team, TeamMember
from league.services.leagues import fixtures, league_days, next_season
from tests.league.factories import (
    NOW,
    DivisionFactory,
    EntrantFactory,
    LeagueFactory,
    PersonFactory,
    SeasonFactory,
    agree,
)
from tests.league.leagues import enter_teams

FOUND = {
    "name": "Ladies and gentlemen",
    "rows": "3",
    "divisions.0.name": "First",
    "divisions.0.relegated": "1",
    "divisions.1.name": "Second",
    "divisions.1.promoted": "1",
    "divisions.2.name": "",
}


@pytest.fixture
def league(club):
    return LeagueFactory(club=club, name="Linden League")


@pytest.fixture
def divisions(league, season):
    """Two divisions of two players; one goes up, one goes down."""
    first = DivisionFactory(league=league, season=season, name="First", relegated=1)
    second = DivisionFactory(league=league, season=season, name="Second", level=2, promoted=1)
    for division, names in ((first, ("Ada", "Ben")), (second, ("Cleo", "Dan"))):
        for points, name in zip((9, 3), names, strict=True):
            player = PersonFactory(name=name)
            EntrantFactory(division=division, player=player)
            Standing.objects.create(
                season=season, player=player, points=points, gross=points, matches=1
            )
    return [first, second]


@pytest.fixture
def team_division(club, season):
    """A division of three teams of two, of a game that two can play alone."""
    Season.objects.update(game="briscola")
    season.refresh_from_db()
    league = LeagueFactory(club=club, name="Teams", team_size=2)
    division = DivisionFactory(league=league, season=season, name="Teams 1")
    enter_teams(division, 2, 2, 2)
    return division


def page(name, *args, **query):
    return reverse(f"web:{name}", args=args, query=query or None)


def text(client, address):
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_the_club_lists_its_leagues(client, club, league):
    assert page("league", league.code) in text(client, page("club", club.slug))


def test_an_organiser_founds_a_league(as_alice, club, season):
    response = as_alice.post(page("new-league", club.slug), FOUND | {"season": season.code})
    league = League.objects.get()
    assert response.url == page("league", league.code)
    rows = league.divisions.order_by("level").values_list("name", "promoted", "relegated")
    assert list(rows) == [("First", 0, 1), ("Second", 1, 0)]


def test_a_league_without_a_division_comes_back(as_alice, club, season):
    wanted = FOUND | {"season": season.code, "divisions.0.name": ""}
    response = as_alice.post(page("new-league", club.slug), wanted)
    assert response.status_code == 422
    assert "Nothing was saved" in response.content.decode()
    assert not League.objects.exists()


def test_divisions_of_one_name_are_refused_beside_the_name(as_alice, club, season):
    wanted = FOUND | {"season": season.code, "divisions.1.name": "First"}
    response = as_alice.post(page("new-league", club.slug), wanted)
    assert response.status_code == 422
    assert response.context["form"].errors["divisions.1.name"]


def test_a_row_more_keeps_what_was_typed(as_alice, club, season):
    response = as_alice.post(page("new-league", club.slug), FOUND | {"more": "yes"})
    shown = response.content.decode()
    assert response.status_code == 200
    assert 'name="divisions.3.name"' in shown
    assert 'value="Second"' in shown


@pytest.mark.parametrize("who", ["as_bob", "as_mallory"])
def test_only_organisers_found_leagues(request, who, club, season):
    client = request.getfixturevalue(who)
    assert client.get(page("new-league", club.slug)).status_code == 403
    wanted = FOUND | {"season": season.code}
    assert client.post(page("new-league", club.slug), wanted).status_code == 403
    assert not League.objects.exists()


def test_everybody_sees_the_standings_and_who_moves(client, league, divisions):
    shown = text(client, page("league", league.code))
    assert shown.index("Ada") < shown.index("Ben") < shown.index("Cleo") < shown.index("Dan")
    assert shown.count("▼") == 1
    assert shown.count("certain to") == 2  # nothing is left to play: the first, and who goes up
    assert page("enter-division", divisions[0].code) not in shown


def test_promotion_is_not_certain_while_there_is_something_to_play(client, league, divisions):
    divisions[0].season.events.create(name="More", planned_sessions=3)
    shown = text(client, page("league", league.code))
    assert "certain to" not in shown
    assert shown.count("▲") == shown.count("▼") == 1


def test_drafts_of_divisions_are_for_organisers(client, as_alice, league, divisions):
    Season.objects.update(status=Season.Status.DRAFT)
    assert "Ada" not in text(client, page("league", league.code))
    assert client.get(page("division", divisions[0].code)).status_code == 404
    assert "Ada" in text(as_alice, page("league", league.code))


def test_a_former_season_shows_who_did_move(client, league, divisions, season):
    later = SeasonFactory(club=league.club)
    for level, name in ((1, "Dan"), (2, "Ben")):
        division = DivisionFactory(league=league, season=later, level=level)
        player = Entrant.objects.get(player__name=name).player
        EntrantFactory(division=division, player=player)
    shown = text(client, page("league", league.code, season=season.code))
    assert shown.index("Ben") < shown.index("▼") < shown.index("Cleo")
    assert shown.index("Dan") < shown.index("▲")


def test_an_organiser_enters_players(as_alice, divisions, bob, dora):
    address = page("enter-division", divisions[1].code)
    assert as_alice.post(address, {"players": [bob.player.code]}).status_code == 302
    assert divisions[1].entrants.filter(player=bob.player).exists()
    offered = text(as_alice, page("enter-division", divisions[0].code))
    assert bob.player.code not in offered
    assert dora.player.code in offered


def test_nobody_chosen_comes_back(as_alice, divisions, bob):
    response = as_alice.post(page("enter-division", divisions[1].code), {})
    assert response.status_code == 422
    assert "Choose at least one." in response.content.decode()


def test_an_organiser_lets_somebody_leave(as_alice, divisions):
    entrant = divisions[0].entrants.first()
    as_alice.post(page("withdraw-entrant", divisions[0].code), {"entrant": entrant.key})
    entrant.refresh_from_db()
    assert entrant.withdrawn_at is not None
    assert "has left" in text(as_alice, page("division", divisions[0].code))


@pytest.mark.parametrize("name", ["enter-division", "draw-calendar", "hold-day"])
def test_members_do_not_organise_divisions(as_bob, divisions, name):
    address = page(name, divisions[0].code)
    assert as_bob.get(address).status_code == as_bob.post(address).status_code == 403
    assert address not in text(as_bob, page("division", divisions[0].code))


def test_members_do_not_let_others_leave(as_bob, divisions):
    entrant = divisions[0].entrants.first()
    address = page("withdraw-entrant", divisions[0].code)
    assert as_bob.post(address, {"entrant": entrant.key}).status_code == 403


def draw(client, division, **values):
    dates = {"first": "2026-12-01", "rhythm": "weekly", "count": "5", "legs": "1"}
    return client.post(page("draw-calendar", division.code), dates | values)


def test_an_organiser_draws_the_calendar(as_alice, client, team_division):
    assert draw(as_alice, team_division).status_code == 302
    assert team_division.fixtures.count() == 3
    shown = text(client, page("division", team_division.code))
    assert "1 Dec 2026" in shown
    assert str(team_division.fixtures.first()) in shown
    assert page("hold-day", team_division.code) not in shown


def test_too_few_dates_are_refused_beside_their_number(as_alice, team_division):
    response = draw(as_alice, team_division, count="2")
    assert response.status_code == 422
    assert "at least 3 dates" in str(response.context["form"].errors["count"])


def test_dates_that_are_none_come_back(as_alice, team_division):
    response = draw(as_alice, team_division, skip="2026-12-08 soon")
    assert response.status_code == 422
    assert response.context["form"].errors["skip"]
    assert "2026-12-08 soon" in response.content.decode()


def test_dates_left_out_and_closed_are_kept_free(as_alice, team_division):
    team = team_division.entrants.first()
    closed = {f"blackouts.{team.key}": "2026-12-15", "skip": "2026-12-08"}
    assert draw(as_alice, team_division, **closed).status_code == 302
    days = {str(one.day): {one.home, one.away} for one in team_division.fixtures.all()}
    assert "2026-12-08" not in days
    assert team not in days.get("2026-12-15", set())


def test_an_organiser_holds_a_fixture(as_alice, team_division):
    draw(as_alice, team_division)
    fixture = team_division.fixtures.first()
    address = page("hold-day", team_division.code, fixture=fixture.code)
    assert str(fixture) in text(as_alice, address)
    wanted = {"name": "Derby", "sessions": "2", "fill": "sizes"}
    response = as_alice.post(address, wanted)
    fixture.refresh_from_db()
    assert response.url == page("event", fixture.event.code)
    assert fixture.event.sessions.count() == 2


def test_a_fixture_that_is_held_is_linked_in_the_calendar_alone(client, divisions, alice):
    Season.objects.update(game="briscola")
    division = Division.objects.get(pk=divisions[0].pk)
    fixtures.draw_calendar(division=division, dates=[NOW.date()], by=alice, now=NOW)
    fixture = division.fixtures.get()
    name = f"{fixture.home} – {fixture.away}"
    day = league_days.hold(
        division=division, fixture=fixture, name=name, sessions=1, by=alice, now=NOW
    )
    shown = text(client, page("division", division.code))
    assert shown.count(page("event", day.code)) == 1
    assert shown.count(name) == 1
    assert "League days" not in shown


def test_a_fixture_offers_the_evening_of_its_date(as_alice, team_division):
    draw(as_alice, team_division)
    fixture = team_division.fixtures.first()
    shown = text(as_alice, page("hold-day", team_division.code, fixture=fixture.code))
    assert f'value="{fixture.day.isoformat()}T19:00"' in shown


@pytest.fixture
def skat(league, season):
    """A division of seven players of Skat."""
    Season.objects.update(game="skat")
    season.refresh_from_db()
    division = DivisionFactory(league=league, season=season, name="Skat 1")
    EntrantFactory.create_batch(7, division=division)
    return division


def test_a_division_of_skat_players_is_offered_league_days_and_no_calendar(as_alice, skat):
    shown = text(as_alice, page("division", skat.code))
    assert page("hold-day", skat.code) in shown
    assert page("draw-calendar", skat.code) not in shown
    assert "No league days yet." in shown
    assert 'id="calendar"' not in shown


def test_players_of_a_game_for_two_are_offered_both(as_alice, divisions):
    Season.objects.update(game="briscola")
    shown = text(as_alice, page("division", divisions[0].code))
    assert page("hold-day", divisions[0].code) in shown
    assert page("draw-calendar", divisions[0].code) in shown


def test_an_old_calendar_of_pairs_is_shown_without_an_offer_to_hold_them(as_alice, skat):
    home, away, *_others = skat.entrants.order_by("pk")
    fixture = skat.fixtures.create(day=NOW.date(), home=home, away=away)
    shown = text(as_alice, page("division", skat.code))
    assert f"{home} – {away}" in shown
    assert page("hold-day", skat.code, fixture=fixture.code) not in shown


def test_a_calendar_of_skat_players_is_refused_with_what_to_do(as_alice, skat):
    response = draw(as_alice, skat, count="20")
    assert "Create league days of the whole division instead" in response.content.decode()
    assert not skat.fixtures.exists()


def test_an_organiser_holds_a_day_of_a_whole_division(as_alice, client, skat):
    absent = skat.entrants.order_by("pk").first().player
    address = page("hold-day", skat.code)
    label = as_alice.get(address).context["form"].fields["fill"].label
    assert label == "If numbers don't divide evenly"
    wanted = {
        "name": "First day",
        "sessions": "3",
        "fill": "sizes",
        "starts_at": "2026-12-01T19:00",
        "absent": [absent.code],
    }
    response = as_alice.post(address, wanted)
    event = skat.season.events.get()
    assert response.url == page("event", event.code)
    assert (event.planned_sessions, event.registrations.count()) == (3, 6)
    assert page("event", event.code) in text(client, page("division", skat.code))


@pytest.fixture
def day(team_division, alice):
    """A league day of teams of two, the first of which has a member to spare."""
    teams = [one.team for one in team_division.entrants.order_by("pk")]
    reserve = PersonFactory(name="Reserve")
    agree(team_division.league.club, reserve)
    teams[0].members.create(player=reserve, position=3)
    fixtures.draw_calendar(
        division=team_division,
        dates=[NOW.date().replace(day=n) for n in (1, 2, 3)],
        by=alice,
        now=NOW,
    )
    fixture = team_division.fixtures.filter(home__team=teams[0]).first() or (
        team_division.fixtures.get(away__team=teams[0])
    )
    return league_days.hold(
        division=team_division, fixture=fixture, name="Derby", sessions=2, by=alice, now=NOW
    )


def swap(client, day):
    """Let the reserve play instead of the first of the team."""
    to = TeamMember.objects.get(player__name="Reserve")
    out = to.team.members.get(position=1).player
    wanted = {"out": out.code, "to": to.player.code}
    return client.post(page("substitute", day.code), wanted)


def test_an_organiser_substitutes_in_a_team(as_alice, client, day, team_division):
    shown = text(as_alice, page("division", team_division.code))
    assert page("substitute", day.code) in shown
    assert page("substitute", day.code) not in text(client, page("division", team_division.code))
    assert swap(as_alice, day).url == page("event", day.code)
    assert day.line_ups.filter(player__name="Reserve").exists()


def test_a_captain_substitutes_and_others_do_not(as_bob, bob, day):
    assert swap(as_bob, day).status_code == 403
    Team.objects.filter(members__player__name="Reserve").update(captain=bob.player)
    assert swap(as_bob, day).status_code == 302


def test_nobody_named_comes_back(as_alice, day):
    assert as_alice.post(page("substitute", day.code), {}).status_code == 422


def test_the_next_season_is_shown_to_everybody(client, league, divisions):
    shown = text(client, page("next-season", league.code))
    first, second = shown.split('id="next-2"')
    assert "Cleo" in first
    assert "Ben" in second
    assert "<form" not in shown.split("<main")[1].split("</main>")[0]


def test_it_is_made_once_the_season_is_closed(as_alice, league, divisions, season):
    address = page("next-season", league.code)
    sent = {"sizes.0": "2", "sizes.1": "2", "name": "2027", "make": "yes"}
    assert as_alice.post(address, sent).status_code == 422
    Season.objects.update(status=Season.Status.CLOSED)
    assert as_alice.post(address, sent).status_code == 302
    made = Division.objects.filter(season__name="2027").order_by("level")
    assert [sorted(str(one) for one in division.entrants.all()) for division in made] == [
        ["Ada", "Cleo"],
        ["Ben", "Dan"],
    ]


def test_sizes_are_tried_out_without_making_anything(as_alice, league, divisions):
    sent = {"sizes.0": "4", "preview": "yes"}
    shown = as_alice.post(page("next-season", league.code), sent).content.decode()
    assert "no longer played" in shown
    assert Season.objects.count() == 1


def test_a_gap_between_sizes_comes_back(as_alice, league, divisions):
    sent = {"sizes.0": "", "sizes.1": "2", "preview": "yes"}
    response = as_alice.post(page("next-season", league.code), sent)
    assert response.status_code == 422


@pytest.mark.parametrize("who", ["as_bob", "as_mallory"])
def test_only_organisers_make_it(request, who, league, divisions):
    Season.objects.update(status=Season.Status.CLOSED)
    client = request.getfixturevalue(who)
    sent = {"sizes.0": "2", "sizes.1": "2", "name": "2027", "make": "yes"}
    assert client.post(page("next-season", league.code), sent).status_code == 403
    assert Season.objects.count() == 1


def test_a_planned_season_is_not_shown_to_members(as_bob, as_alice, league, divisions, alice):
    Season.objects.update(status=Season.Status.CLOSED)
    next_season.make(league=league, name="Secret 2027", by=alice, now=NOW)
    assert "Secret 2027" not in text(as_bob, page("league", league.code))
    assert "Secret 2027" in text(as_alice, page("league", league.code))


def test_an_organiser_makes_a_team_and_orders_it(as_alice, client, club, bob, dora):
    numbers = {f"place.{bob.player.code}": "2", f"place.{dora.player.code}": "1"}
    as_alice.post(page("new-team", club.slug), {"name": "Trumps"} | numbers)
    team = Team.objects.get()
    assert [str(one.player) for one in team.members.order_by("position")] == ["Dora", "Bob"]
    shown = text(client, page("teams", club.slug))
    assert shown.index("Dora") < shown.index("Bob")
    only_bob = {f"place.{bob.player.code}": "1"}
    as_alice.post(page("team", team.code), only_bob)
    assert team.members.get().player == bob.player


@pytest.mark.parametrize("who", ["as_bob", "as_mallory"])
def test_only_organisers_make_teams(request, who, club):
    client = request.getfixturevalue(who)
    assert client.post(page("new-team", club.slug), {"name": "Trumps"}).status_code == 403
    assert not Team.objects.exists()


def test_an_organiser_makes_and_starts_a_season(as_alice, club):
    wanted = {"name": "2030", "game": "skat", "cycles": "2", "points_rule": "seeger-fabian"}
    wanted |= {"drop_worst": "1", "min_attendance": "0"}
    response = as_alice.post(page("new-season", club.slug), wanted)
    season = Season.objects.get(name="2030")
    assert response.url == page("season", season.code)
    as_alice.post(page("start-season", season.code))
    season.refresh_from_db()
    assert season.status == Season.Status.RUNNING


def test_what_a_season_cannot_be_is_said_beside_the_field(as_alice, club):
    wanted = {"name": "2030", "game": "loo", "cycles": "1", "points_rule": "seeger-fabian"}
    wanted |= {"drop_worst": "0", "min_attendance": "0"}
    response = as_alice.post(page("new-season", club.slug), wanted)
    assert response.status_code == 422
    assert response.context["form"].errors["points_rule"]
