from datetime import timedelta

import pytest

from league.models import AuditEntry, Job, Match, ScorePad, Season, Session
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.corrections import voids
from league.services.draws import draws
from league.services.events import attendance, events, sessions
from league.services.results import results
from tests.league.factories import (
    BotFactory,
    MatchFactory,
    PlayerFactory,
    RegistrationFactory,
    SessionFactory,
)


@pytest.fixture
def drawn(draft, alice, now):
    """A draft with one table of people and one of bots."""
    tables = [PlayerFactory.create_batch(4), BotFactory.create_batch(2) * 2]
    draws.seat_players(session=draft, tables=tables, by=alice, now=now)
    return draft


@pytest.fixture
def published(drawn, alice, now):
    return draws.publish(session=drawn, by=alice, now=now)


def schedule(session, by, now, *, hours):
    at = None if hours is None else now + timedelta(hours=hours)
    return sessions.schedule(session=session, publish_at=at, by=by, now=now)


def test_a_draw_is_published_at_its_time(drawn, alice, now):
    schedule(drawn, alice, now, hours=2)
    assert sessions.publish_due(now=now + timedelta(hours=1)) == []
    assert sessions.publish_due(now=now + timedelta(hours=2)) == [drawn]
    drawn.refresh_from_db()
    assert drawn.status == Session.Status.PUBLISHED


def test_a_draw_is_published_once(drawn, alice, now):
    schedule(drawn, alice, now, hours=1)
    later = now + timedelta(hours=1)
    assert sessions.publish_due(now=later) == [drawn]
    assert sessions.publish_due(now=later) == []


def test_a_draw_is_no_longer_published_by_itself(drawn, alice, now):
    schedule(drawn, alice, now, hours=1)
    schedule(drawn, alice, now, hours=None)
    assert sessions.publish_due(now=now + timedelta(days=1)) == []


def test_a_draw_that_cannot_be_published_waits_and_says_why(drawn, alice, now):
    schedule(drawn, alice, now, hours=1)
    Season.objects.update(status=Season.Status.DRAFT)
    later = now + timedelta(hours=1)
    assert sessions.publish_due(now=later) == []
    drawn.refresh_from_db()
    assert drawn.status == Session.Status.DRAFT
    assert (
        sessions.why_not_published(drawn)
        == "The season has not started. Start it, then publish the draw."
    )
    Season.objects.update(status=Season.Status.RUNNING)
    assert sessions.why_not_published(drawn) == ""
    assert sessions.publish_due(now=later) == [drawn]


def test_draws_that_cannot_be_published_hold_up_no_other(drawn, alice, now, monkeypatch):
    monkeypatch.setattr(sessions, "MOST_PUBLISHED", 1)
    schedule(SessionFactory(event=drawn.event, number=7, status="draft"), alice, now, hours=1)
    schedule(drawn, alice, now, hours=2)
    assert sessions.publish_due(now=now + timedelta(hours=3)) == [drawn]


def test_a_draw_of_a_cancelled_event_is_never_published(drawn, alice, now):
    schedule(drawn, alice, now, hours=1)
    events.cancel_event(event=drawn.event, reason="Too few came.", by=alice, now=now)
    assert sessions.publish_due(now=now + timedelta(hours=1)) == []
    with pytest.raises(Conflict, match="cancelled"):
        draws.publish(session=drawn, by=alice, now=now)
    drawn.refresh_from_db()
    assert drawn.status == Session.Status.DRAFT
    assert not Job.objects.exists()


@pytest.fixture
def gone(drawn, alice, now):
    """The registration of somebody who has a seat in the draft and has withdrawn since."""
    seat = drawn.matches.get(table_number=1).seats.first()
    row = RegistrationFactory(event=drawn.event, player=seat.player)
    return attendance.withdraw(registration=row, by=alice, now=now)


