"""No rank ever called impossible is taken in the end, in random seasons of every kind."""

import random
from datetime import date

import pytest

from league.models import Fixture, Season, Session, Standing
from league.services.base.refusals import Refused
from league.services.draws import draws
from league.services.leagues import division_ranks, division_standings, league_days, leagues
from league.services.results import results
from league.services.seasons import possible_ranks, rankings
from tests.league import leagues as of_teams
from tests.league.factories import (
    NOW,
    DivisionFactory,
    EntrantFactory,
    EventFactory,
    MatchFactory,
    PlayerFactory,
    ResultFactory,
    SessionFactory,
)

KINDS = ("planned", "unplanned", "cup", "calendar", "mixed")
FEW, MANY = range(1), range(1, 9)


@pytest.fixture
def placing(season):
    Season.objects.filter(pk=season.pk).update(points_rule="placing")
    season.refresh_from_db()
    return season


class Course:
    """A season as it goes on: who is still in, and every bound that was told on the way."""

    def __init__(self, season, seed):
        self.season, self.luck = season, random.Random(seed)
        self.players = PlayerFactory.create_batch(self.luck.randint(4, 6))
        self.told = []

    def tell(self):
        found = possible_ranks.of(rankings.table(Season.objects.get(pk=self.season.pk)))
        self.told.append({key: (one.best, one.worst) for key, one in found.items()})

    def penalise(self):
        """Take points from somebody who has played, or give some, before more is told."""
        row = Standing.objects.filter(season=self.season).order_by("pk").first()
        if row is not None and self.luck.random() < 0.5:
            penalty, handicap = self.luck.choice([(1, 0), (0, 2)])
            Standing.objects.filter(pk=row.pk).update(
                penalty=row.penalty + penalty,
                handicap=row.handicap + handicap,
                points=row.points - penalty + handicap,
            )
            self.told.clear()

    def hold(self, event, number, players):
        """Publish a session in which some of these play, tell, and finish its match."""
        there = [one for one in players if self.luck.random() < 0.9] or players
        there = (there if len(there) > 1 else players)[:4]
        session = SessionFactory(event=event, number=number, status=Session.Status.PUBLISHED)
        match = MatchFactory(session=session, players=there)
        self.tell()
        places = self.luck.sample(range(1, len(there) + 1), len(there))
        totals = [10 * (5 - place) for place in places]
        ResultFactory(match=match, totals=totals, places=places, source="played")
        results.finalise(match_ids=[match.pk], now=NOW)
        self.tell()
        return [one for one, place in zip(there, places, strict=True) if place < len(there)]

    def event(self, kind):
        sessions = self.luck.randint(1, 3)
        planned = None if kind == "unplanned" else sessions
        event = EventFactory(season=self.season, planned_sessions=planned)
        return event, sessions

    def play(self, kind):
        calendar = self.calendar() if kind in ("calendar", "mixed") else []
        kinds = [] if kind == "calendar" else ["planned", "cup"] if kind == "mixed" else [kind]
        events = [(*self.event(one), one) for one in kinds]
        for event, sessions, its in events:
            players = list(self.players)
            for number in range(1, sessions + 1):
                self.luck.shuffle(players)
                left = self.hold(event, number, players)
                if its == "cup" and len(left) > 1:
                    players = left
                elif self.luck.random() < 0.2 and len(players) > 3:
                    players.pop()  # somebody leaves
                self.penalise()
        for fixture in calendar:
            event = EventFactory(season=self.season, planned_sessions=1)
            Fixture.objects.filter(pk=fixture.pk).update(event=event)
            self.hold(event, 1, [fixture.home.player, fixture.away.player])

    def calendar(self):
        """Let everybody meet everybody in a division."""
        division = DivisionFactory(season=self.season)
        rows = [EntrantFactory(division=division, player=one) for one in self.players]
        return [
            division.fixtures.create(day=date(2026, 12, 1), home=home, away=away)
            for number, home in enumerate(rows)
            for away in rows[:number]
        ][:5]


def check(season, kind, seed):
    course = Course(season, f"{kind} {seed}")
    course.play(kind)
    Season.objects.filter(pk=season.pk).update(status=Season.Status.CLOSED)
    course.tell()
    for key, (first, last) in course.told[-1].items():
        for told in course.told:
            best, worst = told.get(key, (1, last))
            assert best <= first <= last <= worst, (kind, seed, key, told)


