"""Results of a past season come from a list, and count as if they had been entered then."""

import io
from datetime import UTC, date, datetime

import openpyxl
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import (
    Club,
    Delivery,
    Event,
    Match,
    Player,
    Registration,
    Result,
    Role,
    Seat,
    Session,
)
from league.services.archives import archives, past_results, season_imports
from league.services.base.refusals import Conflict, Forbidden, Invalid, SameName, Unagreed
from league.services.clubs.lists import Wishes
from league.services.corrections import corrections, rebuilds, voids
from league.services.results.submissions import Scores, Totals
from league.services.seasons import game_ratings, rankings, seasons, standings
from league.services.webhooks import webhooks
from tests.league.factories import (
    ClubFactory,
    EventFactory,
    MembershipFactory,
    PersonFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    make_member,
)
from tests.league.federations import AffiliationFactory

EVENING = "15.03.2024;1;1;Ada;12\n15.03.2024;1;1;Ben;6\n15.03.2024;1;1;Cleo;0\n"
LATER = "22.03.2024;1;1;Ben;9\n22.03.2024;1;1;Cleo;3\n22.03.2024;1;1;Ada;1\n"
SECOND = "15.03.2024;2;1;Cleo;5\n15.03.2024;2;1;Ada;4\n15.03.2024;2;1;Ben;4\n"


@pytest.fixture
def season(club):
    return SeasonFactory(club=club, game="skat")


@pytest.fixture
def bring(season, alice, now):
    """Return a function that imports results into the season."""

    def act(text, who=(), *, of=season, by=alice, preview=False, **how):
        return past_results.import_results(
            season=of,
            content=text.encode(),
            wishes=Wishes(who=dict(who), **how),
            preview=preview,
            by=by,
            now=now,
        )

    return act


def wrong(act, *args, **how):
    with pytest.raises(Invalid) as refusal:
        act(*args, **how)
    return refusal.value.errors


def table_of(season):
    return [(row.player.name, row.standing.points) for row in rankings.table(season)]


def test_each_day_becomes_an_event_with_its_sessions(bring, season):
    bring(LATER + EVENING + SECOND)
    found = [(event.name, event.sessions.count()) for event in season.events.order_by("pk")]
    assert found == [("2024-03-15", 2), ("2024-03-22", 1)]


def test_seats_follow_the_lines_and_have_what_the_list_says(bring, season):
    bring(EVENING)
    rows = Seat.objects.filter(match__season=season).order_by("number")
    found = [(row.player.name, row.score, row.place, row.points) for row in rows]
    assert found == [("Ada", 12, 1, 12), ("Ben", 6, 2, 6), ("Cleo", 0, 3, 0)]


def test_players_play_for_the_club_they_belong_to(bring, now):
    federation = ClubFactory(kind=Club.Kind.FEDERATION)
    foxes = AffiliationFactory(federation=federation).club
    ada = MembershipFactory(club=foxes, player=PlayerFactory(name="Ada")).player
    MembershipFactory(club=federation, player=ada)
    season = SeasonFactory(club=federation, game="skat")
    bring(EVENING, of=season, by=make_member(federation, "Olga", Role.ORGANISER))
    assert [(row.player, row.club) for row in season.allegiances.all()] == [(ada, foxes)]


def test_results_count_in_the_standings_at_once(bring, season):
    bring(EVENING + SECOND + LATER)
    assert table_of(season) == [("Ben", 19), ("Ada", 17), ("Cleo", 8)]


def test_results_are_final_as_of_the_time_of_play(bring, season, alice, now):
    bring("15.03.2024 19:30;1;1;Ada;12\n15.03.2024 19:30;1;1;Ben;6\n15.03.2024 19:30;1;1;Cleo;0")
    match, result = Match.objects.get(season=season), Result.objects.get()
    played = datetime(2024, 3, 15, 19, 30, tzinfo=UTC)
    assert (match.status, match.finished_at) == ("final", played)
    assert match.session.published_at == match.session.event.starts_at == played
    assert (result.source, result.entered_by, result.entered_at) == ("list", alice, now)
    assert not result.rounds.exists()


def test_sessions_are_closed(bring):
    bring(EVENING)
    assert Session.objects.get().status == "closed"


def test_whoever_played_is_registered_from_their_first_session_on(bring):
    bring(EVENING + SECOND.replace("Ben", "Dora"))
    rows = Registration.objects.order_by("player__name")
    found = [(row.player.name, row.status, row.first_session) for row in rows]
    assert found == [
        ("Ada", "registered", 1),
        ("Ben", "registered", 1),
        ("Cleo", "registered", 1),
        ("Dora", "registered", 2),
    ]


def test_a_guest_of_one_list_is_known_in_the_next(bring):
    bring(EVENING)
    assert not any(line.is_new for line in bring(LATER).lines)


def test_the_log_rebuilds_each_event(bring, season):
    bring(EVENING + SECOND + LATER)
    assert [rebuilds.differences(event) for event in season.events.all()] == [[], []]


