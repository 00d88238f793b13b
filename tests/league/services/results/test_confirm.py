from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from league.models import AuditEntry, Match, Record, Result, Standing
from league.services.base.refusals import Conflict, Forbidden, Stale
from league.services.results import results
from tests.league.factories import ResultFactory


@pytest.fixture
def entered(match, bob):
    return ResultFactory(match=match, entered_by=bob)


def confirm(match, by, now, expected_version=1):
    return results.confirm(match=match, by=by, expected_version=expected_version, now=now)


def test_a_confirmed_result_is_final(entered, match, dora, now):
    confirm(match, dora, now)
    match.refresh_from_db()
    assert (match.status, match.finished_at) == (Match.Status.FINAL, now)
    assert match.result_in_force() == entered


def test_becoming_final_moves_the_version_on(entered, match, dora, now):
    confirm(match, dora, now)
    assert match.version == 2
    match.refresh_from_db()
    assert match.version == 2


def test_the_result_says_who_confirmed_it_and_when(entered, match, dora, now):
    confirm(match, dora, now)
    entered.refresh_from_db()
    assert (entered.confirmed_by, entered.confirmed_at) == (dora, now)


def test_seats_get_score_place_and_points(entered, match, dora, now):
    confirm(match, dora, now)
    assert list(match.seats.values_list("score", "place", "points")) == [
        (30, 1, 30),
        (20, 2, 20),
        (10, 3, 10),
        (0, 4, 0),
    ]


def test_the_points_rule_of_the_season_counts(entered, match, dora, now):
    match.season.points_rule = "placing"
    match.season.save()
    entered.places = [1, 1, 3, 4]
    entered.save()
    confirm(match, dora, now)
    points = list(match.seats.values_list("points", flat=True))
    assert points == [Decimal("3.5"), Decimal("3.5"), 2, 1]


def test_standings_count_the_result(entered, match, bob, dora, now):
    confirm(match, dora, now)
    standing = Standing.objects.get(season=match.season, player=bob.player)
    assert (standing.points, standing.score, standing.matches, standing.wins) == (30, 30, 1, 1)
    assert Standing.objects.count() == 4


def test_confirming_is_noted(entered, match, dora, now):
    confirm(match, dora, now)
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.account, entry.subject) == (
        "result.final",
        dora,
        f"match:{match.code}",
    )


@pytest.mark.parametrize("who", ["dora", "scorer", "alice", "owner"])
def test_the_table_and_the_scorers_confirm(entered, match, now, who, request):
    assert confirm(match, request.getfixturevalue(who), now)


@pytest.mark.parametrize("who", ["carol", "mallory"])
def test_others_learn_nothing_of_a_match_without_result(match, now, who, request):
    with pytest.raises(Forbidden):
        confirm(match, request.getfixturevalue(who), now)


@pytest.mark.parametrize("who", ["carol", "mallory"])
def test_others_learn_nothing_of_a_final_match(entered, match, now, who, request):
    confirm(match, request.getfixturevalue("dora"), now)
    with pytest.raises(Forbidden):
        confirm(match, request.getfixturevalue(who), now)


@pytest.mark.parametrize("who", ["bob", "carol", "mallory"])
def test_others_and_who_entered_do_not_confirm(entered, match, now, who, request):
    with pytest.raises(Forbidden):
        confirm(match, request.getfixturevalue(who), now)
    match.refresh_from_db()
    assert match.status == Match.Status.ENTERED
    assert not Standing.objects.exists()


def test_the_owner_does_not_confirm_an_own_entry(match, owner, now):
    ResultFactory(match=match, entered_by=owner)
    with pytest.raises(Forbidden):
        confirm(match, owner, now)


def test_the_database_refuses_one_person_for_both(entered, bob):
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.filter(pk=entered.pk).update(confirmed_by=bob)


def test_a_match_without_result_is_not_confirmed(match, dora, now):
    with pytest.raises(Conflict, match="Enter it first"):
        confirm(match, dora, now, expected_version=0)


@pytest.mark.parametrize("seen", [None, 0, 2])
def test_another_version_than_the_stored_is_stale(entered, match, dora, now, seen):
    with pytest.raises(Stale) as refused:
        confirm(match, dora, now, expected_version=seen)
    assert refused.value.current == match
    assert not Standing.objects.exists()


def test_a_final_result_is_not_confirmed_again(entered, match, dora, alice, now):
    confirm(match, dora, now)
    with pytest.raises(Conflict) as refused:
        confirm(match, alice, now, expected_version=2)
    assert refused.value.current.result_in_force() == entered
    assert set(Standing.objects.values_list("matches", flat=True)) == {1}


def test_the_newest_version_is_confirmed(entered, match, bob, dora, now):
    newest = ResultFactory(match=match, version=2, entered_by=dora, totals=[0, 10, 20, 30])
    assert confirm(match, bob, now, expected_version=2) == newest
    assert list(match.seats.values_list("score", flat=True)) == [0, 10, 20, 30]


def test_a_closed_season_confirms_nothing(entered, match, dora, now):
    match.season.status = "closed"
    with pytest.raises(Conflict, match="closed"):
        confirm(match, dora, now)


@pytest.mark.parametrize("status", [Record.Status.UNCHECKED, Record.Status.INVALID])
def test_a_record_must_be_valid_first(entered, match, dora, now, status):
    Record.objects.create(result=entered, blob=b"x", status=status)
    with pytest.raises(Conflict, match="record"):
        confirm(match, dora, now)
    match.refresh_from_db()
    assert match.status == Match.Status.ENTERED


def test_a_result_with_a_valid_record_is_confirmed(entered, match, dora, now):
    Record.objects.create(result=entered, blob=b"x", status=Record.Status.VALID)
    assert confirm(match, dora, now)
