"""Lists: as many queries for twenty rows as for one, every row on one page only."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import (
    AuditEntry,
    Division,
    Duplicate,
    Fixture,
    GameRating,
    GameRatingChange,
    Handicap,
    Job,
    Penalty,
    RatingChange,
    RatingPool,
    Standing,
    Team,
    TeamMember,
)
from league.services.accounts import people
from tests.league.experiments import make_experiment
from tests.league.factories import (
    AuthorsBotFactory,
    BotFactory,
    ClubFactory,
    DivisionFactory,
    EntrantFactory,
    EventFactory,
    JobFactory,
    LeagueFactory,
    MatchFactory,
    MembershipFactory,
    NoticeFactory,
    PartFactory,
    PersonFactory,
    PlayerFactory,
    RegistrationFactory,
    ResultFactory,
    RoundFactory,
    SeasonFactory,
    SessionFactory,
    TeamFactory,
    VenueFactory,
    VersionFactory,
)
from tests.league.ladders import by_key, finish, make_ladder, open_tables, rate_player


def rate_in_game(player, game):
    pool, _ = RatingPool.objects.get_or_create(game=game)
    rating, _ = GameRating.objects.get_or_create(
        pool=pool, player=player, defaults={"mu": 25, "sigma": 8, "ordinal": 1}
    )
    return rating


def one_more(kind, world, now):
    """Make one row more of the list of this kind."""
    season, session, alice, version = world
    match kind:
        case "clubs":
            ClubFactory()
        case "clubs/linde/members":
            MembershipFactory(club=season.club, player=PlayerFactory())
        case "players":
            PersonFactory()
        case "seasons":
            SeasonFactory(club=ClubFactory())
        case "events":
            venue = VenueFactory()
            EventFactory(season=SeasonFactory(), venue=venue).bots.add(BotFactory())
        case "sessions":
            SessionFactory(event=EventFactory())
        case "matches":
            MatchFactory(session=SessionFactory(), players=PlayerFactory.create_batch(4))
        case "jobs":
            JobFactory(match=MatchFactory(session=session))
        case "tokens":
            people.issue_token(account=alice, name="more", scopes=["read"], now=now)
        case "seasons/{season}/standings":
            Standing.objects.create(
                season=season, player=PlayerFactory(), points=1, gross=1, matches=1
            )
        case "sessions/{session}/draw":
            MatchFactory(session=session, players=PlayerFactory.create_batch(4))
        case _:
            one_more_of_bots(kind, alice, version, now)
            one_more_of_a_ladder(kind, season, alice.player, now)
            one_more_of_an_event(kind, session.event)
            one_more_of_results(kind, session, now)
            one_more_of_a_league(kind, season)


def one_more_of_an_event(kind, event):
    match kind:
        case "clubs/linde/venues":
            VenueFactory(club=event.season.club)
        case "events/{event}/registrations":
            whom = RegistrationFactory(event=EventFactory(season=event.season))
            by = PersonFactory().account
            RegistrationFactory(event=event, registered_by=by, replaces=whom)


def one_more_of_results(kind, session, now):
    match kind:
        case "events/{event}/ranking" | "sessions/{session}/ranking":
            match = MatchFactory(session=session, players=PlayerFactory.create_batch(1))
            match.seats.update(points=1, score=1, place=1)
            type(match).objects.filter(pk=match.pk).update(status="final", version=1)
        case "seasons/{season}/penalties":
            Penalty.objects.create(
                season=session.event.season,
                player=PlayerFactory(),
                points=1,
                reason="late",
                given_at=now,
            )
        case "events/{event}/handicaps":
            Handicap.objects.create(
                event=session.event, player=PlayerFactory(), points=1, set_at=now
            )
        case "events/{event}/log":
            AuditEntry.objects.create(
                at=now,
                account=PersonFactory().account,
                event=session.event,
                action="x",
                subject="y",
            )
        case "matches/{match}/results":
            match = session.matches.first()
            version = match.results.count() + 1
            ResultFactory(match=match, version=version, entered_by=PersonFactory().account)


def one_more_of_a_ladder(kind, season, player, now):
    match kind:
        case "seasons/{season}/leaderboard":
            rate_player(season, BotFactory())
        case "games/skat/ratings":
            rate_in_game(PlayerFactory(), "skat")
        case "players/{player}/game-ratings":
            rate_in_game(player, f"game-{RatingPool.objects.count()}")
        case "players/{player}/game-ratings/skat/history":
            rating = rate_in_game(player, "skat")
            GameRatingChange.objects.create(
                rating=rating,
                pool=rating.pool,
                match=MatchFactory(),
                at=now,
                place=1,
                mu=25,
                sigma=8,
            )
        case "players/{player}/ratings":
            rate_player(make_ladder(season.club, bots=0), player)
        case "duplicates":
            finish(open_tables(make_ladder(season.club, bots=4)), by_key)
        case "seasons/{season}/players/{player}/history":
            add_change(season, player, now)


def one_more_of_a_league(kind, season):
    team, division = Team.objects.get(name="Foxes"), Division.objects.get(name="First")
    match kind:
        case "leagues":
            LeagueFactory()
        case "leagues/{league}/divisions":
            DivisionFactory(league=division.league, season=SeasonFactory(club=season.club))
        case "divisions/{division}/entrants" | "divisions/{division}/standings":
            EntrantFactory(division=division)
        case "divisions/{division}/calendar":
            home, away = EntrantFactory.create_batch(2, division=division)
            event = EventFactory(season=season)
            day = date(2026, 12, 1)
            Fixture.objects.create(division=division, day=day, home=home, away=away, event=event)
        case "teams":
            TeamFactory()
        case "teams/{team}/members":
            position = team.members.count() + 1
            TeamMember.objects.create(team=team, player=PlayerFactory(), position=position)


def one_more_of_bots(kind, alice, version, now):
    match kind:
        case "bots":
            VersionFactory(bot__owner=PersonFactory().account)
        case "bots/{bot}/versions" | "versions":
            row = VersionFactory(bot=version.bot)
            Job.objects.create(kind="check_version", checked=row, created_at=now)
        case "versions/{version}/faults" | "versions/{version}/logs":
            PartFactory(version=version, fault="crash")
        case "experiments":
            make_experiment(alice)
        case "notices":
            NoticeFactory(account=alice, version=VersionFactory())


LISTS = [
    "clubs",
    "clubs/linde/members",
    "clubs/linde/venues",
    "players",
    "seasons",
    "events",
    "events/{event}/registrations",
    "events/{event}/ranking",
    "sessions",
    "sessions/{session}/ranking",
    "matches",
    "jobs",
    "tokens",
    "seasons/{season}/standings",
    "seasons/{season}/penalties",
    "events/{event}/handicaps",
    "events/{event}/log",
    "matches/{match}/results",
    "seasons/{season}/leaderboard",
    "seasons/{season}/players/{player}/history",
    "players/{player}/ratings",
    "players/{player}/game-ratings",
    "players/{player}/game-ratings/skat/history",
    "games/skat/ratings",
    "duplicates",
    "bots",
    "bots/{bot}/versions",
    "versions",
    "versions/{version}/faults",
    "versions/{version}/logs",
    "notices",
    "experiments",
    "leagues",
    "leagues/{league}/divisions",
    "divisions/{division}/entrants",
    "divisions/{division}/standings",
    "divisions/{division}/calendar",
    "teams",
    "teams/{team}/members",
]


def add_change(season, player, now):
    """Make one move more of a player's rating."""
    rating = season.ratings.filter(player=player).first() or rate_player(season, player)
    RatingChange.objects.create(
        rating=rating,
        duplicate=Duplicate.objects.create(season=season, created_at=now),
        number=rating.changes.count() + 1,
        place=1,
        mu=25,
        sigma=8,
        at=now,
    )


