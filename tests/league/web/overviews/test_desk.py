"""The desk: what waits for organisers and scorers, each with what ends it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Match, OnlineTable, Session
from league.services.overviews import desk
from league.services.results import disputes
from tests.league.factories import (
    NOW,
    BotFactory,
    EventFactory,
    JobFactory,
    MatchFactory,
    PlayerFactory,
    RegistrationFactory,
    ResultFactory,
    SessionFactory,
)

ADDRESS = "/clubs/linde/desk/"


@pytest.fixture
def as_scorer(client_of, scorer):
    return client_of(scorer)


def listed(client, name):
    """Return what a list of the desk is about."""
    return [
        row.what
        for heap in client.get(ADDRESS).context["heaps"]
        if heap["name"] == name
        for row in heap["rows"]
    ]


def acts(client):
    return {row.to for heap in client.get(ADDRESS).context["heaps"] for row in heap["rows"]}


def job_of(match, status="failed"):
    return JobFactory(match=match, status=status, reason="no worker")


@pytest.mark.parametrize(
    ("viewer", "status"), [("as_alice", 200), ("as_scorer", 200), ("as_bob", 403)]
)
def test_the_desk_is_for_who_keeps_scores(request, club, viewer, status):
    assert request.getfixturevalue(viewer).get(ADDRESS).status_code == status


def test_a_stranger_is_refused_and_a_visitor_logs_in(client, as_mallory, club):
    assert as_mallory.get(ADDRESS).status_code == 403
    assert client.get(ADDRESS).url.startswith("/login/")


@pytest.mark.parametrize("where", ["/", "/clubs/linde/"])
def test_the_desk_is_linked_for_those_who_may(as_scorer, as_bob, where):
    assert ADDRESS in as_scorer.get(where).content.decode()
    assert ADDRESS not in as_bob.get(where).content.decode()


def test_a_missing_result_is_told_with_its_age_and_form(as_scorer, match):
    Session.objects.update(starts_at=NOW - timedelta(days=700))
    answer = as_scorer.get(ADDRESS).content.decode()
    assert "November, session 1, table 1" in answer
    assert "Emil" in answer
    assert "since <time" in answer
    assert f"/matches/{match.code}/result/" in acts(as_scorer)


def test_no_result_is_missing_before_the_session_begins(alice, club, match, now):
    Session.objects.update(starts_at=now + timedelta(hours=1))
    assert not desk.missing_results(club, alice, now=now).exists()
    assert desk.missing_results(club, alice, now=now + timedelta(hours=1)).exists()


def test_tables_of_bots_are_not_missing(as_alice, session):
    MatchFactory(session=session, players=[BotFactory(), BotFactory()])
    assert listed(as_alice, "missing") == []


@pytest.mark.parametrize(
    ("status", "awaits", "is_missing"),
    [("playing", "person", False), ("cancelled", "nobody", True)],
)
def test_what_is_played_online_is_not_missing(as_alice, match, status, awaits, is_missing):
    OnlineTable.objects.create(
        event=match.session.event,
        match=match,
        opened_by=match.seats.first().player,
        size=4,
        status=status,
        awaits=awaits,
        created_at=NOW,
    )
    assert bool(listed(as_alice, "missing")) == is_missing


def test_a_result_waits_for_somebody_else_than_who_entered_it(as_alice, as_bob, match, alice):
    ResultFactory(match=match, entered_by=alice)
    assert listed(as_alice, "unconfirmed") == ["November, session 1, table 1"]
    assert f"/matches/{match.code}/confirm/" not in acts(as_alice)
    match.results.update(entered_by=None)
    assert f"/matches/{match.code}/confirm/" in acts(as_alice)


def test_results_that_workers_replay_wait_for_nobody(as_alice, played):
    assert listed(as_alice, "unconfirmed") == []


def test_a_dispute_is_listed_until_it_is_closed(as_alice, entered, dora):
    disputes.dispute(match=entered, reason="wrong row", expected_version=1, by=dora, now=NOW)
    assert "wrong row" in as_alice.get(ADDRESS).content.decode()
    assert listed(as_alice, "disputes") == ["November, session 1, table 1"]
    as_alice.post(f"/matches/{entered.code}/close-dispute/", {"reason": "it is right"})
    assert listed(as_alice, "disputes") == []


def test_a_proposed_correction_is_listed(as_alice, final):
    ResultFactory(match=final, version=7)
    Match.objects.filter(pk=final.pk).update(status="final", proposed_version=7)
    assert listed(as_alice, "corrections") == ["November, session 1, table 9"]
    assert f"/matches/{final.code}/agree/" in acts(as_alice)


def test_a_draft_says_when_it_publishes_itself(as_alice, draft):
    Session.objects.filter(pk=draft.pk).update(publish_at=NOW + timedelta(days=9999))
    assert listed(as_alice, "drafts") == ["November, session 2"]
    assert "will be published at" in as_alice.get(ADDRESS).content.decode()


def test_a_draft_whose_time_has_passed_is_in_trouble(as_alice, draft):
    Session.objects.filter(pk=draft.pk).update(publish_at=NOW - timedelta(days=999))
    assert "automatic publishing failed" in as_alice.get(ADDRESS).content.decode()


def test_a_session_is_closed_from_the_desk(as_alice, final, session):
    assert f"/sessions/{session.code}/close/" in acts(as_alice)
    as_alice.post(f"/sessions/{session.code}/close/")
    assert listed(as_alice, "sessions") == []


def test_a_session_that_still_plays_is_not_to_be_closed(as_alice, final, match):
    assert listed(as_alice, "sessions") == []


def test_who_waits_for_a_place_is_listed(as_alice, event):
    RegistrationFactory(event=event, player__name="Wim", status="waiting")
    assert listed(as_alice, "players") == ["Wim"]


def test_nobody_waits_for_a_place_in_what_is_over(as_alice, event, session):
    RegistrationFactory(event=event, status="waiting")
    Session.objects.update(status="closed")
    assert listed(as_alice, "players") == []


def test_a_failed_job_says_why_and_is_tried_again(as_alice, match):
    job = job_of(match)
    assert "no worker" in as_alice.get(ADDRESS).content.decode()
    answer = as_alice.post(f"/jobs/{job.code}/retry/")
    job.refresh_from_db()
    assert (answer.url, job.status) == (ADDRESS, "waiting")


def test_a_job_that_does_not_fail_is_not_tried_again(as_alice, match):
    answer = as_alice.post(f"/jobs/{job_of(match, 'done').code}/retry/", follow=True)
    assert "You can only retry a job that has failed" in answer.content.decode()


@pytest.mark.parametrize("viewer", ["as_scorer", "as_bob", "as_mallory"])
def test_only_organisers_try_jobs_again(request, match, viewer):
    job = job_of(match)
    assert request.getfixturevalue(viewer).post(f"/jobs/{job.code}/retry/").status_code == 404
    job.refresh_from_db()
    assert job.status == "failed"


def test_scorers_see_no_drafts(as_scorer, draft):
    assert listed(as_scorer, "drafts") == []
    assert as_scorer.get(f"{ADDRESS}?list=drafts").status_code == 404


def test_the_work_of_other_clubs_is_not_told(as_alice):
    MatchFactory(players=PlayerFactory.create_batch(4))
    assert as_alice.get(ADDRESS).context["heaps"] == []


def test_one_list_is_shown_in_pages(as_alice, session):
    for _ in range(51):
        MatchFactory(session=session, players=[PlayerFactory()])
    answer = as_alice.get(f"{ADDRESS}?list=missing&page=2")
    assert len(answer.context["heaps"][0]["rows"]) == 1


def fill(number, season):
    """Put `number` rows on every list."""
    for _ in range(number):
        event = EventFactory(season=season)
        session = SessionFactory(event=event, number=1)
        MatchFactory(session=session, players=PlayerFactory.create_batch(4))
        job_of(ResultFactory(match__session=session).match)
        disputed = ResultFactory(match__session=session).match
        disputed.disputes.create(reason="wrong", opened_at=NOW)
        corrected = ResultFactory(match__session=session).match
        corrected.status, corrected.proposed_version = "final", 1
        corrected.save()
        SessionFactory(event=event, number=2, status="draft")
        done = ResultFactory(match__session=SessionFactory(event=event, number=3)).match
        Match.objects.filter(pk=done.pk).update(status="final")
        RegistrationFactory(event=event, status="waiting")


@pytest.mark.further
def test_queries_do_not_grow_with_work(as_alice, season, django_assert_num_queries):
    fill(1, season)
    assert len(as_alice.get(ADDRESS).context["heaps"]) == 8
    with CaptureQueriesContext(connection) as once:
        as_alice.get(ADDRESS)
    fill(19, season)
    with django_assert_num_queries(len(once)):
        as_alice.get(ADDRESS)