@pytest.mark.parametrize("seed", FEW)
@pytest.mark.parametrize("kind", KINDS)
def test_no_rank_called_impossible_is_taken(placing, kind, seed):
    check(placing, kind, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", MANY)
@pytest.mark.parametrize("kind", KINDS)
def test_no_rank_called_impossible_is_taken_in_many_seasons(placing, kind, seed):
    check(placing, kind, seed)


def test_a_fixture_of_players_that_is_not_held_may_change_everything(placing):
    """The calendar of a league with one fixture held of two."""
    course = Course(placing, "fixtures")
    [first, *_] = course.calendar()
    event = EventFactory(season=placing, planned_sessions=1)
    Fixture.objects.filter(pk=first.pk).update(event=event)
    course.hold(event, 1, [first.home.player, first.away.player])
    divisions = [first.division]
    found = division_ranks.of(divisions, division_standings.tables(divisions))
    assert not any(one.is_certain for one in found.values())


class TeamCourse:
    """A season of teams as it goes on, and every bound that was told of them on the way."""

    def __init__(self, season, by, seed):
        self.season, self.by, self.luck = season, by, random.Random(seed)
        self.division = of_teams.make_division(season, team_size=self.luck.randint(1, 2))
        sizes = [self.luck.randint(1, 3) for _team in range(self.luck.randint(2, 4))]
        self.teams = of_teams.enter_teams(self.division, *sizes)
        self.told, self.trend = [], 0

    def tell(self):
        divisions = [self.division]
        for one in divisions:
            one.season.refresh_from_db()
        found = division_ranks.of(divisions, division_standings.tables(divisions))
        self.told.append({key: (one.best, one.worst) for key, one in found.items()})

    def play(self):
        """Plan league days of all teams, and fixtures of two, then hold them one by one."""
        days = [self.day(f"Day {number}") for number in range(self.luck.randint(0, 2))]
        pairs = [(one, other) for one in self.teams for other in self.teams if one.pk < other.pk]
        fixtures = [
            self.division.fixtures.create(day=date(2026, 12, 1), home=home, away=away)
            for home, away in self.luck.sample(
                pairs, self.luck.randint(not days, min(2, len(pairs)))
            )
        ]
        self.tell()
        for event in filter(None, days):
            self.hold(event)
        for fixture in fixtures:
            if event := self.day(f"Fixture {fixture.pk}", fixture=fixture):
                self.hold(event)

    def day(self, name, **options):
        fill = self.luck.choice(["sizes", "byes"])
        options |= {"name": name, "sessions": self.luck.randint(1, 2)}
        try:
            return of_teams.hold(self.division, self.by, fill=fill, **options)
        except Refused:  # too few players for that
            return None

    def hold(self, event):
        """Publish the sessions of a league day, with substitutes and teams that leave between."""
        self.tell()
        for session in event.sessions.order_by("number"):
            self.substitute(event)
            self.trend = self.luck.choice([1, 0, -1])
            draws.publish_draft(session=session, by=self.by, now=NOW)
            self.tell()
            for match in session.matches.order_by("pk"):
                self.finish(match)
            if self.luck.random() < 0.2:
                self.withdraw()

    def substitute(self, event):
        team = self.luck.choice(self.teams)
        players = of_teams.members(team)
        out, to = self.luck.choice(players), self.luck.choice(players)
        try:
            league_days.substitute(event=event, out=out, to=to, by=self.by, now=NOW)
        except Refused:  # not in the line-up, or seated already
            return
        self.tell()

    def withdraw(self):
        team = self.luck.choice(self.teams)
        try:
            leagues.withdraw(entrant=team, by=self.by, now=NOW)
        except Refused:  # gone before
            return
        self.tell()

    def finish(self, match):
        """Let a match end as the session trends: by chance, for those ahead, or those behind."""
        seats = list(match.seats.order_by("number"))
        order = self.luck.sample(seats, len(seats))
        behind = self.positions()
        order.sort(key=lambda seat: self.trend * behind.get(seat.player_id, 0))
        places = [order.index(seat) + 1 for seat in seats]
        totals = [10 * (5 - place) for place in places]
        ResultFactory(match=match, totals=totals, places=places, source="played")
        results.finalise(match_ids=[match.pk], now=NOW)
        self.tell()

    def positions(self):
        """Return how far down the team of each player is."""
        places = enumerate(division_standings.table(self.division), 1)
        return {
            player.pk: position
            for position, place in places
            for player in of_teams.members(place.entrant)
        }

    def penalise(self):
        """Take points from players, which take none from their teams."""
        Standing.objects.filter(season=self.season).update(penalty=2)
        self.tell()


def check_teams(season, by, seed):
    course = TeamCourse(season, by, f"teams {seed}")
    course.play()
    course.penalise()
    Season.objects.filter(pk=season.pk).update(status=Season.Status.CLOSED)
    course.tell()
    for key, (first, last) in course.told[-1].items():
        for told in course.told:
            best, worst = told[key]
            assert best <= first <= last <= worst, (seed, key, told, course.told[-1])


@pytest.fixture
def briscola(placing):
    Season.objects.filter(pk=placing.pk).update(game="briscola")
    placing.refresh_from_db()
    return placing


@pytest.mark.parametrize("seed", range(3))
def test_no_rank_of_a_team_called_impossible_is_taken(briscola, alice, seed):
    check_teams(briscola, alice, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 60))
def test_no_rank_of_a_team_called_impossible_is_taken_in_many_seasons(briscola, alice, seed):
    check_teams(briscola, alice, seed)
