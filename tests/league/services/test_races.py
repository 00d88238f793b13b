"""Two at once: exactly one wins, and the other is told what is stored."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from league.models import (
    AuditEntry,
    Club,
    Job,
    Match,
    Membership,
    Player,
    Record,
    Result,
    Role,
    Standing,
)
from league.services import clubs, draws, events, results, standings
from league.services.refusals import Conflict, Invalid, Refused, Stale
from league.services.results import Played, PlayedRound, Scores
from tests.league.factories import AccountFactory, BotFactory, MatchFactory, ResultFactory

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = [[12, 6, 0, 3]] * 4


def at_once(*acts):
    """Run every act in a thread of its own, all starting together; return what each gave."""
    gate = threading.Barrier(len(acts))

    def run(act):
        connection.ensure_connection()
        gate.wait(timeout=10)
        try:
            return act()
        except Refused as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def winners(outcomes):
    return [outcome for outcome in outcomes if not isinstance(outcome, Refused)]


def losers(outcomes):
    return [outcome for outcome in outcomes if isinstance(outcome, Refused)]


def entering(match, by, now, seen):
    """Return an act that enters a result on a row read beforehand."""
    own = Match.objects.get(pk=match.pk)
    return lambda: results.enter(
        match=own, submission=Scores(rounds=ROUNDS), by=by, expected_version=seen, now=now
    )


def confirming(match, by, now):
    own = Match.objects.get(pk=match.pk)
    return lambda: results.confirm(match=own, by=by, expected_version=1, now=now)


@pytest.mark.parametrize("seen", [None, 0])
def test_of_first_results_entered_at_once_one_is_stored(match, bob, dora, now, seen):
    outcomes = at_once(*[entering(match, by, now, seen) for by in (bob, dora, bob)])
    [winner] = winners(outcomes)
    assert list(Result.objects.all()) == [winner]
    for loser in losers(outcomes):
        assert isinstance(loser, Conflict)
        assert loser.current.version == 1
        assert loser.current.result_in_force() == winner


def test_of_replacements_entered_at_once_one_is_stored(match, bob, dora, now):
    ResultFactory(match=match, entered_by=bob)
    outcomes = at_once(*[entering(match, by, now, 1) for by in (bob, dora)])
    [winner] = winners(outcomes)
    [loser] = losers(outcomes)
    assert isinstance(loser, Stale)
    assert loser.current.result_in_force() == winner
    assert sorted(Result.objects.values_list("version", flat=True)) == [1, 2]


def test_of_confirmations_at_once_one_counts(match, bob, dora, alice, now):
    ResultFactory(match=match, entered_by=bob)
    outcomes = at_once(*[confirming(match, by, now) for by in (dora, alice, dora)])
    assert len(winners(outcomes)) == 1
    assert all(isinstance(loser, Conflict) for loser in losers(outcomes))
    assert set(Standing.objects.values_list("matches", flat=True)) == {1}
    assert AuditEntry.objects.filter(action="result.final").count() == 1


def test_a_confirmation_never_confirms_what_it_has_not_seen(match, bob, dora, now):
    seen = ResultFactory(match=match, entered_by=bob)
    at_once(confirming(match, dora, now), entering(match, bob, now, 1))
    match.refresh_from_db()
    in_force = match.result_in_force()
    if match.status == Match.Status.FINAL:
        assert in_force == seen
    else:
        assert (in_force.version, in_force.confirmed_by) == (2, None)
        assert not Standing.objects.exists()


@pytest.fixture
def bot_matches(session, db):
    bots = BotFactory.create_batch(4)
    return [MatchFactory(session=session, players=bots[n % 4 :] + bots[: n % 4]) for n in range(20)]


def play_of(match):
    rounds = [PlayedRound(dealer=n, scores=[3, 1, 2, 0]) for n in range(4)]
    return Played(match.pk, [12, 4, 8, 0], [1, 3, 2, 4], rounds, b"blob")


def test_a_match_two_workers_have_played_is_stored_once(bot_matches, now):
    plays = [play_of(match) for match in bot_matches]
    outcomes = at_once(
        lambda: results.store_played(plays=plays, now=now),
        lambda: results.store_played(plays=plays[::-1], now=now),
    )
    assert sum(map(len, outcomes)) == 20
    assert Result.objects.count() == Record.objects.count() == 20


def test_two_workers_make_overlapping_batches_final_once(bot_matches, season, now):
    results.store_played(plays=[play_of(match) for match in bot_matches], now=now)
    Record.objects.update(status=Record.Status.VALID)
    ids = [match.pk for match in bot_matches]
    outcomes = at_once(
        lambda: results.finalise(match_ids=ids[:15], now=now),
        lambda: results.finalise(match_ids=ids[:4:-1], now=now),
    )
    assert sum(map(len, outcomes)) == 20
    assert {row.matches for row in Standing.objects.all()} == {20}
    assert standings.recount(season) == 0


def test_first_results_of_the_same_players_are_both_counted(session, table_of_four, season, now):
    matches = [MatchFactory(session=session, players=table_of_four) for _ in range(4)]
    for match in matches:
        ResultFactory(match=match, source="played")
    at_once(*[lambda pk=match.pk: results.finalise(match_ids=[pk], now=now) for match in matches])
    assert {row.matches for row in Standing.objects.all()} == {4}


def test_recounting_while_results_become_final_loses_none(bot_matches, season, now, monkeypatch):
    results.store_played(plays=[play_of(match) for match in bot_matches], now=now)
    Record.objects.update(status=Record.Status.VALID)
    ids = [match.pk for match in bot_matches]
    results.finalise(match_ids=ids[:5], now=now)
    Standing.objects.update(matches=999)
    was_read, was_counted, recomputed = threading.Event(), threading.Event(), standings.recomputed

    def slowly(season):
        """Give the other thread the time between reading the results and writing their sums."""
        lines = recomputed(season)
        was_read.set()
        was_counted.wait(timeout=0.5)
        return lines

    def count():
        was_read.wait(timeout=10)
        results.finalise(match_ids=ids[5:], now=now)
        was_counted.set()

    monkeypatch.setattr(standings, "recomputed", slowly)
    at_once(count, lambda: standings.recount(season))
    assert {row.matches for row in Standing.objects.all()} == {20}


def test_a_draw_published_twice_has_one_job_per_match(draft, alice, owner, now):
    bots = BotFactory.create_batch(4)
    draws.seat_players(session=draft, tables=[bots, bots], by=alice, now=now)
    mine, other = (type(draft).objects.get(pk=draft.pk) for _ in range(2))
    outcomes = at_once(
        lambda: draws.publish(session=mine, by=alice, now=now),
        lambda: draws.publish(session=other, by=owner, now=now),
    )
    assert len(winners(outcomes)) == 1
    assert Job.objects.count() == 2


def test_a_draw_seated_and_published_at_once_is_whole(draft, alice, owner, now):
    bots = BotFactory.create_batch(4)
    draws.seat_players(session=draft, tables=[bots] * 3, by=alice, now=now)
    mine, other = (type(draft).objects.get(pk=draft.pk) for _ in range(2))
    at_once(
        lambda: draws.publish(session=mine, by=alice, now=now),
        lambda: draws.seat_players(session=other, tables=[bots] * 2, by=owner, now=now),
    )
    assert set(Match.objects.values_list("status", flat=True)) == {Match.Status.OPEN}
    assert Match.objects.count() == Job.objects.count()


def test_sessions_created_at_once_have_their_own_numbers(event, alice, now):
    outcomes = at_once(*[lambda: events.create_session(event=event, by=alice, now=now)] * 4)
    assert sorted(session.number for session in outcomes) == [1, 2, 3, 4]


def test_clubs_founded_at_once_share_no_address(bob, mallory, now):
    def found(by):
        return clubs.found_club(slug="anker", name="Anker", by=by, now=now)

    outcomes = at_once(lambda: found(bob), lambda: found(mallory))
    assert [type(loser) for loser in losers(outcomes)] == [Invalid]
    assert Club.objects.filter(slug="anker").count() == 1


def test_two_owners_who_demote_each_other_leave_one(club, owner, alice, now):
    Membership.objects.filter(player=alice.player).update(role=Role.OWNER)

    def demote(account, by):
        membership = Membership.objects.get(player=account.player)
        return clubs.change_role(membership=membership, role=Role.MEMBER, by=by, now=now)

    at_once(lambda: demote(alice, owner), lambda: demote(owner, alice))
    assert Membership.objects.filter(club=club, role=Role.OWNER).count() == 1


def test_two_owners_who_leave_at_once_leave_one(club, owner, alice, now):
    Membership.objects.filter(player=alice.player).update(role=Role.OWNER)
    mine, other = Membership.objects.filter(club=club).select_related("club", "player__account")
    outcomes = at_once(
        lambda: clubs.leave(membership=mine, by=mine.player.account, now=now),
        lambda: clubs.leave(membership=other, by=other.player.account, now=now),
    )
    assert [type(loser) for loser in losers(outcomes)] == [Conflict]
    assert Membership.objects.filter(club=club, role=Role.OWNER).count() == 1


def test_who_is_admitted_twice_at_once_is_a_member_once(club, owner, alice, mallory, now):
    def admit(by):
        return clubs.admit(club=club, player=mallory.player, role=Role.MEMBER, by=by, now=now)

    outcomes = at_once(lambda: admit(owner), lambda: admit(alice))
    assert [type(loser) for loser in losers(outcomes)] == [Conflict]
    assert Membership.objects.filter(player=mallory.player).count() == 1


def test_an_account_that_founds_two_clubs_at_once_is_one_person(db, now):
    account = AccountFactory()

    def found(slug):
        return clubs.found_club(slug=slug, name="Anker", owner_name="Ben", by=account, now=now)

    outcomes = at_once(lambda: found("anker"), lambda: found("adler"))
    assert [type(loser) for loser in losers(outcomes)] == [Conflict]
    assert (Player.objects.count(), Club.objects.count()) == (1, 1)
