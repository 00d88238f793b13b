"""What the worker does with uploaded versions, whatever the test of them finds."""

from datetime import timedelta

import pytest

from bots.sandbox import NoLibraries, SandboxError, UnknownProgram
from bots.submission import compliance
from bots.submission.archive import ArchiveError
from bots.submission.compliance import Finding, Report
from league.models import Account, AuditEntry, Job, Notice, Player, Version
from league.services.bots import bots, checks, crew
from league.services.jobs import jobs
from league.services.monitoring import host_errors
from tests.bots.archives import tar_gz

from .scene import NOW, later

GOOD = Report([Finding("start", ok=True, detail="ready after 20 ms")])
BAD = Report([*GOOD.findings, Finding("skat", ok=False, detail="crash: it ended", evidence="a\0b")])


@pytest.fixture
def version(db, messages):
    carol = Account.objects.create(username="carol")
    return bots.upload(content=tar_gz(), by=carol, now=NOW).version


@pytest.fixture
def job(version):
    return Job.objects.get()


@pytest.fixture
def tested(monkeypatch):
    """Let the test find what is in the list, or raise it; return the list."""
    found = [GOOD]

    def check(new_player, slugs, *, progress, limit_s):
        progress(1, 9)
        if isinstance(found[0], Report):
            return found[0]
        raise found[0]

    monkeypatch.setattr(compliance, "check", check)
    return found


def run(job, at=1):
    checks.check_batch(ids=[job.pk], clock=lambda: later(at))


def state(job):
    return Job.objects.values_list("status", "reason", "attempt").get(pk=job.pk)


def test_version_that_passes_is_accepted(job, version, tested):
    run(job)
    version.refresh_from_db()
    assert (version.status, version.checked_at, version.player.name) == (
        "accepted",
        later(1),
        "Carol's 1",
    )
    assert version.report["findings"][0]["detail"] == "ready after 20 ms"
    assert state(job) == ("done", "", 1)


def test_version_that_fails_is_refused_with_the_evidence(job, version, tested):
    tested[0] = BAD
    run(job)
    version.refresh_from_db()
    assert (version.status, version.reason) == ("refused", "skat: crash: it ended")
    assert version.report["findings"][1]["evidence"] == "a\N{REPLACEMENT CHARACTER}b"
    assert state(job)[0] == "done"


@pytest.mark.logs("broke off")
def test_check_tells_how_far_it_has_got(job, tested):
    tested[0] = SandboxError("no")
    run(job)
    job.refresh_from_db()
    assert (job.done, job.total) == (1, 9)


def test_check_delivered_twice_is_made_once(job, tested):
    run(job)
    run(job, at=2)
    assert (Player.objects.filter(kind="bot").count(), Notice.objects.count()) == (1, 1)


@pytest.mark.logs("broke off")
@pytest.mark.parametrize(
    ("error", "said"),
    [
        (SandboxError("/srv/bots is closed to other users"), "the sandbox failed"),
        (NoLibraries("/srv/bots is missing"), "this bot's libraries are missing here"),
        (OSError(28, "no space left", "/srv/bots"), "the machine failed"),
        (ArithmeticError("/srv/bots"), "the site made a mistake"),
    ],
)
def test_failure_of_the_host_is_not_the_bots(job, version, tested, error, said):
    """Nor does its author learn the names of folders."""
    tested[0] = error
    run(job)
    version.refresh_from_db()
    assert (version.status, version.report) == ("checking", None)
    status, reason, attempt = state(job)
    assert (status, attempt) == ("waiting", 1)
    assert reason.startswith(f"the check broke off: {said}; ")
    assert f"(job {job.code}) (attempt 1 of 3)" in reason
    assert "/srv" not in reason
    assert not Notice.objects.exists()


@pytest.mark.logs("broke off")
def test_failure_of_the_host_is_told_to_the_staff(job, tested, caplog):
    tested[0] = SandboxError("/srv/bots is closed to other users")
    run(job)
    entry = AuditEntry.objects.get(action="job.mishap")
    assert (entry.subject, entry.club) == (f"job:{job.code}", None)
    assert entry.data == {"error": "SandboxError: /srv/bots is closed to other users"}
    assert f"job {job.code}" in caplog.text
    assert "/srv/bots" in caplog.text


