import pytest

from league import queue
from league.models import Job
from tests.league.experiments import make_experiment
from tests.league.factories import JobFactory, MatchFactory, MembershipFactory, SessionFactory
from tests.league.ladders import make_version


@pytest.fixture
def failed(match, now):
    return JobFactory(
        match=match,
        version=1,
        status=Job.Status.FAILED,
        reason="the worker stopped answering (attempt 3 of 3)",
        attempt=3,
        created_at=now,
    )


def test_a_job_says_why_it_failed(as_alice, failed):
    job = as_alice.get(f"jobs/{failed.code}").json()
    assert (job["status"], job["attempt"]) == ("failed", 3)
    assert job["reason"].startswith("the worker stopped")


def test_a_job_says_it_in_the_language_that_is_asked_for(as_alice, failed):
    answer = as_alice.get(f"jobs/{failed.code}", headers={"Accept-Language": "de"})
    assert answer.json()["reason"] == "der Worker antwortete nicht mehr (Versuch 3 von 3)"


def test_a_job_that_waits_says_that_there_is_no_worker(as_alice, failed):
    Job.objects.update(status=Job.Status.WAITING, reason=queue.SENT)
    [listed] = as_alice.get("jobs").json()["results"]
    shown = as_alice.get(f"jobs/{failed.code}").json()
    assert listed == shown
    assert shown["reason"].startswith("no worker of the queue “play” has been started")


def test_a_match_says_why_it_waits(anonymous, failed):
    Job.objects.update(status=Job.Status.WAITING, reason=queue.SENT)
    shown = anonymous.get(f"matches/{failed.match.code}").json()
    assert shown["waits"].startswith("no worker of the queue “play” has been started")


def test_a_match_that_does_not_wait_for_a_worker_says_nothing(anonymous, failed):
    assert anonymous.get(f"matches/{failed.match.code}").json()["waits"] is None


def test_a_job_keeps_its_lease_to_itself(as_alice, failed):
    assert "lease" not in as_alice.get(f"jobs/{failed.code}").json()


def test_a_failed_job_is_tried_again(as_alice, failed):
    job = as_alice.post(f"jobs/{failed.code}/retry").json()
    assert (job["status"], job["attempt"]) == ("waiting", 0)


def test_a_job_that_did_not_fail_is_not_tried_again(as_alice, failed):
    Job.objects.update(status=Job.Status.DONE)
    response = as_alice.post(f"jobs/{failed.code}/retry")
    assert response.status_code == 409
    assert response.json()["current"]["status"] == "done"


@pytest.fixture
def failed_check(carol, now):
    return Job.objects.create(
        kind=Job.Kind.CHECK_VERSION,
        checked=make_version(carol, status="checking"),
        status=Job.Status.FAILED,
        created_at=now,
    )


def test_an_author_has_a_check_tried_again_with_the_scope_bots(client_of, carol, failed_check):
    client = client_of(carol, scopes=["bots"])
    assert client.post(f"jobs/{failed_check.code}/retry").json()["status"] == "waiting"


@pytest.mark.parametrize("scopes", [["read"], ["organise"]])
def test_an_author_needs_the_scope_bots(client_of, carol, failed_check, scopes):
    answer = client_of(carol, scopes=scopes).post(f"jobs/{failed_check.code}/retry")
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")


def test_the_scope_bots_moves_no_job_of_a_club(client_of, alice, failed):
    answer = client_of(alice, scopes=["bots"]).post(f"jobs/{failed.code}/retry")
    assert "organise" in answer.json()["detail"]
    failed.refresh_from_db()
    assert failed.status == "failed"


def test_jobs_of_other_clubs_are_not_listed(as_alice, failed):
    elsewhere = MatchFactory(session=SessionFactory())
    JobFactory(match=elsewhere, version=1)
    listed = as_alice.get("jobs").json()["results"]
    assert [job["code"] for job in listed] == [failed.code]


@pytest.fixture
def six(as_alice, alice, match):
    """Jobs of both kinds in two clubs of Alice's, the newest first, by code."""
    other = MatchFactory(session=SessionFactory())
    MembershipFactory(club=other.season.club, player=alice.player, role="organiser")
    made = [
        JobFactory(kind=kind, match=one, version=version)
        for version, kind in enumerate(["play_match", "validate_record", "play_match"])
        for one in (match, other)
    ]
    return [job.code for job in reversed(made)]


def codes(page):
    return [job["code"] for job in page["results"]]


def test_jobs_of_two_clubs_are_listed_in_one_order(as_alice, six):
    first = as_alice.get("jobs", {"page_size": 4}).json()
    second = as_alice.get(first["next"]).json()
    assert (codes(first), codes(second)) == (six[:4], six[4:])
    assert codes(as_alice.get(second["previous"]).json()) == six[:4]


def test_jobs_of_own_bots_are_listed_with_those_of_clubs(as_alice, alice, failed, now):
    check = Job.objects.create(
        kind=Job.Kind.CHECK_VERSION, checked=make_version(alice), created_at=now
    )
    experiment = make_experiment(alice).jobs.get()
    listed = codes(as_alice.get("jobs").json())
    assert {failed.code, check.code, experiment.code} == set(listed)
    assert len(listed) == len(set(listed))


def test_who_organises_nothing_has_no_jobs(as_mallory, failed):
    assert codes(as_mallory.get("jobs").json()) == []


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ({"status": "failed"}, 1),
        ({"status": "done"}, 0),
        ({"kind": "play_match"}, 1),
        ({"club": "linde"}, 1),
        ({"club": "eiche"}, 0),
        ({"match": "nothing234"}, 0),
    ],
)
def test_jobs_are_filtered(as_alice, failed, query, count):
    assert len(as_alice.get("jobs", query).json()["results"]) == count


def test_the_log_goes_on_where_the_page_ended(as_alice, match):
    for version in range(5):
        JobFactory(kind=Job.Kind.VALIDATE_RECORD, match=match, version=version)
    first = as_alice.get("jobs", {"page_size": 3}).json()
    JobFactory(match=match, version=9)
    second = as_alice.get(first["next"]).json()
    versions = [job["version"] for job in first["results"] + second["results"]]
    assert versions == [4, 3, 2, 1, 0]
