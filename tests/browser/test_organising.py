"""Pages by which a club runs leagues and events: each fits a phone and a desk, and is pictured."""

import re
from decimal import Decimal

import pytest
from playwright.sync_api import expect

from league.models import Standing
from league.services.corrections import corrections
from league.services.leagues import fixtures, league_days
from league.services.results import results
from league.services.results.results import Scores
from league.services.seasons import penalties
from tests.league.factories import (
    NOW,
    DivisionFactory,
    EntrantFactory,
    LeagueFactory,
    MatchFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    SessionFactory,
    TeamFactory,
    VenueFactory,
)

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

NAMES = ("Annemarie von der Linde", "Ben", "Cleo", "Dan", "Eva", "Fritz", "Gerd", "Hanna")


@pytest.fixture
def alice(season):
    return season.club.memberships.get(player__name="Alice").player.account


@pytest.fixture
def bob(season):
    return season.club.memberships.get(player__name="Bob").player.account


@pytest.fixture
def league(season):
    """A league of two divisions in which some have played."""
    league = LeagueFactory(club=season.club, name="Linden League")
    for level in (1, 2):
        names = NAMES[4 * level - 4 : 4 * level]
        division = DivisionFactory(
            league=league, season=season, level=level, promoted=level - 1, relegated=2 - level
        )
        for points, name in enumerate(names):
            player = PlayerFactory(name=name)
            EntrantFactory(division=division, player=player)
            Standing.objects.create(
                season=season, player=player, points=points, gross=points, matches=2
            )
    return league


@pytest.fixture
def team_division(season, alice):
    """A division of three teams of Briscola with a calendar."""
    league = LeagueFactory(club=season.club, name="Team League", team_size=2)
    briscola = SeasonFactory(club=season.club, name="Briscola 2026", game="briscola")
    division = DivisionFactory(league=league, season=briscola, name="First teams")
    for name in ("Trumps", "The Grand Slam of Lower Linden", "Skatfreunde 1923"):
        team = TeamFactory(club=season.club, name=name, players=PlayerFactory.create_batch(3))
        EntrantFactory(division=division, team=team)
    dates = [NOW.date().replace(day=day) for day in (5, 12, 19, 26)]
    fixtures.draw_calendar(division=division, dates=dates, by=alice, now=NOW)
    return division


@pytest.fixture
def skat_division(season, alice):
    """A division of ten players of Skat after its first league day was drawn."""
    league = LeagueFactory(club=season.club, name="Skat League")
    skat = SeasonFactory(club=season.club, name="Skat 2026", game="skat", points_rule="sum")
    division = DivisionFactory(league=league, season=skat, name="Regional division")
    for name in (*NAMES, "Ilse", "Jonathan"):
        EntrantFactory(division=division, player=PlayerFactory(name=name))
    for number in (1, 2):
        name = f"League day {number} of the Regional division"
        league_days.hold(division=division, name=name, sessions=3, by=alice, now=NOW)
    return division


@pytest.fixture
def proposed(match, alice, bob):
    """A final match whose correction is proposed."""
    seen = {"match": match, "by": bob, "now": NOW}
    rounds = [[30, 20, 10, 0], [1, 2, 3, 4], [0, 0, 0, 9], [5, 5, 5, 5]]
    results.enter(submission=Scores(rounds=rounds), expected_version=None, **seen)
    results.confirm(match=match, by=alice, expected_version=1, now=NOW)
    other = Scores(rounds=[[0, 20, 10, 30], *rounds[1:]])
    corrections.propose(submission=other, reason="two rows swapped", expected_version=2, **seen)
    return match


@pytest.fixture
def place(session):
    """A place in the event, beside a few others."""
    event = session.event
    for name in NAMES:
        RegistrationFactory(event=event, player=PlayerFactory(name=name), checked_in_at=NOW)
    return RegistrationFactory(event=event, group="Linden", fixed_table=3)


@pytest.fixture
def skat(season, match):
    """A table of four at Skat."""
    skat = SeasonFactory(club=season.club, game="skat", points_rule="seeger-fabian")
    session = SessionFactory(event__season=skat, number=1)
    return MatchFactory(
        session=session, table_number=7, players=[seat.player for seat in match.seats.all()]
    )


