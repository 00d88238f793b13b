"""Analyses by the API: asked for, on their way, and what was found."""

import pytest

from league.models import Analysis, Job
from tests.league.analyses import make_analysis


@pytest.fixture
def asked(as_bob, final):
    return as_bob.post("/api/v1/analyses", {"match": final.code, "seat": 1}).json()


def test_who_asks_is_told_where_it_is_and_how_far(as_bob, asked):
    Analysis.objects.update(done=3, total=40)
    shown = as_bob.get(f"/api/v1/analyses/{asked['code']}").json()
    assert (asked["status"], asked["bot"]) == ("waiting", "expert")
    assert (shown["status"], shown["done"], shown["total"]) == ("waiting", 3, 40)


def test_what_failed_says_why(client, asked):
    why = "the site made a mistake; its staff have been told (job x)"
    Job.objects.filter(kind="analyse_match").update(status="failed", reason=why)
    shown = client.get(f"/api/v1/analyses/{asked['code']}").json()
    assert (shown["status"], shown["reason"]) == ("failed", why)


def test_everybody_reads_what_was_found(client, final):
    row = make_analysis(final)
    shown = client.get(f"/api/v1/analyses/{row.code}").json()
    assert (shown["match"], shown["status"], shown["found"]) == (final.code, "done", row.found)


def test_lists_are_of_a_match_and_without_what_was_found(client, final):
    make_analysis(final)
    [row] = client.get(f"/api/v1/analyses?match={final.code}").json()["results"]
    assert "found" not in row
    assert client.get("/api/v1/analyses?match=unknown").json()["results"] == []


def test_a_seat_that_is_not_there_is_named(as_bob, final):
    answer = as_bob.post("/api/v1/analyses", {"match": final.code, "seat": 7})
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["seat"])


def test_a_match_that_is_played_is_not_analysed(as_bob, played):
    answer = as_bob.post("/api/v1/analyses", {"match": played.code, "seat": 0})
    assert answer.status_code == 404


def test_who_may_no_more_is_told_what_to_do(as_bob, final, monkeypatch):
    monkeypatch.setattr("league.services.results.analyses.AT_A_TIME", 0)
    answer = as_bob.post("/api/v1/analyses", {"match": final.code, "seat": 0})
    assert answer.status_code == 409
    assert "Wait until one is." in answer.json()["detail"]
