"""Bots by the API: uploaded, looked into, withdrawn."""

import gzip

import numpy as np
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.api.parsers import MAX_FORM_BYTES
from league.models import Job, Version
from league.services.bots import bots
from tests.bots.archives import GOOD, tar_gz
from tests.league.api.conftest import ContractClient
from tests.league.factories import (
    AuthorsBotFactory,
    NoticeFactory,
    PartFactory,
    VersionFactory,
)


def upload(client, content, **options):
    body = {"archive": SimpleUploadedFile("bot.tar.gz", content)}
    return client.post("versions", body, format="multipart", **options)


def test_upload_answers_with_the_version_and_its_check(as_carol):
    answer = upload(as_carol, tar_gz())
    version = answer.json()
    assert (answer.status_code, version["status"], version["number"]) == (201, "checking", 1)
    assert (version["bot"]["name"], version["games"]) == ("Carol's", ["skat"])
    assert (version["check"]["status"], version["check"]["done"]) == ("waiting", 0)
    assert answer.headers["Location"].endswith(f"/api/v1/versions/{version['code']}")


def test_same_archive_again_answers_with_the_same_version(as_carol):
    first, again = upload(as_carol, tar_gz()), upload(as_carol, tar_gz())
    assert (again.status_code, again.json()["code"]) == (200, first.json()["code"])
    assert Version.objects.count() == 1


def test_archive_that_is_none_names_its_field(as_carol):
    answer = upload(as_carol, b"hello")
    assert answer.status_code == 422
    assert "neither a .tar.gz nor a .zip" in answer.json()["errors"]["archive"][0]


def test_upload_without_a_file_names_its_field(as_carol):
    answer = as_carol.post("versions", {"archive": "text"}, format="multipart")
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["archive"])