@pytest.fixture(autouse=True)
def one_table(settings):
    settings.LADDER_OPEN = 1


@pytest.fixture
def version(alice):
    return VersionFactory(bot=AuthorsBotFactory(owner=alice))


@pytest.fixture
def world(season, session, alice, version, division, team):  # noqa: PLR0917
    return season, session, alice, version


@pytest.fixture
def division(season):
    return DivisionFactory(season=season, name="First")


@pytest.fixture
def team(club):
    return TeamFactory(club=club, name="Foxes")


@pytest.fixture
def codes(season, session, version, alice, division, team):  # noqa: PLR0917
    match = MatchFactory(session=session, players=PlayerFactory.create_batch(4))
    return {
        "league": division.league.code,
        "division": division.code,
        "team": team.code,
        "season": season.code,
        "event": session.event.code,
        "match": match.code,
        "session": session.code,
        "player": alice.player.code,
        "bot": version.bot.code,
        "version": version.code,
    }


@pytest.fixture
def ask(as_alice, codes):
    """Return rows and number of queries of a list."""

    def rows_and_queries(address, **query):
        address = address.format(**codes)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            body = as_alice.get(address, query).json()
        return body.get("results", body.get("tables")), len(queries)

    return rows_and_queries


@pytest.mark.sweep(6)
@pytest.mark.parametrize("kind", [*LISTS, "sessions/{session}/draw"])
def test_queries_do_not_grow_with_the_rows(ask, world, now, kind):
    one_more(kind, world, now)
    few, queries = ask(kind)
    for _ in range(19):
        one_more(kind, world, now)
    many, queries_of_many = ask(kind)
    assert len(many) == len(few) + 19
    assert queries_of_many == queries