def test_worker_without_a_sandbox_leaves_the_check_to_another(job, version, tested):
    tested[0] = crew.NoSandbox("no bots are played here: /usr/bin/bwrap is missing")
    run(job)
    assert state(job) == ("waiting", host_errors.NO_SANDBOX, 0)
    tested[0] = GOOD
    run(job, at=2)
    version.refresh_from_db()
    assert version.status == "accepted"


@pytest.mark.logs("broke off")
def test_check_goes_on_when_the_host_is_well_again(job, version, tested):
    tested[0] = SandboxError("bwrap is missing")
    run(job)
    tested[0] = GOOD
    run(job, at=2)
    version.refresh_from_db()
    assert version.status == "accepted"


@pytest.mark.parametrize("error", [UnknownProgram("there is no perl"), ArchiveError("damaged")])
def test_version_that_cannot_be_started_is_refused(job, version, tested, error):
    tested[0] = error
    run(job)
    version.refresh_from_db()
    assert (version.status, version.reason) == ("refused", f"start: {error}")


def test_version_withdrawn_before_its_check_is_not_checked(job, version, tested):
    bots.withdraw(version=version, by=version.bot.owner, now=NOW)
    tested[0] = AssertionError("it is checked")
    run(job)
    assert state(job)[0] == "done"


def test_version_withdrawn_during_its_check_stays_withdrawn(job, version, monkeypatch):
    def check(new_player, slugs, *, progress, limit_s):
        bots.withdraw(version=Version.objects.get(), by=version.bot.owner, now=NOW)
        return GOOD

    monkeypatch.setattr(compliance, "check", check)
    run(job)
    version.refresh_from_db()
    assert (version.status, version.player, state(job)[0]) == ("withdrawn", None, "done")


def test_worker_that_lost_its_lease_stops_and_decides_nothing(job, version, monkeypatch):
    went_on = []

    def check(new_player, slugs, *, progress, limit_s):
        jobs.sweep(now=later(1000))
        jobs.claim(kind=Job.Kind.CHECK_VERSION, ids=[job.pk], now=later(1000))
        progress(1, 9)
        went_on.append(1)
        return BAD

    monkeypatch.setattr(compliance, "check", check)
    run(job)
    version.refresh_from_db()
    assert (version.status, went_on, state(job)[0]) == ("checking", [], "running")


def test_lease_of_a_check_outlasts_its_longest_match(job, version, monkeypatch):
    def check(new_player, slugs, *, progress, limit_s):
        progress(1, 9)
        assert Job.objects.get().lease_until - later(1) > timedelta(seconds=limit_s)
        return GOOD

    monkeypatch.setattr(compliance, "check", check)
    run(job)
    assert state(job)[0] == "done"


def test_version_deleted_during_its_check_is_forgotten(job, monkeypatch):
    def check(new_player, slugs, *, progress, limit_s):
        Version.objects.all().delete()
        return GOOD

    monkeypatch.setattr(compliance, "check", check)
    run(job)
    assert not Player.objects.filter(kind="bot").exists()


@pytest.mark.logs("broke off")
def test_verdict_that_cannot_be_stored_is_made_again(job, version, tested, monkeypatch):
    def fail(**given):
        raise ArithmeticError("no room")

    monkeypatch.setattr(bots, "accept", fail)
    run(job)
    assert state(job)[0] == "waiting"
    assert state(job)[1].startswith("the check broke off: the site made a mistake")


def test_task_has_time_for_one_check(job, tested, messages, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        checks.check_batch(ids=[job.pk, job.pk + 1], clock=lambda: later(1))
    assert messages == [
        ("league.check_version", [job.pk], "play"),
        ("league.check_version", [job.pk + 1], "play"),
    ]
    assert state(job)[0] == "waiting"


def test_slow_bot_is_stopped_before_its_task_is(monkeypatch):
    from league.tasks import SOFT_LIMIT_S

    slowest_answer_s = crew.CLOCK.wall_s(crew.CLOCK.first_answer_s)
    assert checks.CHECK_S + 2 * slowest_answer_s < SOFT_LIMIT_S
