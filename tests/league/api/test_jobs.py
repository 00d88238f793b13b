import pytest

from league.models import Job
from tests.league.factories import MatchFactory, SessionFactory


@pytest.fixture
def failed(match, now):
    return Job.objects.create(
        kind=Job.Kind.PLAY_MATCH,
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


def test_jobs_of_other_clubs_are_not_listed(as_alice, failed, now):
    elsewhere = MatchFactory(session=SessionFactory())
    Job.objects.create(kind=Job.Kind.PLAY_MATCH, match=elsewhere, version=1, created_at=now)
    listed = as_alice.get("jobs").json()["results"]
    assert [job["code"] for job in listed] == [failed.code]


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


def test_the_log_goes_on_where_the_page_ended(as_alice, match, now):
    for version in range(5):
        Job.objects.create(
            kind=Job.Kind.VALIDATE_RECORD, match=match, version=version, created_at=now
        )
    first = as_alice.get("jobs", {"page_size": 3}).json()
    Job.objects.create(kind=Job.Kind.PLAY_MATCH, match=match, version=9, created_at=now)
    second = as_alice.get(first["next"]).json()
    versions = [job["version"] for job in first["results"] + second["results"]]
    assert versions == [4, 3, 2, 1, 0]