@pytest.mark.sweep(6)
@pytest.mark.parametrize("kind", LISTS)
def test_every_row_is_on_one_page(ask, as_alice, world, codes, now, kind):  # noqa: PLR0917
    for _ in range(5):
        one_more(kind, world, now)
    whole, _queries = ask(kind)
    page = as_alice.get(kind.format(**codes), {"page_size": 2}).json()
    rows = page["results"]
    while page["next"]:
        page = as_alice.get(page["next"]).json()
        rows += page["results"]
    assert rows == whole


@pytest.mark.sweep(12)
@pytest.mark.parametrize("kind", LISTS)
def test_a_page_has_a_largest_size(ask, world, now, kind):
    for _ in range(3):
        one_more(kind, world, now)
    rows, _queries = ask(kind, page_size=2)
    assert len(rows) == 2
    assert len(ask(kind, page_size=200)[0]) > 2


def test_a_detail_costs_the_same_for_any_number_of_rounds(ask, entered):
    address = f"matches/{entered.code}"
    [result] = entered.results.all()

    def queries():
        return ask(address)[1]

    before = queries()
    for number in range(1, 20):
        RoundFactory(result=result, number=number)
    assert queries() == before


def test_a_detail_costs_the_same_for_any_number_of_versions(ask, entered, bob):
    before = ask(f"matches/{entered.code}")[1]
    for version in range(2, 12):
        ResultFactory(match=entered, version=version, entered_by=bob)
    assert ask(f"matches/{entered.code}")[1] == before


def test_ranks_go_on_from_page_to_page(anonymous):
    """Players with the same rating share the better rank, on whatever page they are."""
    pool = RatingPool.objects.create(game="skat")
    for ordinal in (9, 7, 7, 7, 5, 3, 3):
        skill = {"mu": 25, "sigma": 8, "ordinal": ordinal}
        GameRating.objects.create(pool=pool, player=PlayerFactory(), **skill)
    page = anonymous.get("games/skat/ratings", {"page_size": 3}).json()
    ranks = [[row["rank"] for row in page["results"]]]
    while page["next"]:
        page = anonymous.get(page["next"]).json()
        ranks.append([row["rank"] for row in page["results"]])
    assert ranks == [[1, 2, 2], [2, 5, 6], [6]]


def test_long_lists_are_counted_up_to_a_number(anonymous, monkeypatch):
    monkeypatch.setattr("league.services.base.pages.MOST_COUNTED", 5)
    PlayerFactory.create_batch(7)
    page = anonymous.get("players", {"page_size": 3}).json()
    assert page["count"] == 5
    rest = anonymous.get(page["next"]).json()
    assert (len(rest["results"]), rest["next"]) == (2, None)
