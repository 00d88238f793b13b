"""Two at once: exactly one wins, and the other is told what is stored."""

import threading
from decimal import Decimal
from functools import partial

import pytest
from django.db import transaction

from league.logic.outcomes import PlayedRound
from league.models import (
    AuditEntry,
    Dispute,
    Job,
    Match,
    Penalty,
    Record,
    Result,
    Season,
    Standing,
)
from league.services.archives import past_results, taken_back
from league.services.base.refusals import Conflict, Stale
from league.services.corrections import corrections, rebuilds, voids
from league.services.draws import draws
from league.services.events import events
from league.services.results import disputes, results
from league.services.results.results import Played, Scores
from league.services.seasons import penalties, rankings, scoring, seasons, standings
from tests.league.factories import (
    BotFactory,
    MatchFactory,
    PlayerFactory,
    ResultFactory,
    SeasonFactory,
)

from . import acts
from .races import at_once, losers, paused, winners

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = [[12, 6, 0, 3]] * 4


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
    return Played(match, [12, 4, 8, 0], [1, 3, 2, 4], rounds, b"blob")


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


@pytest.mark.only("postgresql", "SQLite lets one write at a time")
def test_tables_without_a_common_player_do_not_wait_for_each_other(session, now):
    first, second = (
        MatchFactory(session=session, players=PlayerFactory.create_batch(4)) for _ in range(2)
    )
    for match in (first, second):
        ResultFactory(match=match, source="played")
    counted, done = threading.Event(), threading.Event()

    def slow():
        with transaction.atomic():
            results.finalise(match_ids=[first.pk], now=now)
            counted.set()
            return done.wait(timeout=10)

    def quick():
        counted.wait(timeout=10)
        results.finalise(match_ids=[second.pk], now=now)
        done.set()

    assert at_once(slow, quick)[0]
    assert {row.matches for row in Standing.objects.all()} == {1}


@pytest.mark.further
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


@pytest.mark.slow
@pytest.mark.parametrize("name", ["_wrong_seats", "_total"])
def test_corrections_while_it_is_recounted_are_counted_once(  # noqa: PLR0917
    final, season, alice, now, monkeypatch, name
):
    """A result that is corrected after it was read, and before what it gave is written."""
    was_read, done = threading.Event(), threading.Event()
    paused(monkeypatch, standings, name, was_read, done)
    act = acting(correcting, final, alice, now)

    def correct():
        was_read.wait(timeout=10)
        act()
        done.set()

    Standing.objects.update(points=999)
    at_once(lambda: standings.recount(season), correct)
    monkeypatch.undo()
    assert standings.recount(season) == 0


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


@pytest.fixture
def final(match, bob, dora, now):
    acts.enter(match, bob, now)
    acts.confirm(match, dora, now)
    return match


def acting(act, match, by, now):
    """Return an act on a row read beforehand."""
    own = Match.objects.select_related("session", "season__club").get(pk=match.pk)
    return lambda: act(match=own, by=by, expected_version=own.version, now=now)


correcting = partial(corrections.correct, submission=Scores(rounds=acts.OTHERS), reason="typo")
proposing = partial(corrections.propose, submission=Scores(rounds=acts.OTHERS), reason="typo")
forfeiting = partial(corrections.forfeit, seats=[3], reason="did not come")
voiding = partial(voids.void, reason="wrong deck")
disputing = partial(disputes.dispute, reason="seat 2 won")


@pytest.mark.parametrize("other", [correcting, forfeiting, proposing, voiding])
def test_of_changes_of_a_final_result_at_once_one_counts(  # noqa: PLR0917
    final, season, alice, owner, now, other
):
    outcomes = at_once(acting(correcting, final, alice, now), acting(other, final, owner, now))
    assert len(winners(outcomes)) == 1
    for loser in losers(outcomes):
        assert isinstance(loser, Stale | Conflict)
    assert standings.recount(season) == 0


def test_of_forfeits_and_results_entered_at_once_one_counts(match, season, bob, alice, now):
    outcomes = at_once(entering(match, bob, now, 0), acting(forfeiting, match, alice, now))
    assert len(winners(outcomes)) == 1
    assert Result.objects.count() == 1
    assert standings.recount(season) == 0


def test_a_disputed_result_is_not_made_final_at_the_same_time(match, bob, dora, alice, now):
    ResultFactory(match=match, entered_by=bob)
    at_once(acting(disputing, match, dora, now), confirming(match, alice, now))
    match.refresh_from_db()
    [dispute] = Dispute.objects.all() or [None]
    if match.status == Match.Status.FINAL:
        assert dispute is None or dispute.status == Dispute.Status.OPEN
    else:
        assert (match.status, dispute.status) == (Match.Status.DISPUTED, Dispute.Status.OPEN)
        assert not Standing.objects.exists()


@pytest.mark.parametrize("status", ["entered", "final"])
def test_of_disputes_at_once_one_is_open(match, bob, dora, now, status):
    acts.enter(match, bob, now)
    if status == "final":
        acts.confirm(match, dora, now)
    outcomes = at_once(*[acting(disputing, match, by, now) for by in (bob, dora)])
    assert len(winners(outcomes)) == 1
    assert Dispute.objects.count() == 1


