"""Who is at the top of the divisions of a season."""

from league.models import LineUp, Season
from league.services.leagues.honours import honours_of
from tests.league.factories import (
    NOW,
    DivisionFactory,
    EntrantFactory,
    LeagueFactory,
    PlayerFactory,
    SeasonFactory,
)
from tests.league.leagues import enter_teams, make_division, members
from tests.league.played import evening, people, play


def told(season, asking=None):
    return [
        [
            (
                one.division.name,
                [(place.rank, place.entrant.name, place.points) for place in one.places],
            )
            for one in of_league
        ]
        for of_league in honours_of(season, asking)
    ]


def enter(league, season, level, players):
    division = DivisionFactory(league=league, season=season, level=level, name=f"Level {level}")
    return [EntrantFactory(division=division, player=player) for player in players]


def test_each_division_has_its_first_three(season):
    league = LeagueFactory(club=season.club)
    ada, ben, cleo, dan = people("Ada", "Ben", "Cleo", "Dan")
    enter(league, season, 2, [dan])
    enter(league, season, 1, [ada, ben, cleo, PlayerFactory()])
    play(evening(season)[0], {ada: 1, ben: 9, cleo: 5, dan: 2})
    assert told(season) == [
        [
            ("Level 1", [(1, "Ben", 9), (2, "Cleo", 5), (3, "Ada", 1)]),
            ("Level 2", [(1, "Dan", 2)]),
        ]
    ]


def test_who_has_left_has_no_honours(season):
    ada, ben, cleo, dan = people("Ada", "Ben", "Cleo", "Dan")
    first, *_others = enter(LeagueFactory(club=season.club), season, 1, [ben, ada])
    first.withdrawn_at = NOW
    first.save()
    play(evening(season)[0], {ada: 1, ben: 9, cleo: 5, dan: 2})
    assert told(season) == [[("Level 1", [(2, "Ada", 1)])]]


def test_teams_have_what_their_line_ups_have_won(season):
    division = make_division(season, team_size=2)
    home, away = enter_teams(division, 2, 2)
    [session] = evening(season)
    for entrant in (home, away):
        for position, player in enumerate(members(entrant), start=1):
            LineUp.objects.create(
                event=session.event, entrant=entrant, player=player, position=position
            )
    scores = (1, 2, 3, 4)
    play(session, dict(zip([*members(home), *members(away)], scores, strict=True)))
    [[(_name, places)]] = told(season)
    assert places == [(1, away.name, 7), (2, home.name, 3)]


def test_season_without_a_league_has_no_honours(season):
    assert told(season) == []


def test_planned_divisions_are_for_organisers(club, alice):
    draft = SeasonFactory(club=club, status=Season.Status.DRAFT)
    enter(LeagueFactory(club=club), draft, 1, people("Ada"))
    assert told(draft) == []
    assert told(draft, alice) == [[("Level 1", [])]]


def test_honours_cost_the_same_with_more_divisions(season, django_assert_num_queries):
    league = LeagueFactory(club=season.club)
    enter(league, season, 1, people("Ada", "Ben"))
    with django_assert_num_queries(3):
        honours_of(season, None)
    for level in range(2, 6):
        enter(league, season, level, people("Cleo", "Dan"))
    with django_assert_num_queries(3):
        honours_of(season, None)