def test_upload_that_is_too_large_is_refused_unread(as_carol):
    answer = upload(as_carol, b"x", CONTENT_LENGTH=str(MAX_FORM_BYTES + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_archive_that_is_too_large_is_refused(as_carol):
    answer = upload(as_carol, gzip.compress(b"")[:10] + bytes(5 * 1024 * 1024))
    assert (answer.status_code, Version.objects.count()) == (422, 0)


@pytest.mark.parametrize("content_type", ["application/json", "text/plain"])
def test_upload_is_a_form(as_carol, content_type):
    answer = as_carol.generic("POST", "versions", b"{}", content_type)
    assert answer.status_code == 415


def test_form_with_many_files_is_refused(as_carol):
    files = {f"f{number}": SimpleUploadedFile("x", b"x") for number in range(3)}
    assert as_carol.post("versions", files, format="multipart").status_code == 400


def test_token_for_bots_is_needed_to_upload(client_of, carol):
    answer = upload(client_of(carol, scopes=["read", "results"]), tar_gz())
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")


@pytest.fixture
def refused(carol):
    return VersionFactory(
        bot=AuthorsBotFactory(owner=carol),
        status="refused",
        reason="skat: crash",
        report={
            "ok": False,
            "findings": [{"subject": "skat", "ok": False, "detail": "crash", "evidence": "1/0"}],
        },
    )


def test_author_reads_why_a_version_was_refused(as_carol, refused):
    version = as_carol.get(f"versions/{refused.code}").json()
    assert version["reason"] == "skat: crash"
    assert version["report"]["findings"][0]["evidence"] == "1/0"


@pytest.fixture
def accepted(carol):
    bot = AuthorsBotFactory(owner=carol, name="Fox")
    version = VersionFactory(
        bot=bot, number=3, reason="secret", report={"ok": True, "findings": []}
    )
    Job.objects.create(kind="check_version", checked=version, created_at=version.created_at)
    return version


@pytest.mark.parametrize("who", ["mallory", "nobody"])
def test_others_read_no_reason_report_or_check(client_named, accepted, who):
    version = client_named(who).get(f"versions/{accepted.code}").json()
    assert (version["reason"], version["report"], version["check"]) == (None, None, None)
    assert version["player"]["name"] == "Fox 3"


def test_token_without_the_scope_read_reads_what_anybody_reads(client_of, carol, accepted):
    client = client_of(carol, scopes=["bots"])
    assert client.get(f"versions/{accepted.code}").json()["report"] is None
    assert client.get(f"versions/{accepted.code}/logs").status_code == 403


def test_staff_of_the_site_reads_all(client_of, alice, refused):
    alice.is_staff = True
    alice.save()
    assert client_of(alice).get(f"versions/{refused.code}").json()["reason"] == "skat: crash"


def test_bot_shows_its_author_and_accepted_versions(anonymous, accepted, carol):
    VersionFactory(bot=accepted.bot, number=4, status="checking")
    bot = anonymous.get(f"bots/{accepted.bot.code}").json()
    assert (bot["owner"], [version["number"] for version in bot["accepted"]]) == ("Carol", [3])


def test_bot_lists_all_its_versions_to_its_author(as_carol, anonymous, accepted):
    VersionFactory(bot=accepted.bot, number=4, status="checking")
    numbers = [
        [
            version["number"]
            for version in client.get(f"bots/{accepted.bot.code}/versions").json()["results"]
        ]
        for client in (as_carol, anonymous)
    ]
    assert numbers == [[4, 3], [3]]


@pytest.mark.parametrize(
    ("query", "count"),
    [({"status": "accepted"}, 1), ({"status": "refused"}, 0), ({"bot": "nothing234"}, 0)],
)
def test_versions_are_filtered(as_carol, accepted, query, count):
    assert len(as_carol.get("versions", query).json()["results"]) == count


@pytest.mark.parametrize(("query", "count"), [({"name": "fo"}, 1), ({"owner": "bob"}, 0)])
def test_bots_are_filtered(as_carol, accepted, query, count):
    assert len(as_carol.get("bots", query).json()["results"]) == count


def test_fault_has_its_evidence_and_its_place(as_carol, accepted):
    part = PartFactory(
        version=accepted,
        fault="crash",
        fault_detail="it ended",
        fault_evidence="1/0",
        fault_round=2,
    )
    PartFactory(version=accepted)
    [fault] = as_carol.get(f"versions/{accepted.code}/faults").json()["results"]
    assert fault == {
        "match": part.seat.match.code,
        "seat": 0,
        "reason": "crash",
        "detail": "it ended",
        "evidence": "1/0",
        "round": 2,
        "action": 0,
        "created_at": "2026-11-20T20:01:00Z",
    }


def test_everybody_reads_from_where_a_stand_in_played(anonymous, accepted, client):
    part = PartFactory(version=accepted, fault="crash", fault_detail="it was tired", fault_round=2)
    code = part.seat.match.code
    found = anonymous.get(f"matches/{code}").json()
    assert found["stand_ins"] == [{"seat": 0, "round": 2, "action": 0}]
    page = client.get(f"/matches/{code}/").content.decode()
    assert f"{accepted.player} made a fault in round 3, after 0 actions." in page
    assert "it was tired" not in page


def test_match_without_faults_has_no_stand_ins(anonymous, accepted):
    code = PartFactory(version=accepted).seat.match.code
    assert anonymous.get(f"matches/{code}").json()["stand_ins"] == []


def test_log_has_what_the_bot_wrote(as_carol, accepted):
    PartFactory(version=accepted, log="thinking about hearts")
    [log] = as_carol.get(f"versions/{accepted.code}/logs").json()["results"]
    assert (log["log"], log["actions"]) == ("thinking about hearts", 8)


def test_statistics_are_by_seat_and_opponent(as_carol, accepted):
    PartFactory(version=accepted)
    found = as_carol.get(f"versions/{accepted.code}/statistics").json()
    assert (found["total"]["matches"], found["seats"][0]["seat"], found["opponents"]) == (1, 0, [])


def test_archive_comes_back_as_it_was_uploaded(as_carol):
    code = upload(as_carol, tar_gz()).json()["code"]
    answer = as_carol.get(f"versions/{code}/archive")
    assert answer.getvalue() == tar_gz()
    assert answer.headers["Content-Disposition"] == 'attachment; filename="carols-1.tar.gz"'


def test_large_archive_goes_up_and_comes_back(as_carol):
    content = tar_gz({**GOOD, "weights": np.random.default_rng(1).bytes(6 * 1024 * 1024)})
    answer = upload(as_carol, content)
    assert answer.status_code == 201
    code = answer.json()["code"]
    assert as_carol.get(f"versions/{code}/archive").getvalue() == content


def test_archive_that_was_deleted_says_so(as_carol, accepted):
    accepted.archive.content = b""
    accepted.archive.save()
    answer = as_carol.get(f"versions/{accepted.code}/archive")
    assert (
        answer.status_code,
        "This archive was deleted to free space" in answer.json()["detail"],
    ) == (404, True)


def test_withdrawn_version_is_for_its_author_only(as_carol, anonymous, accepted):
    assert as_carol.post(f"versions/{accepted.code}/withdraw").json()["status"] == "withdrawn"
    assert anonymous.get(f"versions/{accepted.code}").status_code == 404


def test_version_is_withdrawn_once_under_a_key(as_carol, accepted):
    headers = {"Idempotency-Key": "k"}
    answers = [
        as_carol.post(f"versions/{accepted.code}/withdraw", headers=headers) for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[1].headers["Idempotency-Replayed"] == "true"


def test_withdrawing_again_shows_what_is_stored(as_carol, accepted, carol, now):
    bots.withdraw(version=accepted, by=carol, now=now)
    answer = as_carol.post(f"versions/{accepted.code}/withdraw")
    assert (answer.status_code, answer.json()["current"]["status"]) == (409, "withdrawn")


def test_notice_is_marked_as_read(as_carol, carol, accepted):
    notice = NoticeFactory(account=carol, version=accepted)
    answer = as_carol.post(f"notices/{notice.code}/read").json()
    assert (answer["version"], answer["read_at"] is None) == (accepted.code, False)


def test_upload_from_a_browser_needs_the_token_of_its_form(carol):
    client = ContractClient(enforce_csrf_checks=True)
    client.force_login(carol)
    assert upload(client, tar_gz(GOOD)).status_code == 403
