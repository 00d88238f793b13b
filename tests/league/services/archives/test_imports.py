"""Imports by workers: all or nothing, once, and what is wrong is told."""

from datetime import timedelta
from io import BytesIO

import pytest

from league.models import AuditEntry, Job, Season, SeasonImport
from league.services.archives import archives, imports, season_imports
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.jobs import jobs


@pytest.fixture
def content(season, match, alice, now):
    return "".join(archives.export(season=season, by=alice, now=now)).encode()


def start(club, content, by, now, **options):
    options = {"players": "known", "name": "Copy"} | options
    return imports.start(club=club, file=BytesIO(content), by=by, now=now, **options)


def work(job, now):
    imports.import_batch(ids=[job.pk], clock=lambda: now)
    job.refresh_from_db()
    return job


def test_a_job_makes_the_season(club, content, alice, now):
    job = work(start(club, content, alice, now), now)
    row = SeasonImport.objects.get()
    assert (job.status, row.season.name, bytes(row.archive)) == ("done", "Copy", b"")
    assert job.done == job.total == content.count(b"\n")


def test_a_message_that_comes_twice_makes_one_season(club, content, alice, now):
    job = start(club, content, alice, now)
    work(job, now)
    work(job, now)
    assert Season.objects.filter(name="Copy").count() == 1


def test_a_worker_that_was_given_up_stores_nothing(club, content, alice, now, monkeypatch):
    job, read = start(club, content, alice, now), imports._read

    def slowly(*args):
        read(*args)
        Job.objects.update(status="waiting", lease=None, lease_until=None)

    monkeypatch.setattr(imports, "_read", slowly)
    assert work(job, now).status == "waiting"
    assert not Season.objects.filter(name="Copy").exists()


def test_an_error_in_the_middle_leaves_nothing(club, content, alice, now):
    broken = content.replace(b'"kind":"end","lines":', b'"kind":"end","lines":9')
    assert broken != content
    job = work(start(club, broken, alice, now), now)
    row = SeasonImport.objects.get()
    assert (job.status, row.season, bytes(row.archive)) == ("failed", None, b"")
    [path] = row.errors
    assert path.startswith("lines.")
    assert job.reason == f"{path}: {row.errors[path][0]}"
    assert not Season.objects.filter(name="Copy").exists()


def test_a_name_that_is_taken_is_told_by_line(club, season, content, alice, now):
    job = work(start(club, content, alice, now, name=season.name), now)
    assert job.reason.startswith("lines.2-2: the club already has a season of this name")
    assert Season.objects.count() == 1


@pytest.mark.logs("broke off")
def test_a_failure_of_the_machine_is_tried_again(club, content, alice, now, monkeypatch):
    def fail(**options):
        raise OSError("disk")

    job = start(club, content, alice, now)
    with monkeypatch.context() as broken:
        broken.setattr(season_imports, "import_season", fail)
        assert work(job, now).status == "waiting"
    assert "disk" not in job.reason
    assert work(job, now).status == "done"


@pytest.fixture
def broken_off(club, content, alice, now, monkeypatch, settings):  # noqa: PLR0917
    """The job of an import that has failed for good, by no fault of its archive."""
    settings.JOB_ATTEMPTS = 1

    def fail(**options):
        raise OSError("disk")

    with monkeypatch.context() as broken:
        broken.setattr(season_imports, "import_season", fail)
        return work(start(club, content, alice, now), now)


@pytest.mark.logs("broke off")
def test_an_archive_is_kept_while_it_may_be_tried_again(broken_off, content, alice, now):
    assert broken_off.status == "failed"
    assert imports.forget(now=now + imports.KEPT) == 0
    assert bytes(SeasonImport.objects.get().archive) == content
    jobs.retry(job=broken_off, by=alice, now=now)
    assert work(broken_off, now).status == "done"


@pytest.mark.logs("broke off")
def test_an_archive_that_nobody_tried_again_is_dropped(broken_off, alice, now):
    later = now + imports.KEPT + timedelta(seconds=1)
    assert [imports.forget(now=later), imports.forget(now=later)] == [1, 0]
    assert bytes(SeasonImport.objects.get().archive) == b""
    with pytest.raises(Conflict, match="Import it again"):
        jobs.retry(job=broken_off, by=alice, now=later)
    assert Job.objects.get().status == "failed"


def test_an_archive_that_still_waits_is_not_dropped(club, content, alice, now):
    start(club, content, alice, now)
    assert imports.forget(now=now + 2 * imports.KEPT) == 0
    assert bytes(SeasonImport.objects.get().archive) == content


def test_who_is_no_organiser_any_more_imports_nothing(club, content, alice, now):
    job = start(club, content, alice, now)
    alice.player.memberships.update(role="member")
    assert work(job, now).status == "failed"
    assert not Season.objects.filter(name="Copy").exists()


def test_a_refused_archive_is_not_tried_again(club, alice, now):
    job = work(start(club, b"nonsense", alice, now), now)
    with pytest.raises(Conflict, match="Correct it"):
        jobs.retry(job=job, by=alice, now=now)


def test_an_archive_has_a_bound(club, alice, now, monkeypatch):
    monkeypatch.setattr(imports, "MOST_BYTES", 10)
    with pytest.raises(Invalid, match="archive"):
        start(club, b"x" * 11, alice, now)
    assert start(club, b"x" * 10, alice, now).status == "waiting"


@pytest.mark.parametrize("wrong", [{"players": "everybody"}, {"name": ""}])
def test_what_can_be_told_at_once_is(club, content, alice, now, wrong):
    with pytest.raises(Invalid) as refused:
        start(club, content, alice, now, **wrong)
    assert list(refused.value.errors) == list(wrong)
    assert not Job.objects.exists()


def test_members_import_nothing(club, content, bob, now):
    with pytest.raises(Forbidden):
        start(club, content, bob, now)


def test_an_import_is_noted(club, content, alice, now):
    work(start(club, content, alice, now), now)
    assert AuditEntry.objects.get(action="season.import").account == alice
