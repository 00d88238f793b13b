"""A league of Skat players: three days of two divisions, played to their standings."""

from collections import Counter
from itertools import combinations

import pytest

from league.services.draws import drawing, draws
from league.services.events import attendance, events
from league.services.leagues import division_ranks, division_standings, league_days, leagues
from league.services.leagues.leagues import NewDivision
from league.services.results import results
from tests.league.draws import tables
from tests.league.factories import NOW, PlayerFactory, ResultFactory, SeasonFactory

DAYS, SESSIONS = 3, 2
TOTALS = (400, 300, 200, 100)
"""What the players of a table score, the strongest first."""


class League:
    """Two divisions, of nine and of ten players, of whom the earlier entered win."""

    def __init__(self, club, by):
        self.by = by
        self.season = SeasonFactory(club=club, game="skat", points_rule="sum")
        league = leagues.create_league(
            club=club,
            season=self.season,
            name="Skat league",
            divisions=[NewDivision("First", relegated=1), NewDivision("Second", promoted=1)],
            by=by,
            now=NOW,
        )
        self.divisions = list(league.divisions.order_by("level"))
        for division, count in zip(self.divisions, (9, 10), strict=True):
            players = PlayerFactory.create_batch(count)
            leagues.enter(division=division, players=players, by=by, now=NOW)
        self.sessions = {division: [] for division in self.divisions}

    def plan(self, division, number):
        """Create a league day with the draft of its first session."""
        name = f"{division.name}, day {number}"
        return league_days.hold(
            division=division, name=name, sessions=SESSIONS, by=self.by, now=NOW
        )

    def play_day(self, division, event):
        self.play(division, event.sessions.get())
        for _number in range(1, SESSIONS):
            session = events.create_session(event=event, by=self.by, now=NOW)
            drawing.draw(session=session, by=self.by, now=NOW)
            self.play(division, session)

    def play(self, division, session):
        draws.publish(session=session, by=self.by, now=NOW)
        for match in session.matches.order_by("table_number"):
            seated = [seat.player_id for seat in match.seats.order_by("number")]
            places = [sorted(seated).index(player) + 1 for player in seated]
            totals = [TOTALS[place - 1] for place in places]
            ResultFactory(match=match, totals=totals, places=places, source="played")
            results.finalise(match_ids=[match.pk], now=NOW)
        self.sessions[division].append(session)

    def bounds(self):
        tables_now = division_standings.tables(self.divisions)
        return division_ranks.of(self.divisions, tables_now)

    def met(self, division):
        return Counter(
            frozenset(pair)
            for session in self.sessions[division]
            for table in tables(session)
            for pair in combinations(table, 2)
        )


@pytest.fixture
def league(club, alice):
    return League(club, alice)


@pytest.fixture
def played(league):
    """The league after its three days."""
    for number in range(1, DAYS + 1):
        for division in league.divisions:
            league.play_day(division, league.plan(division, number))
    return league


@pytest.mark.further
def test_everybody_meets_everybody_before_anybody_again(played):
    """Nine players have met all others after four of six sessions."""
    first = played.met(played.divisions[0])
    assert len(first) == 36
    assert max(first.values()) == 2


@pytest.mark.further
def test_standings_count_what_is_played_on_the_days(played):
    [table, other] = division_standings.tables(played.divisions).values()
    assert {place.matches for place in [*table, *other]} == {DAYS * SESSIONS}
    assert table[0].entrant == played.divisions[0].entrants.order_by("pk").first()
    assert table[0].points == TOTALS[0] * DAYS * SESSIONS
    assert table[-1].entrant == played.divisions[0].entrants.order_by("pk").last()


@pytest.mark.further
def test_no_rank_called_impossible_after_a_day_is_taken(league):
    plan = [(one, league.plan(one, day)) for day in range(DAYS) for one in league.divisions]
    told = []
    for division, event in plan:
        league.play_day(division, event)
        told.append(league.bounds())
    for table in division_standings.tables(league.divisions).values():
        for place in table:
            own = [bounds[place.entrant.pk] for bounds in told]
            assert all(one.best <= place.rank <= one.worst for one in own)


def test_no_rank_is_certain_while_a_day_goes_on(league):
    event = league.plan(league.divisions[0], 1)
    league.play_day(league.divisions[0], event)
    events.describe_event(event=event, planned_sessions=4, by=league.by, now=NOW)
    assert not any(one.is_certain for one in league.bounds().values())


def test_who_leaves_after_a_day_keeps_what_was_won(league):
    division = league.divisions[0]
    event = league.plan(division, 1)
    league.play_day(division, event)
    winner = division.entrants.order_by("pk").first()
    row = event.registrations.get(player=winner.player)
    attendance.withdraw(registration=row, by=league.by, now=NOW)
    leagues.withdraw(entrant=winner, by=league.by, now=NOW)
    league.play_day(division, league.plan(division, 2))
    [place] = [one for one in division_standings.table(division) if one.entrant == winner]
    assert (place.matches, place.points) == (SESSIONS, TOTALS[0] * SESSIONS)
