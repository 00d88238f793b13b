import pytest

from league.logic.outcomes import PlayedRound
from league.models import Job, Match, Record, Standing
from league.services.base.refusals import Conflict, Forbidden
from league.services.draws import draws
from league.services.results import results
from league.services.seasons import rankings, standings
from tests.league.factories import BotFactory
from tests.league.services import acts


def test_a_void_match_counts_for_nothing(final, season, alice, now):
    acts.void(final, alice, now)
    assert set(Standing.objects.values_list("points", "matches")) == {(0, 0)}
    assert set(final.seats.values_list("score", "place", "points")) == {(None, None, None)}
    assert standings.recount(season) == 0
    assert list(rankings.table(season)) == []


def test_a_void_match_keeps_its_result(final, alice, now):
    acts.void(final, alice, now)
    assert acts.row(final).result_in_force().totals == [48, 24, 0, 12]


def test_a_reopened_final_match_counts_again(final, season, alice, now):
    before = set(Standing.objects.values_list("player", "points", "matches", "wins"))
    acts.void(final, alice, now)
    acts.reopen(final, alice, now)
    assert set(Standing.objects.values_list("player", "points", "matches", "wins")) == before
    assert acts.row(final).status == Match.Status.FINAL


def test_a_reopened_match_is_what_it_was(match, bob, dora, alice, now):
    for before in (Match.Status.OPEN, Match.Status.ENTERED):
        acts.void(match, alice, now)
        acts.reopen(match, alice, now)
        assert acts.row(match).status == before
        if before == Match.Status.OPEN:
            acts.enter(match, bob, now)
    acts.confirm(match, dora, now)


def test_a_disputed_match_waits_for_confirmation_when_it_is_reopened(match, bob, dora, alice, now):
    acts.enter(match, bob, now)
    acts.dispute(match, dora, now)
    acts.void(match, alice, now)
    acts.reopen(match, alice, now)
    acts.confirm(match, dora, now)
    assert acts.row(match).status == Match.Status.FINAL


def test_a_void_match_takes_no_result(match, bob, alice, now):
    acts.void(match, alice, now)
    with pytest.raises(Conflict, match="reopen"):
        acts.enter(match, bob, now)


def test_a_void_match_drops_the_proposed_correction(final, bob, alice, now):
    acts.propose(final, bob, now)
    acts.void(final, alice, now)
    acts.reopen(final, alice, now)
    assert acts.row(final).proposed_version is None


@pytest.fixture
def of_bots(draft, alice, now):
    [match] = draws.seat_players(
        session=draft, tables=[BotFactory.create_batch(4)], by=alice, now=now
    )
    draws.publish(session=draft, by=alice, now=now)
    return match


def test_bots_play_a_reopened_match(of_bots, alice, now):
    Job.objects.update(status=Job.Status.DONE, finished_at=now)
    acts.void(of_bots, alice, now)
    acts.reopen(of_bots, alice, now)
    job = Job.objects.get(kind=Job.Kind.PLAY_MATCH)
    assert (job.status, job.finished_at) == (Job.Status.WAITING, None)


def test_what_was_replayed_while_it_was_void_is_final_when_reopened(of_bots, alice, now):
    rounds = [PlayedRound(dealer=n, scores=[3, 1, 2, 0]) for n in range(4)]
    played = results.Played(of_bots, [12, 4, 8, 0], [1, 3, 2, 4], rounds, b"blob")
    results.store_played(plays=[played], now=now)
    acts.void(of_bots, alice, now)
    Record.objects.update(status=Record.Status.VALID)
    acts.reopen(of_bots, alice, now)
    assert acts.row(of_bots).status == Match.Status.FINAL


@pytest.mark.parametrize("act", [acts.void, acts.reopen])
@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_void_and_reopen(final, now, act, who, request):
    with pytest.raises(Forbidden):
        act(final, request.getfixturevalue(who), now)


def test_nothing_is_void_twice(final, alice, now):
    acts.void(final, alice, now)
    with pytest.raises(Conflict, match="already"):
        acts.void(final, alice, now)


def test_only_void_matches_are_reopened(final, alice, now):
    with pytest.raises(Conflict, match="not void"):
        acts.reopen(final, alice, now)
