"""What the worker stores and makes final, many matches at once."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import games
from engine.play.table import Table
from engine.records import packed
from league.logic.outcomes import PlayedRound
from league.models import AuditEntry, Match, Record, Result, Round, Seat, Standing
from league.services.results import results
from league.services.results.results import Played
from tests.league.factories import BotFactory, MatchFactory, ResultFactory


@pytest.fixture
def make_matches(session, db):
    bots = BotFactory.create_batch(2) * 2

    def make(count):
        return [MatchFactory(session=session, players=bots) for _ in range(count)]

    return make


def play_of(match, totals=(8, 4, 12, 0), places=(2, 3, 1, 4)):
    rounds = [PlayedRound(dealer=n, scores=[t // 4 for t in totals]) for n in range(4)]
    return Played(match=match, totals=totals, places=places, rounds=rounds, blob=b"blob")


def store(matches, now):
    return results.store_played(plays=[play_of(match) for match in matches], now=now)


def finalise(matches, now):
    return results.finalise(match_ids=[match.pk for match in matches], now=now)


def validate(matches):
    Record.objects.filter(result__match__in=matches).update(status=Record.Status.VALID)


def test_a_play_is_stored_as_version_one(make_matches, now):
    matches = make_matches(2)
    stored = store(matches, now)
    for match in matches:
        match.refresh_from_db()
        assert (match.status, match.version) == (Match.Status.ENTERED, 1)
    assert [result.match for result in stored] == matches
    assert {(r.version, r.source, r.entered_by) for r in stored} == {(1, "played", None)}


def test_the_matches_of_stored_results_are_as_stored(make_matches, now):
    [result] = store(make_matches(1), now)
    assert (result.match.status, result.match.version) == (Match.Status.ENTERED, 1)


def test_a_play_is_stored_with_rounds_and_record(make_matches, now):
    [result] = store(make_matches(1), now)
    assert [r.scores for r in result.rounds.all()] == [[2, 1, 3, 0]] * 4
    assert bytes(result.record.blob) == b"blob"


def test_a_table_gives_its_play(make_matches, now):
    [match] = make_matches(1)
    table = Table(games.get("mit-list-und-tuecke"), 4, secret=bytes(match.secret))
    while not table.over:
        table.deal()
        while not table.round_over:
            table.play(table.legal()[0])
    [result] = results.store_played(plays=[Played.of_table(match, table)], now=now)
    assert (result.totals, result.places) == (table.totals, table.ranking())
    assert [r.dealer for r in result.rounds.all()] == [r.dealer for r in table.rounds]
    assert bytes(result.record.blob) == packed.pack(table)


def test_a_play_is_stored_once(make_matches, now):
    matches = make_matches(3)
    store(matches[:2], now)
    again = store(matches, now)
    assert [result.match for result in again] == matches[2:]
    assert Result.objects.count() == 3
    assert Round.objects.count() == 12


@pytest.mark.parametrize("status", ["draft", "final", "void"])
def test_only_open_matches_are_stored(make_matches, now, status):
    [match] = make_matches(1)
    ResultFactory(match=match)
    Match.objects.update(status=status)
    assert store([match], now) == []


def test_an_open_match_that_had_a_result_is_left_alone(make_matches, now):
    [match] = make_matches(1)
    Match.objects.update(version=1)
    assert store([match], now) == []


def test_storing_nothing_is_harmless(db, now):
    assert store([], now) == []
    assert finalise([], now) == []


def test_a_valid_play_becomes_final(make_matches, now):
    matches = make_matches(2)
    store(matches, now)
    validate(matches)
    assert [result.match for result in finalise(matches, now)] == matches
    assert set(Match.objects.values_list("status", "version", "finished_at")) == {("final", 2, now)}


def test_every_seat_of_a_bot_counts(make_matches, now):
    matches = make_matches(2)
    store(matches, now)
    validate(matches)
    finalise(matches, now)
    first, second = Standing.objects.order_by("player__builtin")
    assert (first.points, first.matches, first.wins) == (40, 4, 2)
    assert (second.points, second.matches, second.wins) == (8, 4, 0)


def test_a_play_is_counted_once(make_matches, now):
    matches = make_matches(2)
    store(matches, now)
    validate(matches)
    finalise(matches, now)
    assert finalise(matches, now) == []
    assert set(Standing.objects.values_list("matches", flat=True)) == {4}
    assert AuditEntry.objects.filter(action="result.final").count() == 2


@pytest.mark.parametrize("status", [Record.Status.UNCHECKED, Record.Status.INVALID])
def test_a_play_whose_record_is_not_valid_waits(make_matches, now, status):
    matches = make_matches(1)
    store(matches, now)
    Record.objects.update(status=status)
    assert finalise(matches, now) == []
    assert not Standing.objects.exists()


def test_a_persons_result_waits_for_the_second_person(match, bob, now):
    result = ResultFactory(match=match, entered_by=bob)
    Record.objects.create(result=result, blob=b"x", status=Record.Status.VALID)
    assert finalise([match], now) == []


def test_a_confirmed_result_that_was_replaced_is_not_final(match, bob, dora, now):
    ResultFactory(match=match, version=1, entered_by=bob, confirmed_by=dora)
    ResultFactory(match=match, version=2, entered_by=dora)
    assert finalise([match], now) == []


def test_seats_keep_their_players(make_matches, now):
    matches = make_matches(2)
    before = list(Seat.objects.order_by("pk").values_list("pk", "match", "number", "player"))
    store(matches, now)
    validate(matches)
    finalise(matches, now)
    after = list(Seat.objects.order_by("pk").values_list("pk", "match", "number", "player"))
    assert after == before


@pytest.mark.parametrize("act", [store, finalise])
def test_the_number_of_queries_does_not_grow(make_matches, now, act):
    counts = []
    for count in (1, 2, 25):  # of more, SQLite takes the seats in two steps
        matches = make_matches(count)
        if act is finalise:
            store(matches, now)
            validate(matches)
        with CaptureQueriesContext(connection) as queries:
            assert len(act(matches, now)) == count
        counts.append(len(queries))
    newcomers = int(act is finalise)  # the first time, they get their rows in the standings
    assert counts == [counts[0], *[counts[0] - newcomers] * 2]