def test_a_draw_with_somebody_who_withdrew_is_refused_by_name(drawn, gone, alice, now):
    with pytest.raises(
        Conflict, match=f"{gone.player.name} will not play in this session.*Draw again"
    ):
        draws.publish(session=drawn, by=alice, now=now)
    drawn.refresh_from_db()
    assert drawn.status == Session.Status.DRAFT
    assert not drawn.matches.filter(status=Match.Status.OPEN).exists()


def test_a_draw_with_somebody_who_withdrew_is_not_published_at_its_time(drawn, gone, alice, now):
    schedule(drawn, alice, now, hours=1)
    assert sessions.publish_due(now=now + timedelta(hours=1)) == []
    assert gone.player.name in sessions.why_not_published(drawn)


@pytest.mark.parametrize(("last", "is_refused"), [(1, True), (2, False), (None, False)])
def test_who_left_before_the_session_keeps_it_a_draft(drawn, alice, now, last, is_refused):
    seat = drawn.matches.get(table_number=1).seats.first()
    RegistrationFactory(event=drawn.event, player=seat.player, last_session=last)
    assert bool(sessions.why_not_published(drawn)) == is_refused


def test_a_draw_with_a_substitute_is_published(drawn, alice, now):
    seat = drawn.matches.get(table_number=1).seats.first()
    row = RegistrationFactory(event=drawn.event, player=seat.player)
    came = PlayerFactory()
    attendance.replace(registration=row, player=came, by=alice, now=now)
    draws.publish(session=drawn, by=alice, now=now)
    seat.refresh_from_db()
    assert (seat.player, seat.counts_for) == (came, row.player)


@pytest.mark.parametrize("hours", [0, -1])
def test_a_time_that_has_passed_is_refused(drawn, alice, now, hours):
    with pytest.raises(Invalid) as refused:
        schedule(drawn, alice, now, hours=hours)
    assert list(refused.value.errors) == ["publish_at"]


def test_a_published_draw_needs_no_time(published, alice, now):
    with pytest.raises(Conflict):
        schedule(published, alice, now, hours=1)


def test_who_schedules_a_draw_too_late_sees_that_it_is_published(drawn, alice, now):
    draws.publish(session=Session.objects.get(pk=drawn.pk), by=alice, now=now)
    with pytest.raises(Conflict, match="already published") as refused:
        schedule(drawn, alice, now, hours=1)
    assert refused.value.current.status == Session.Status.PUBLISHED


def test_an_undone_draw_may_be_changed(published, alice, now):
    sessions.undo(session=published, by=alice, now=now)
    assert set(published.matches.values_list("status", flat=True)) == {Match.Status.DRAFT}
    assert draws.seat_players(
        session=published, tables=[PlayerFactory.create_batch(4)], by=alice, now=now
    )


def test_an_undone_draw_may_be_published_again(published, alice, now):
    sessions.undo(session=published, by=alice, now=now)
    draws.publish(session=published, by=alice, now=now)
    assert Job.objects.filter(kind=Job.Kind.PLAY_MATCH).count() == 1


def test_an_undone_draw_is_not_published_at_its_old_time(drawn, alice, now):
    schedule(drawn, alice, now, hours=1)
    draws.publish(session=drawn, by=alice, now=now)
    sessions.undo(session=drawn, by=alice, now=now)
    assert sessions.publish_due(now=now + timedelta(days=1)) == []


def test_a_void_table_of_an_undone_draw_is_a_draft_again(published, event, alice, now):
    match = published.matches.get(table_number=1)
    voids.void(match=match, reason="no cards", by=alice, expected_version=None, now=now)
    sessions.undo(session=published, by=alice, now=now)
    assert set(published.matches.values_list("status", "voided_from")) == {("draft", "")}


def test_bots_do_not_play_an_undone_draw(published, alice, now):
    sessions.undo(session=published, by=alice, now=now)
    assert not Job.objects.exists()


