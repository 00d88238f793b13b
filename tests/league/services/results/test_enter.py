from datetime import timedelta

import pytest

import games
from engine.play.table import Table
from engine.records.document import record_of
from league.models import AuditEntry, Job, Match, Record, Result, Round
from league.services.base.refusals import Conflict, Forbidden, Invalid, Stale
from league.services.results import results
from league.services.results.results import Scores, Sheets, UploadedRecord
from tests.league.factories import BotFactory, MatchFactory, ResultFactory

SCORES = Scores(rounds=[[12, 6, 0, 3]] * 4)
OTHER_SCORES = Scores(rounds=[[0, 6, 0, 3]] * 4)


def enter(match, by, now, submission=SCORES, expected_version=None):
    return results.enter(
        match=match, submission=submission, by=by, expected_version=expected_version, now=now
    )


def record_of_four():
    table = Table(games.get("mit-list-und-tuecke"), 4)
    while not table.over:
        table.deal()
        while not table.round_over:
            table.play(table.legal()[-1])
    return record_of(table)


def nothing_stored(match):
    match.refresh_from_db()
    stored = (match.status, match.version, Result.objects.exists(), AuditEntry.objects.exists())
    return stored == (Match.Status.OPEN, 0, False, False)


def test_the_first_result_waits_for_confirmation(match, bob, now):
    result = enter(match, bob, now)
    match.refresh_from_db()
    assert (match.status, match.version) == (Match.Status.ENTERED, 1)
    assert match.result_in_force() == result


def test_a_result_says_who_entered_it_and_when(match, bob, now):
    result = enter(match, bob, now)
    assert (result.entered_by, result.entered_at, result.confirmed_by) == (bob, now, None)


def test_a_result_has_totals_and_places(match, bob, now):
    result = enter(match, bob, now)
    assert (result.totals, result.places) == ([48, 24, 0, 12], [1, 2, 4, 3])


def test_a_result_has_its_rounds(match, bob, now):
    result = enter(match, bob, now)
    assert [(r.number, r.dealer) for r in result.rounds.all()] == [(0, 0), (1, 1), (2, 2), (3, 3)]


def test_seats_have_no_points_before_confirmation(match, bob, now):
    enter(match, bob, now)
    assert not match.seats.filter(points__isnull=False).exists()


def test_entering_is_noted(match, bob, now):
    enter(match, bob, now)
    entry = AuditEntry.objects.get()
    assert (entry.account, entry.club, entry.at) == (bob, match.season.club, now)
    assert (entry.action, entry.subject) == ("result.enter", f"match:{match.code}")
    assert entry.data["totals"] == [48, 24, 0, 12]


@pytest.mark.parametrize("who", ["bob", "dora", "scorer", "alice", "owner"])
def test_the_table_and_the_scorers_enter(match, now, who, request):
    assert enter(match, request.getfixturevalue(who), now)


@pytest.mark.parametrize("who", ["carol", "mallory"])
def test_others_do_not_enter(match, now, who, request):
    with pytest.raises(Forbidden):
        enter(match, request.getfixturevalue(who), now)
    assert nothing_stored(match)


def test_a_wrong_result_stores_nothing(match, bob, now):
    with pytest.raises(Invalid):
        enter(match, bob, now, Scores(rounds=[[12, 6, 0, 3]] * 3))
    assert nothing_stored(match)


def test_sheets_are_stored_as_written(match, bob, now):
    sheet = {"players": [{"blue": 10, "green": 4}, {"green": 10}, {"red": 14}, {"yellow": 14}]}
    result = enter(match, bob, now, Sheets(rounds=[{"sheet": sheet}] * 4))
    assert result.rounds.first().sheet["players"][0]["blue"] == 10


def test_a_second_result_needs_the_version_seen(match, bob, dora, now):
    first = enter(match, bob, now)
    with pytest.raises(Conflict) as refused:
        enter(match, dora, now, OTHER_SCORES)
    assert not isinstance(refused.value, Stale)
    assert refused.value.current.result_in_force() == first


