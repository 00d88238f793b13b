"""Tables and archives by REST."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.models import Job
from league.services.archives import imports
from tests.league.factories import ClubFactory, MembershipFactory


@pytest.fixture
def elsewhere(mallory):
    club = ClubFactory(slug="anker")
    MembershipFactory(club=club, player=mallory.player, role="organiser")
    return club


def archive_of(client, season):
    response = client.get(f"seasons/{season.code}/archive.jsonl")
    assert response.status_code == 200
    return response.getvalue()


def send(client, slug, content, **fields):
    form = {"archive": SimpleUploadedFile("a.jsonl", content), "players": "known", **fields}
    return client.post(f"clubs/{slug}/import-season", form, format="multipart")


@pytest.mark.parametrize(
    "address",
    [
        "clubs/linde/members.csv",
        "clubs/linde/audit.csv",
        "seasons/{season}/standings.csv",
        "seasons/{season}/results.csv",
        "seasons/{season}/matches.csv",
        "seasons/{season}/ratings.csv",
        "events/{event}/registrations.csv",
        "sessions/{session}/draw.csv",
    ],
)
def test_a_token_of_an_organiser_gets_every_table(as_alice, season, event, session, address):
    named = {"season": season.code, "event": event.code, "session": session.code}
    response = as_alice.get(address.format(**named))
    assert response.status_code == 200
    assert response.getvalue().count(b"\r\n") >= 1


def test_a_token_of_a_member_does_not_get_the_audit_trail(as_bob):
    assert as_bob.get("clubs/linde/audit.csv").status_code == 403


def test_a_ladder_has_no_archive_and_is_shown_instead(as_alice, ladder):
    response = as_alice.get(f"seasons/{ladder.code}/archive.jsonl")
    assert (response.status_code, response.json()["current"]["code"]) == (409, ladder.code)


def test_an_unknown_table_is_not_found(as_alice, club):
    assert as_alice.get("clubs/linde/secrets.csv").status_code == 404


def done(client, response):
    """Have the job of an import done, and return it as it is shown then."""
    assert response.status_code == 202
    imports.import_batch(ids=[Job.objects.get(code=response.json()["code"]).pk])
    return client.get(f"jobs/{response.json()['code']}").json()


def test_a_match_that_is_not_whole_does_not_come_in(
    as_alice, as_mallory, entered, season, elsewhere
):
    job = done(as_mallory, send(as_mallory, "anker", archive_of(as_alice, season)))
    assert (job["status"], job["imported"]["season"]) == ("failed", None)
    assert "lines." in str(job["imported"]["faults"])


def test_an_archive_makes_a_season(as_alice, as_mallory, match, season, elsewhere):
    job = done(as_mallory, send(as_mallory, "anker", archive_of(as_alice, season), name="Copy"))
    assert job["status"] == "done"
    made = as_mallory.get(f"seasons/{job['imported']['season']}").json()
    assert made["name"] == "Copy"
    assert set(job["imported"]["codes"]) == {"season", "event", "session", "match"}


def test_a_line_at_fault_is_named(as_mallory, elsewhere):
    job = done(as_mallory, send(as_mallory, "anker", b'{"kind":"header"}\n'))
    assert list(job["imported"]["faults"]) == ["lines.1.exported_at"]
    assert job["reason"].startswith("lines.1.exported_at: ")


def test_a_fault_is_said_in_the_language_of_the_request(as_mallory, elsewhere):
    code = done(as_mallory, send(as_mallory, "anker", b'{"kind":"header"}\n'))["code"]
    job = as_mallory.get(f"jobs/{code}", headers={"Accept-Language": "de"}).json()
    assert job["imported"]["faults"] == {"lines.1.exported_at": ["dieses Feld fehlt"]}
    assert job["reason"] == "lines.1.exported_at: dieses Feld fehlt"


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[]", b"null\n", b"{" * 5000, b"\0"])
def test_no_file_crashes(as_mallory, elsewhere, content):
    job = done(as_mallory, send(as_mallory, "anker", content))
    assert (job["status"], bool(job["imported"]["faults"])) == ("failed", True)


def test_one_season_is_imported_at_a_time(as_mallory, elsewhere):
    first = send(as_mallory, "anker", b"x").json()
    second = send(as_mallory, "anker", b"x")
    assert (second.status_code, second.json()["current"]["code"]) == (409, first["code"])


def test_an_import_is_shown_to_organisers_alone(as_bob, as_alice, as_mallory, elsewhere):
    code = send(as_mallory, "anker", b"x").json()["code"]
    assert [client.get(f"jobs/{code}").status_code for client in (as_bob, as_alice)] == [404] * 2


def test_an_archive_is_for_organisers(as_bob, anonymous, season):
    assert as_bob.get(f"seasons/{season.code}/archive.jsonl").status_code == 403
    assert anonymous.get(f"seasons/{season.code}/archive.jsonl").status_code == 401


def test_only_organisers_import(as_bob, as_alice, season):
    assert send(as_bob, "linde", archive_of(as_alice, season)).status_code == 403