@pytest.fixture
def addresses(  # noqa: PLR0917
    season, league, team_division, skat_division, proposed, place, skat, alice
):
    """Every page, by name."""
    penalties.penalise(
        season=season, player=place.player, points=Decimal(2), reason="came late", by=alice, now=NOW
    )
    event, club = place.event, season.club
    event.entry_fee = 1000
    event.save()
    VenueFactory(club=club, name="Zur Linde", address="Dorfstraße 1\n12345 Linden", tables=6)
    first = league.divisions.first()
    teams = team_division.league
    return {
        "club-leagues": f"/clubs/{club.slug}/",
        "league": f"/leagues/{league.code}/",
        "league-teams": f"/leagues/{teams.code}/",
        "league-new": f"/clubs/{club.slug}/leagues/new/",
        "division": f"/divisions/{team_division.code}/",
        "division-enter": f"/divisions/{first.code}/enter/",
        "division-calendar": f"/divisions/{team_division.code}/calendar/",
        "division-day": f"/divisions/{team_division.code}/days/new/",
        "division-of-players": f"/divisions/{skat_division.code}/",
        "division-day-of-players": f"/divisions/{skat_division.code}/days/new/",
        "day-of-players": f"/events/{skat_division.season.events.last().code}/",
        "league-next": f"/leagues/{league.code}/next/",
        "teams": f"/clubs/{club.slug}/teams/",
        "team-new": f"/clubs/{club.slug}/teams/new/",
        "venues": f"/clubs/{club.slug}/venues/",
        "venue-new": f"/clubs/{club.slug}/venues/new/",
        "season-new": f"/clubs/{club.slug}/seasons/new/",
        "season-organised": f"/seasons/{season.code}/",
        "penalties": f"/seasons/{season.code}/penalties/",
        "event-new": f"/seasons/{season.code}/events/new/",
        "event-organised": f"/events/{event.code}/",
        "handicaps": f"/events/{event.code}/handicaps/?basis=average&percent=80&matches=1&most=20",
        "event-edit": f"/events/{event.code}/edit/",
        "event-cancel": f"/events/{event.code}/cancel/",
        "event-repeat": f"/events/{event.code}/repeat/",
        "event-session": f"/events/{event.code}/sessions/new/",
        "event-pairs": f"/events/{event.code}/pairs/",
        "people-import": f"/clubs/{club.slug}/members/import/",
        "event-import": f"/events/{event.code}/import/",
        "event-door": f"/events/{event.code}/door/",
        "event-books": f"/events/{event.code}/books/",
        "event-books-terms": f"/events/{event.code}/books/terms/",
        "season-fee": f"/seasons/{season.code}/fee/",
        "event-let-in": f"/events/{event.code}/let-in/",
        "place": f"/registrations/{place.code}/",
        "match-proposed": f"/matches/{proposed.code}/",
        "match-correct": f"/matches/{proposed.code}/correct/?as=scores",
        "match-agree": f"/matches/{proposed.code}/agree/",
        "enter-skat-of-four": f"/matches/{skat.code}/result/",
    }


def test_every_page_fits_every_screen(as_alice, addresses, too_wide):
    assert too_wide(as_alice(), addresses) == []


def test_a_tick_at_the_door_changes_the_list_alone(as_alice, place):
    page = as_alice()
    page.goto(f"/events/{place.event.code}/door/")
    page.get_by_label("Find by name").fill(place.player.name)
    expect(page.get_by_role("button", name=re.compile("Undo check-in"))).to_have_count(0)
    page.get_by_role("button", name=f"Check {place.player.name} in").click()
    page.get_by_role("heading", name="9 of 9 have checked in").wait_for()
    assert page.get_by_label("Find by name").input_value() == place.player.name


def test_an_old_answer_does_not_stay_at_the_door(as_alice, place, wait_for):
    page, held = as_alice(), []
    page.goto(f"/events/{place.event.code}/door/")
    page.route("**/door/?find=*", lambda asked: held.append((asked, asked.fetch())), times=1)
    page.get_by_label("Find by name").fill(place.player.name)
    wait_for(page, held)
    page.get_by_role("button", name=f"Check {place.player.name} in").click()
    page.get_by_role("heading", name="9 of 9 have checked in").wait_for()
    with page.expect_response("**/door/?find=*"), page.expect_request("**/door/?find=*"):
        asked, old = held.pop()
        assert "8 of 9 have checked in" in old.text()
        asked.fulfill(response=old)
    page.wait_for_load_state("networkidle")
    page.get_by_role("heading", name="9 of 9 have checked in").wait_for()


def test_a_tick_is_shown_though_its_row_was_replaced(as_alice, place, wait_for):
    page, held = as_alice(), []

    def answer_the_search_first(tick):
        assert "9 of 9 have checked in" in tick.fetch().text()
        search, old = held.pop()
        assert "8 of 9 have checked in" in old.text()
        search.fulfill(response=old)  # htmx gives up what a row has asked that is replaced
        held.append(tick)

    page.goto(f"/events/{place.event.code}/door/")
    page.route("**/door/?find=*", lambda asked: held.append((asked, asked.fetch())), times=1)
    page.route("**/check-in/", answer_the_search_first, times=1)
    page.get_by_label("Find by name").fill(place.player.name)
    wait_for(page, held)
    page.get_by_role("button", name=f"Check {place.player.name} in").click()
    page.get_by_role("heading", name="9 of 9 have checked in").wait_for()
    held.pop().fallback()  # no request may stay without an answer, not even one given up


def test_what_a_correction_changes_is_seen_before_it_is_done(as_alice, proposed):
    page = as_alice()
    page.goto(f"/matches/{proposed.code}/correct/?as=scores")
    page.get_by_label("Score of Bob, round 1").fill("99")
    page.get_by_label("Reason").fill("a slip")
    page.get_by_role("button", name="Preview the changes").click()
    page.get_by_role("heading", name="What this changes").wait_for()
    page.get_by_role("button", name="Correct the result").click()
    page.get_by_text("The result is corrected").wait_for()