def test_a_result_replaces_the_version_seen(match, bob, dora, now):
    first = enter(match, bob, now)
    second = enter(match, dora, now, OTHER_SCORES, expected_version=1)
    match.refresh_from_db()
    assert (match.status, match.version, match.result_in_force()) == ("entered", 2, second)
    assert list(match.results.order_by("version")) == [first, second]
    assert Round.objects.count() == 8


@pytest.mark.parametrize("seen", [0, 2, -1])
def test_another_version_than_the_stored_is_stale(match, bob, dora, now, seen):
    enter(match, bob, now)
    with pytest.raises(Stale) as refused:
        enter(match, dora, now, OTHER_SCORES, expected_version=seen)
    assert refused.value.current.version == 1
    assert Result.objects.count() == 1


def test_version_zero_is_the_first_result(match, bob, now):
    assert enter(match, bob, now, expected_version=0).version == 1


def test_a_version_not_yet_there_is_stale(match, bob, now):
    with pytest.raises(Stale):
        enter(match, bob, now, expected_version=1)
    assert nothing_stored(match)


def test_an_instance_read_long_ago_does_not_hide_a_newer_result(match, bob, dora, now):
    old = Match.objects.get(pk=match.pk)
    enter(match, bob, now)
    with pytest.raises(Conflict):
        enter(old, dora, now, OTHER_SCORES)
    assert Result.objects.count() == 1


@pytest.mark.parametrize("status", [Match.Status.FINAL, Match.Status.VOID])
def test_a_closed_match_takes_no_result(match, bob, now, status):
    result = ResultFactory(match=match, entered_by=bob)
    Match.objects.update(status=status)
    with pytest.raises(Conflict) as refused:
        enter(match, bob, now, expected_version=1)
    assert not isinstance(refused.value, Stale)
    assert refused.value.current.result_in_force() == result


def test_a_draft_takes_no_result(draft, bob, table_of_four, now):
    match = MatchFactory(session=draft, status=Match.Status.DRAFT, players=table_of_four)
    with pytest.raises(Conflict, match="not published"):
        enter(match, bob, now)


def test_a_closed_season_takes_no_result(match, bob, now):
    match.season.status = "closed"
    with pytest.raises(Conflict, match="closed"):
        enter(match, bob, now)
    assert nothing_stored(match)


def test_nobody_enters_for_a_table_of_bots(session, alice, now):
    match = MatchFactory(session=session, players=BotFactory.create_batch(4))
    for submission in (SCORES, UploadedRecord(record=record_of_four())):
        with pytest.raises(Conflict, match="Bots"):
            enter(match, alice, now, submission)
    assert nothing_stored(match)


def test_people_and_bots_at_one_table_enter_their_result(session, bob, now):
    match = MatchFactory(session=session, players=[bob.player, *BotFactory.create_batch(3)])
    assert enter(match, bob, now)


def test_a_record_is_stored_and_waits_for_a_worker(match, bob, now):
    result = enter(match, bob, now, UploadedRecord(record=record_of_four()))
    assert result.record.status == Record.Status.UNCHECKED
    job = Job.objects.get()
    assert (job.kind, job.match, job.version) == ("validate_record", match, 1)


def test_each_record_has_its_own_job(match, bob, dora, now):
    enter(match, bob, now, UploadedRecord(record=record_of_four()))
    later = now + timedelta(hours=1)
    enter(match, dora, later, UploadedRecord(record=record_of_four()), expected_version=1)
    assert sorted(Job.objects.values_list("version", flat=True)) == [1, 2]


def test_a_bad_record_stores_nothing(match, bob, now):
    record = record_of_four()
    record["rounds"][0]["actions"][0] = "keep B R"
    with pytest.raises(Invalid) as refused:
        enter(match, bob, now, UploadedRecord(record=record))
    assert list(refused.value.errors) == ["record.rounds.0.actions.0"]
    assert nothing_stored(match)
    assert not Job.objects.exists()
