"""The matchmaker opens duplicates within its limits, all rotations with one secret."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.records import document
from league.models import AuditEntry, Duplicate, Job, Match, Rating, Season, Seat
from league.services.ladders import duplicates
from league.services.play import bot_matches
from league.services.results import results
from tests.league.factories import BotFactory
from tests.league.ladders import (
    by_key,
    finish,
    later,
    make_ladder,
    make_version,
    open_tables,
    rate_player,
    store,
)


@pytest.fixture
def ladder(club):
    return make_ladder(club, bots=8)


def seats_of(match):
    return list(match.seats.order_by("number").values_list("player", flat=True))


def test_every_player_sits_once_in_every_seat(ladder):
    for duplicate in open_tables(ladder):
        tables = [seats_of(match) for match in duplicate.matches.order_by("table_number")]
        assert len(tables) == 4
        for column in zip(*tables, strict=True):
            assert len(set(column)) == 4


def test_neighbours_stay_neighbours_in_all_rotations(ladder):
    [first, second, *_] = open_tables(ladder)[0].matches.order_by("table_number")
    players = seats_of(first)
    assert seats_of(second) == players[1:] + players[:1]


def test_all_rotations_have_one_secret_and_no_other_table_has_it(ladder):
    opened = open_tables(ladder)
    secrets = [{bytes(match.secret) for match in one.matches.all()} for one in opened]
    assert all(len(one) == 1 for one in secrets)
    assert len(set.union(*secrets)) == len(opened) > 1


def test_every_match_has_its_job(ladder):
    open_tables(ladder)
    jobs = Job.objects.filter(kind=Job.Kind.PLAY_MATCH, status=Job.Status.WAITING)
    assert set(jobs.values_list("match", flat=True)) == set(
        Match.objects.values_list("pk", flat=True)
    )


def test_a_message_never_holds_two_rotations(
    ladder, monkeypatch, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr(
        "league.queue.current_app.send_task", lambda name, args, **options: sent.append(args[0])
    )
    with django_capture_on_commit_callbacks(execute=True):
        open_tables(ladder)
    for ids in sent:
        duplicates_of = list(Match.objects.filter(jobs__in=ids).values_list("duplicate", flat=True))
        assert len(duplicates_of) == len(set(duplicates_of))


def test_no_more_tables_are_open_than_allowed(ladder, settings):
    settings.LADDER_OPEN = 2
    assert len(open_tables(ladder)) == 2
    assert open_tables(ladder, now=later(1)) == []


def test_no_bot_has_more_than_three_tables(ladder):
    open_tables(ladder)
    firsts = Seat.objects.filter(match__table_number=1).values_list("player", flat=True)
    assert max(list(firsts).count(player) for player in firsts) == duplicates.MOST_OPEN


def test_a_finished_table_makes_room(ladder, settings):
    settings.LADDER_OPEN = 2
    finish(open_tables(ladder)[:1], by_key)
    assert len(open_tables(ladder, now=later(1))) == 1


def test_a_bot_rests_before_it_is_seated_again(ladder, settings):
    settings.LADDER_REST_S = 60
    finish(open_tables(ladder), by_key)
    assert open_tables(ladder) == []
    assert open_tables(ladder, now=later(1))


def test_a_slow_bot_has_one_table_open(club, carol):
    season = make_ladder(club, bots=3)
    version = make_version(carol)
    version.match_ms = duplicates.SLOW_MS + 1
    version.save()
    rate_player(season, version.player)
    assert len(open_tables(season)) == 1


@pytest.mark.parametrize("status", ["quarantined", "withdrawn"])
def test_a_version_out_of_service_gets_no_table(club, carol, status):
    season = make_ladder(club, bots=3)
    version = make_version(carol)
    rate_player(season, version.player)
    type(version).objects.update(status=status)
    assert open_tables(season) == []


def test_who_has_left_gets_no_table(club):
    season = make_ladder(club, bots=4)
    Rating.objects.filter(pk=season.ratings.first().pk).update(is_active=False)
    assert open_tables(season) == []


@pytest.mark.parametrize("status", [Season.Status.DRAFT, Season.Status.CLOSED])
def test_only_a_running_ladder_is_filled(ladder, status):
    Season.objects.update(status=status)
    assert open_tables(ladder) == []
    assert duplicates.fill_all(now=later(1)) == 0


def test_a_season_of_events_is_never_filled(season):
    assert open_tables(season) == []


@pytest.mark.logs("could not be filled")
def test_a_ladder_that_cannot_be_filled_does_not_stop_the_others(club):
    make_ladder(club, game="gone")
    other = make_ladder(club)
    duplicates.fill_all(now=later(1))
    assert set(Duplicate.objects.values_list("season", flat=True)) == {other.pk}


def test_only_the_ladders_named_are_filled(ladder, club):
    other = make_ladder(club)
    duplicates.fill_all(now=later(1), season_ids=[other.pk])
    assert set(Duplicate.objects.values_list("season", flat=True)) == {other.pk}


def test_the_choice_is_kept_part_by_part(ladder):
    pick = open_tables(ladder)[0].pick
    assert [one["opens"] for one in pick["reasons"]].count(True) == 1
    assert sum(pick["chances"]) == pytest.approx(1, abs=0.01)


def test_partners_change_from_table_to_table(club, settings):
    settings.LADDER_OPEN = 1
    season = make_ladder(club, bots=4, game="truco")
    pairs = set()
    for minute in range(3):
        opened = open_tables(season, now=later(minute))
        players = seats_of(opened[0].matches.get(table_number=1))
        pairs |= {frozenset(players[::2]), frozenset(players[1::2])}
        finish(opened, by_key)
    assert len(pairs) == 6


def test_filling_costs_the_same_for_any_number_of_tables(ladder, club, settings):
    def queries(number, season):
        settings.LADDER_OPEN = number
        with CaptureQueriesContext(connection) as queries:
            assert len(open_tables(season)) == number
        return len(queries)

    assert queries(1, ladder) == queries(5, make_ladder(club, bots=20))


def fail_a_job(duplicate):
    job = Job.objects.filter(match__duplicate=duplicate).first()
    Job.objects.filter(pk=job.pk).update(status=Job.Status.FAILED)


def test_a_duplicate_whose_job_failed_is_void(ladder):
    lost, other = open_tables(ladder)[:2]
    fail_a_job(lost)
    assert duplicates.void_failed(now=later(1)) == 1
    assert set(lost.matches.values_list("status", flat=True)) == {Match.Status.VOID}
    assert set(other.matches.values_list("status", flat=True)) == {Match.Status.OPEN}
    assert AuditEntry.objects.get(action="duplicate.void").subject == f"duplicate:{lost.code}"


def test_the_players_of_a_void_duplicate_get_other_tables(club, settings):
    settings.LADDER_OPEN = 1
    season = make_ladder(club, bots=4)
    fail_a_job(open_tables(season)[0])
    assert duplicates.fill_all(now=later(1)) == 1


def test_jobs_of_a_void_duplicate_are_not_done_any_more(ladder):
    [lost, *_] = open_tables(ladder)
    fail_a_job(lost)
    duplicates.void_failed(now=later(1))
    jobs = Job.objects.filter(match__duplicate=lost)
    assert set(jobs.values_list("status", flat=True)) == {Job.Status.FAILED}


def test_what_was_final_stays_final_in_a_void_duplicate_and_counts_nothing(ladder):
    [lost, *_] = open_tables(ladder)
    first = lost.matches.first()
    store([first], by_key)
    results.finalise(match_ids=[first.pk], now=later(1))
    fail_a_job(lost)
    duplicates.void_failed(now=later(2))
    first.refresh_from_db()
    assert first.status == Match.Status.FINAL
    assert set(Rating.objects.values_list("duplicates", flat=True)) == {0}


def test_a_result_that_comes_late_does_not_revive_a_void_duplicate(ladder):
    [lost, *_] = open_tables(ladder)
    fail_a_job(lost)
    duplicates.void_failed(now=later(1))
    finish([lost], by_key)
    lost.refresh_from_db()
    assert lost.status == Duplicate.Status.VOID


def test_a_rated_duplicate_is_not_voided(ladder):
    [done, *_] = open_tables(ladder)
    finish([done], by_key)
    assert duplicates.void(duplicate_ids=[done.pk], now=later(1)) == 0


def test_rotations_are_played_from_the_same_deals(club):
    season = make_ladder(club, bots=0, size=2, game="briscola")
    for name in ("random", "greedy"):
        rate_player(season, BotFactory(builtin=name))
    [duplicate, *_] = open_tables(season)
    decks = [
        [row["deck"] for row in document.decode(bot_matches.play(match).blob)["rounds"]]
        for match in duplicate.matches.all()
    ]
    assert decks[0] == decks[1]


def test_nothing_is_void_where_nothing_is_to_be_voided(db, now):
    assert duplicates.void(duplicate_ids=(), now=now) == 0
    assert duplicates.void_failed(now=now) == 0