def test_a_recount_finds_nothing_wrong(bring, season):
    bring(EVENING + SECOND + LATER)
    assert standings.recount(season) == 0


def test_the_rater_goes_by_the_time_of_play(bring, season):
    bring(LATER + EVENING)
    game_ratings.rate_waiting()
    assert game_ratings.recount(game=season.game) == 0
    ada = Player.objects.get(name="Ada")
    days = ada.game_ratings.get().changes.order_by("at").values_list("place", flat=True)
    assert list(days) == [1, 3]


def test_a_name_on_many_lines_is_one_guest(bring):
    lines = bring(EVENING + SECOND).lines
    assert [line.is_new for line in lines] == [True] * 6
    assert Player.objects.filter(name="Ada").count() == 1


@pytest.fixture
def ada(club):
    return RegistrationFactory(event__season__club=club, player__name="Ada").player


def test_somebody_of_the_club_is_found_by_name(bring, ada):
    assert {line.player for line in bring(EVENING + SECOND).lines if not line.is_new} == {ada}


def test_the_first_line_of_a_name_says_who_it_is_in_all(bring, club, ada):
    other = RegistrationFactory(event__season__club=club, player__name="Ada").player
    with pytest.raises(SameName):
        bring(EVENING + SECOND)
    bring(EVENING + SECOND, {1: other.code})
    assert other.seats.count() == 2


def test_a_table_may_stand_in_one_line(bring, season):
    bring(
        "Datum;Spieler 1;Punkte 1;Spieler 2;Punkte 2;Spieler 3;Punkte 3\n1.3.24;Ada;3;Ben;2;Cleo;1"
    )
    assert table_of(season) == [("Ada", 3), ("Ben", 2), ("Cleo", 1)]


def test_a_workbook_with_dates_is_read(season, alice, now):
    book = openpyxl.Workbook()
    book.active.append(["Date", "Table", "Name", "Points"])
    for name, score in (("Ada", 3), ("Ben", -2.0), ("Cleo", 1)):
        book.active.append([date(2024, 3, 15), 1, name, score])
    file = io.BytesIO()
    book.save(file)
    past_results.import_results(season=season, content=file.getvalue(), by=alice, now=now)
    assert table_of(season) == [("Ada", 3), ("Cleo", 1), ("Ben", -2)]
    assert season.events.get().name == "2024-03-15"


def test_a_preview_stores_nothing(bring):
    first, *_others = bring(EVENING, preview=True).lines
    assert (first.event.name, first.session, first.table) == ("2024-03-15", 1, 1)
    assert not Event.objects.exists()
    assert not Player.objects.filter(name="Ada").exists()


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("March;1;1;Dora;3", "lines.4.date"),
        ("15.03.1999;1;1;Dora;3", "lines.4.date"),
        ("15.03.2024;0;1;Dora;3", "lines.4.session"),
        ("15.03.2024;1;A;Dora;3", "lines.4.table"),
        ("15.03.2024;1;1;Dora;1.200", "lines.4.score"),
        ("15.03.2024;1;1;Dora;", "lines.4.score"),
        ("15.03.2024;1;1;;3", "lines.4.name"),
        ("15.03.2024;1;1;ADA;3", "lines.4.name"),
        ("15.03.2024;1;2;Ada;3\n15.03.2024;1;2;Dora;3\n15.03.2024;1;2;Eva;3", "lines.4.name"),
        ("15.03.2024;1;2;Dora;3", "lines.4.table"),
        ("15.03.2199;1;1;Dora;3\n15.03.2199;1;1;Eva;3\n15.03.2199;1;1;Ida;3", "lines.4.date"),
    ],
)
def test_what_is_wrong_is_told_by_line_and_column(bring, line, path):
    columns = ["date", "session", "table", "name", "score"]
    assert list(wrong(bring, EVENING + line, columns=columns, has_header=False)) == [path]
    assert not Event.objects.exists()


def test_totals_of_an_evening_are_refused_with_the_columns_needed(bring):
    [said] = wrong(bring, "Datum;Name;Punkte\n15.03.2024;Ada;12")["columns"]
    assert "needs columns for the date, the table, the player and the score" in said


def test_the_same_list_twice_is_refused(bring):
    bring(EVENING)
    [said] = wrong(bring, EVENING)["lines.1.date"]
    assert "“2024-03-15”" in said


def test_a_day_whose_event_was_cancelled_may_come_again(bring, season, now):
    EventFactory(
        season=season,
        name="2024-03-15",
        starts_at=datetime(2024, 3, 15, tzinfo=UTC),
        cancelled_at=now,
        cancelled_because="snow",
    )
    bring(EVENING)
    assert season.events.filter(name="2024-03-15 (2)").exists()


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"status": "draft"}, "Start it"),
        ({"status": "closed"}, "reopen"),
        ({"game": "skat", "points_rule": "seeger-fabian"}, "sum of game points"),
        ({"kind": "ladder", "table_size": 3}, "ladder has no events"),
    ],
)
def test_a_season_that_takes_no_lists_says_what_to_do(bring, club, rules, said):
    with pytest.raises(Conflict, match=said):
        bring(EVENING, of=SeasonFactory(club=club, **rules))