def test_a_session_with_a_result_is_not_undone(published, scorer, alice, now):
    people = published.matches.get(table_number=1)
    rounds = results.Scores(rounds=[[12, 6, 0, 3]] * 4)
    results.enter(match=people, submission=rounds, by=scorer, expected_version=None, now=now)
    with pytest.raises(Conflict, match="tables already have results: 1"):
        sessions.undo(session=published, by=alice, now=now)
    assert Session.objects.get(pk=published.pk).status == Session.Status.PUBLISHED
    assert people.results.exists()


def test_a_session_of_which_a_deal_is_written_is_not_undone(published, alice, now):
    people = published.matches.get(table_number=1)
    rounds = [{"dealer": 0, "redeal": True}]
    pad = ScorePad.objects.create(match=people, rounds=rounds, written_by=alice, written_at=now)
    with pytest.raises(Conflict, match="begun to write their score: 1"):
        sessions.undo(session=published, by=alice, now=now)
    ScorePad.objects.filter(pk=pad.pk).update(rounds=[])
    published.refresh_from_db()
    sessions.undo(session=published, by=alice, now=now)
    assert Session.objects.get(pk=published.pk).status == Session.Status.DRAFT


def test_the_latest_session_is_undone_first(published, event, alice, now):
    later = SessionFactory(event=event, number=published.number + 1)
    with pytest.raises(Conflict, match=f"Session {later.number} was drawn after"):
        sessions.undo(session=published, by=alice, now=now)


def test_a_draft_after_it_keeps_no_session_from_being_undone(published, event, alice, now):
    SessionFactory(event=event, number=published.number + 1, status=Session.Status.DRAFT)
    assert sessions.undo(session=published, by=alice, now=now).status == Session.Status.DRAFT


def test_a_draft_cannot_be_undone(draft, alice, now):
    with pytest.raises(Conflict):
        sessions.undo(session=draft, by=alice, now=now)


def test_a_session_is_closed_when_all_is_played(session, alice, now):
    MatchFactory(session=session, status=Match.Status.VOID)
    assert sessions.close(session=session, by=alice, now=now).status == Session.Status.CLOSED


def test_a_session_where_a_table_plays_is_not_closed(session, match, alice, now):
    with pytest.raises(Conflict, match=f"no final result yet: {match.table_number}"):
        sessions.close(session=session, by=alice, now=now)
    assert Session.objects.get(pk=session.pk).status == Session.Status.PUBLISHED


def test_a_closed_session_is_opened_again(session, alice, now):
    sessions.close(session=session, by=alice, now=now)
    sessions.reopen(session=session, by=alice, now=now)
    assert Session.objects.get(pk=session.pk).status == Session.Status.PUBLISHED


@pytest.mark.parametrize("act", [sessions.undo, sessions.close, sessions.reopen])
@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_change_sessions(published, now, act, who, request):
    with pytest.raises(Forbidden):
        act(session=published, by=request.getfixturevalue(who), now=now)


def test_only_organisers_set_the_time(drawn, scorer, now):
    with pytest.raises(Forbidden):
        schedule(drawn, scorer, now, hours=1)


def test_acts_on_a_session_are_in_the_log_of_its_event(published, event, alice, now):
    sessions.undo(session=published, by=alice, now=now)
    log = AuditEntry.objects.filter(event=event).order_by("pk")
    assert [entry.action for entry in log] == ["draw.seat", "draw.publish", "draw.undo"]


def test_a_draft_cannot_be_opened_again(drawn, alice, now):
    with pytest.raises(Conflict, match="You can only reopen"):
        sessions.reopen(session=drawn, by=alice, now=now)
    assert Session.objects.get(pk=drawn.pk).status == Session.Status.DRAFT


def test_a_closed_session_is_not_published_again(session, alice, now):
    sessions.close(session=session, by=alice, now=now)
    with pytest.raises(Conflict, match="already published"):
        draws.publish(session=session, by=alice, now=now)