def test_a_correction_agreed_to_twice_at_once_counts_once(final, season, bob, dora, alice, now):  # noqa: PLR0917
    acts.propose(final, bob, now)
    outcomes = at_once(*[acting(corrections.agree, final, by, now) for by in (dora, alice)])
    assert len(winners(outcomes)) == 1
    assert standings.recount(season) == 0


def test_a_correction_is_not_declined_and_agreed_to(final, season, bob, dora, alice, now):  # noqa: PLR0917
    acts.propose(final, bob, now)
    declining = partial(corrections.decline, reason="it was right")
    outcomes = at_once(
        acting(corrections.agree, final, dora, now), acting(declining, final, alice, now)
    )
    assert len(winners(outcomes)) == 1
    assert standings.recount(season) == 0


def test_a_void_match_is_reopened_once(final, season, alice, owner, now):
    acts.void(final, alice, now)
    rows = [Match.objects.get(pk=final.pk) for _ in range(2)]
    at_once(
        lambda: voids.reopen(match=rows[0], reason="a", by=alice, now=now),
        lambda: voids.reopen(match=rows[1], reason="b", by=owner, now=now),
    )
    assert {row.matches for row in rankings.rows_of(season)} == {1}


def test_a_penalty_revoked_twice_at_once_gives_points_back_once(season, bob, alice, owner, now):
    penalty = penalties.penalise(
        season=season, player=bob.player, points=Decimal(5), reason="late", by=alice, now=now
    )
    rows = [Penalty.objects.get(pk=penalty.pk) for _ in range(2)]
    at_once(
        lambda: penalties.revoke(penalty=rows[0], reason="a", by=alice, now=now),
        lambda: penalties.revoke(penalty=rows[1], reason="b", by=owner, now=now),
    )
    assert Standing.objects.get().points == 0


def test_corrections_of_matches_of_the_same_players_all_count(  # noqa: PLR0917
    session, table_of_four, season, bob, dora, alice, now
):
    type(season).objects.update(tie_breaks=["direct", "wins"])
    matches = [MatchFactory(session=session, players=table_of_four) for _ in range(3)]
    for match in matches:
        acts.enter(match, bob, now)
        acts.confirm(match, dora, now)
    outcomes = at_once(*[acting(correcting, match, alice, now) for match in matches])
    assert len(winners(outcomes)) == 3
    season.refresh_from_db()
    assert standings.recount(season) == 0


CHANGED = {"points_rule": "placing", "drop_worst": 1, "tie_breaks": ["direct", "best"]}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "name", "rules_first"),
    [(standings, "recomputed", True), (scoring, "entries_of", False)],
)
def test_rules_changed_while_a_result_becomes_final_count_for_it(  # noqa: PLR0917
    final, season, table_of_four, alice, bob, now, monkeypatch, module, name, rules_first
):
    other = MatchFactory(session=final.session, players=table_of_four)
    ResultFactory(match=other, source="played")
    started, done = threading.Event(), threading.Event()
    paused(monkeypatch, module, name, started, done)
    own = Season.objects.get(pk=season.pk)

    def change():
        return seasons.change_rules(season=own, by=alice, now=now, **CHANGED)

    def count():
        return results.finalise(match_ids=[other.pk], now=now)

    def second(act):
        started.wait(timeout=10)
        act()
        done.set()

    one, two = (change, count) if rules_first else (count, change)
    at_once(one, lambda: second(two))
    season.refresh_from_db()
    assert {row.matches for row in Standing.objects.all()} == {2}
    assert standings.recount(season) == 0


def test_a_correction_counts_by_the_rules_as_they_are_now(final, season, alice, now):
    own = acting(correcting, final, alice, now)
    seasons.change_rules(season=season, by=alice, now=now, **CHANGED)
    own()
    season.refresh_from_db()
    assert standings.recount(season) == 0


SKAT = "".join(f"2024-03-15;1;{name};{len(name)}\n" for name in ("Ada", "Bert", "Cleopatra"))


def importing(season, by, now):
    own = Season.objects.get(pk=season.pk)
    content = SKAT.encode()
    return lambda: past_results.import_results(season=own, content=content, by=by, now=now)


def test_of_one_list_imported_twice_at_once_one_is_stored(club, alice, now):
    season = SeasonFactory(club=club, game="skat")
    outcomes = at_once(*[importing(season, alice, now)] * 2)
    [loser] = losers(outcomes)
    assert "already has an event on this day" in str(loser)
    assert season.matches.count() == 1
    assert standings.recount(season) == 0


def test_of_one_import_undone_twice_at_once_one_is(club, alice, now):
    season = SeasonFactory(club=club, game="skat")
    code = importing(season, alice, now)().code
    act = partial(taken_back.undo, season=season, code=code, by=alice, now=now)
    outcomes = at_once(act, act)
    assert [len(winners(outcomes)), len(losers(outcomes))] == [1, 1]
    assert standings.recount(season) == 0


def test_a_match_corrected_while_its_list_is_taken_back_stays_one_or_the_other(club, alice, now):
    season = SeasonFactory(club=club, game="skat")
    code = importing(season, alice, now)().code
    match = season.matches.get()
    undo = partial(taken_back.undo, season=season, code=code, by=alice, now=now)
    forfeit = partial(
        corrections.forfeit,
        match=match,
        seats=[0],
        reason="left early",
        by=alice,
        expected_version=1,
        now=now,
    )
    assert len(winners(at_once(undo, forfeit))) == 1
    assert standings.recount(season) == 0
    assert rebuilds.differences(season.events.get()) == []