def test_a_season_with_results_from_a_list_keeps_a_rule_of_scores(bring, season, alice, now):
    bring(EVENING)
    with pytest.raises(Invalid) as refusal:
        seasons.change_rules(season=season, points_rule="seeger-fabian", by=alice, now=now)
    assert list(refusal.value.errors) == ["points_rule"]


@pytest.mark.parametrize("who", ["bob", "mallory"])
def test_only_organisers_import_results(bring, who, request):
    with pytest.raises(Forbidden):
        bring(EVENING, by=request.getfixturevalue(who))


def test_people_with_accounts_are_asked_first(bring, season):
    stranger = PersonFactory(name="Ada Miller")
    with pytest.raises(Unagreed):
        bring(
            f"Date;Table;Name;Code;Score\n1.3.24;1;;{stranger.code};3\n1.3.24;1;B;;3\n1.3.24;1;C;;3"
        )
    assert not season.events.exists()


def test_webhooks_are_told_of_the_standings_alone(bring, club, alice, now):
    events = ["result.final", "standings.changed"]
    webhooks.create(club=club, url="https://example.org/", events=events, by=alice, now=now)
    bring(EVENING)
    assert [row.event for row in Delivery.objects.all()] == ["standings.changed"]


def test_an_archive_takes_such_results_along(bring, season, club, alice, now):
    bring(EVENING + SECOND)
    match = Match.objects.order_by("pk")[0]
    act = {"reason": "left early", "by": alice, "expected_version": 1, "now": now}
    corrections.forfeit(match=match, seats=[0], **act)
    lines = "".join(archives.export(season=season, by=alice, now=now)).encode().splitlines(True)
    copy = season_imports.import_season(
        club=club, lines=lines, players="known", name="Copy", by=alice, now=now
    ).season
    assert table_of(copy) == table_of(season)
    assert [rebuilds.differences(event) for event in copy.events.all()] == [[]]


def test_a_match_of_a_list_is_corrected_as_any_other(bring, season, alice, now):
    bring(EVENING)
    [match] = Match.objects.all()
    rounds = Scores(rounds=[[24, 0, 0], [0, 48, 0], [0, 0, 36]])
    act = {"reason": "misread", "by": alice, "expected_version": 1, "now": now}
    corrections.correct(match=match, submission=rounds, **act)
    assert table_of(season) == [("Ben", 48), ("Cleo", 36), ("Ada", 24)]
    assert rebuilds.differences(match.session.event) == []


def test_a_total_of_a_list_is_corrected_by_another(bring, season, alice, now):
    bring(EVENING)
    [match] = Match.objects.all()
    act = {"reason": "misread", "by": alice, "expected_version": 1, "now": now}
    corrections.correct(match=match, submission=Totals(totals=[1, 2, 3]), **act)
    assert table_of(season) == [("Cleo", 3), ("Ben", 2), ("Ada", 1)]
    assert rebuilds.differences(match.session.event) == []


def test_a_result_with_rounds_is_not_corrected_by_totals(bring, season, alice, now):
    bring(EVENING)
    [match] = Match.objects.all()
    act = {"reason": "misread", "by": alice, "now": now}
    rounds = Scores(rounds=[[24, 0, 0], [0, 48, 0], [0, 0, 36]])
    corrections.correct(match=match, submission=rounds, expected_version=1, **act)
    totals = Totals(totals=[1, 2, 3])
    with pytest.raises(Invalid):
        corrections.correct(match=match, submission=totals, expected_version=2, **act)


def test_a_void_match_of_a_list_counts_again_when_reopened(bring, season, alice, now):
    bring(EVENING)
    [match] = Match.objects.all()
    before = table_of(season)
    act = {"reason": "by mistake", "by": alice, "now": now}
    voids.void(match=match, expected_version=1, **act)
    voids.reopen(match=match, **act)
    assert table_of(season) == before
    assert rebuilds.differences(match.session.event) == []


def many(evenings):
    days = [f"2024-{1 + number // 28:02}-{1 + number % 28:02}" for number in range(evenings)]
    return "".join(f"{day};1;1;{name};{len(name)}\n" for day in days for name in PLAYERS)


PLAYERS = ("Ada", "Bert", "Cleo")


def test_the_number_of_queries_does_not_grow_with_the_list(bring, club):
    counts = []
    for evenings in (2, 20):
        with CaptureQueriesContext(connection) as queries:
            bring(many(evenings), of=SeasonFactory(club=club, game="skat"))
        counts.append(len(queries))
    assert counts[1] <= counts[0]
