"""What the worker does with matches of authors' bots, each a process in the sandbox."""

from pathlib import Path

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from bots.conversation.process import ProcessPlayer
from bots.playing.runner import StandIn
from bots.sandbox import Sandbox, SandboxError
from league.models import AuditEntry, Job, Match, Part, Result, Seat, Version
from league.services.bots import crew, reports
from league.services.bots.crew import Crew, NoSandbox
from league.services.jobs import jobs
from league.services.monitoring import host_errors
from league.services.play import bot_matches

from . import authors
from .scene import NOW, jobs_of, later, open_matches

pytestmark = pytest.mark.needs("bubblewrap")


@pytest.fixture(autouse=True)
def folder(settings):
    authors.open_sandbox()
    with authors.open_folder() as folder:
        settings.BOT_FOLDER = folder / "bots"
        yield folder / "bots"


@pytest.fixture
def fox(db):
    return authors.version_of(authors.THINKS, name="Fox")


@pytest.fixture
def owl(db):
    return authors.version_of(authors.FIRST, name="Owl")


@pytest.fixture
def make(session, bots):
    """Return a function that makes jobs to play matches of these players."""

    def make(*players, count=1):
        seated = [getattr(player, "player", player) for player in players or bots]
        matches = open_matches(session, [*seated, *bots, *bots][:4], count=count)
        return jobs_of(matches, version=0)

    return make


@pytest.fixture
def starts(monkeypatch):
    """Collect the folders that processes are started in."""
    folders, start = [], Sandbox.start

    def and_note(self, command, clock):
        folders.append(command.folder.name)
        return start(self, command, clock)

    monkeypatch.setattr(Sandbox, "start", and_note)
    return folders


def run(rows):
    bot_matches.play_batch(ids=[job.pk for job in rows], clock=lambda: later(1))


def children():
    return Path("/proc/thread-self/children").read_text()


def part_of(version):
    return Part.objects.get(version=version)


def test_version_plays_and_leaves_nothing_but_its_part(make, fox):
    before = children()
    run(make(fox))
    part = part_of(fox)
    assert Match.objects.get().status == "final"
    assert (part.seat.number, part.fault, part.created_at) == (0, "", later(1))
    assert part.actions > 20
    assert part.log == "thinking\n" * part.actions
    assert part.slowest_ms <= part.thinking_ms
    assert 0 < part.thinking_ms < 5000
    assert children() == before


def test_log_is_of_one_match(make, fox):
    run(make(fox, count=2))
    assert {part.log for part in Part.objects.all()} == {
        "thinking\n" * part.actions for part in Part.objects.all()
    }


@pytest.mark.further
def test_processes_are_kept_for_their_version_in_a_batch(make, fox, owl, starts):
    run(make(fox, owl, fox, count=3))
    assert Result.objects.count() == 3
    assert Part.objects.count() == 9
    assert sorted(starts) == sorted([fox.archive_id, fox.archive_id, owl.archive_id])


def test_built_in_bots_need_no_process(make, monkeypatch):
    monkeypatch.setattr(crew, "open_sandbox", lambda: pytest.fail("a sandbox was opened"))
    run(make(count=2))
    assert Result.objects.count() == 2
    assert not Part.objects.exists()


def test_fault_ends_the_part_of_one(make, fox):
    crasher = authors.version_of(authors.CRASHES, name="Crasher")
    run(make(crasher, fox))
    part = part_of(crasher)
    assert (part.fault, part.fault_round, part.actions) == ("crash", 0, 1)
    assert "exit status 3" in part.fault_detail
    assert part.fault_evidence == part.log == "oh dear\n"
    assert (part_of(fox).fault, Job.objects.get(kind="play_match").status) == ("", "done")


def test_what_postgresql_does_not_store_is_replaced(make, db):
    raw = "sys.stderr.buffer.write(b'a\\0b\\xff'); sys.stderr.flush(); sys.exit(1)"
    crasher = authors.version_of(raw, name="Crasher")
    run(make(crasher))
    assert (part_of(crasher).log, part_of(crasher).fault_evidence) == ("a�b�", "a�b\\xff")


@pytest.mark.further
def test_too_many_faults_end_in_quarantine(make, db):
    crasher = authors.version_of(authors.CRASHES, name="Crasher")
    run(make(crasher, count=6))
    crasher.refresh_from_db()
    assert crasher.status == Version.Status.QUARANTINED


def test_default_action_plays_for_who_is_in_quarantine(make, fox, owl, starts):
    Version.objects.filter(pk=fox.pk).update(status=Version.Status.QUARANTINED)
    run(make(fox, owl))
    part = part_of(fox)
    assert (part.fault, part.actions, part.thinking_ms) == (reports.QUARANTINED, 0, 0)
    assert starts == [owl.archive_id]
    assert Result.objects.count() == 1


def test_version_withdrawn_since_plays_in_published_matches(make, fox):
    Version.objects.filter(pk=fox.pk).update(status=Version.Status.WITHDRAWN)
    run(make(fox))
    assert part_of(fox).actions > 20


@pytest.mark.logs("broke off")
@pytest.mark.parametrize("error", [SandboxError("no memory"), OSError(28, "no space left")])
def test_failure_of_the_machine_voids_the_match_and_it_is_played_again(
    make, fox, monkeypatch, error
):
    [broken, sound] = make(fox, count=2)
    start = Sandbox.start

    def fail(self, command, clock):
        monkeypatch.setattr(Sandbox, "start", start)
        raise error

    monkeypatch.setattr(Sandbox, "start", fail)
    run([broken, sound])
    broken.refresh_from_db()
    assert (broken.status, broken.attempt) == ("waiting", 1)
    assert broken.reason.startswith("the match is played again: ")
    assert str(error) not in broken.reason
    assert str(error) in AuditEntry.objects.get(action="job.mishap").data["error"]
    assert Part.objects.get().seat.match_id == sound.match_id
    run([broken])
    assert Result.objects.count() == 2
    assert not Part.objects.exclude(fault="").exists()


@pytest.mark.logs("broke off")
def test_worker_out_of_time_blames_nobody(make, fox, monkeypatch):
    def late(self, message):
        raise SoftTimeLimitExceeded

    monkeypatch.setattr("bots.sandbox.Process.ask", late)
    [job] = make(fox)
    run([job])
    job.refresh_from_db()
    assert (job.status, job.attempt, Part.objects.count()) == ("waiting", 1, 0)


def test_without_a_sandbox_only_authors_bots_wait(make, fox, monkeypatch):
    def refuse():
        tried.append(1)
        raise NoSandbox("bubblewrap is missing")

    tried = []
    monkeypatch.setattr(crew, "open_sandbox", refuse)
    waiting, built_in = make(fox, count=2), make()
    run([*waiting, *built_in])
    assert Result.objects.get().match_id == built_in[0].match_id
    found = Job.objects.filter(pk__in=[job.pk for job in waiting])
    assert set(found.values_list("status", "attempt", "reason", "sent_at")) == {
        ("waiting", 0, host_errors.NO_SANDBOX, later(1))
    }
    assert len(tried) == 1


def test_sandbox_that_does_not_open_says_why(settings):
    settings.BOT_SANDBOX, settings.DEBUG = "unsafe", False
    with pytest.raises(NoSandbox, match="BOT_SANDBOX=unsafe"):
        crew.open_sandbox.__wrapped__()


def test_sandbox_without_threads_is_refused_where_they_are_promised(settings):
    settings.BOT_SANDBOX, settings.BOT_NEEDS_THREADS = "landlock", True
    with pytest.raises(NoSandbox, match="need threads"):
        crew.open_sandbox.__wrapped__()


def test_slow_match_prolongs_its_lease(make, fox, monkeypatch):
    leases, minutes = [], iter(range(1000))
    extend = jobs.extend
    monkeypatch.setattr(jobs, "extend", lambda **given: leases.append(1) or extend(**given))
    [job] = make(fox)
    bot_matches.play_batch(ids=[job.pk], clock=lambda: later(60 * next(minutes)))
    assert len(leases) == part_of(fox).actions + 1
    assert Result.objects.count() == 1


@pytest.mark.further
def test_number_of_queries_does_not_grow(make, fox, owl, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    run(make(fox, owl))
    one, many = make(fox, owl), make(fox, owl, count=8)
    with CaptureQueriesContext(connection) as queries:
        run(one)
    with django_assert_num_queries(len(queries)):
        run(many)


def test_crew_keeps_a_bounded_number_of_processes(fox, owl, bots, monkeypatch):
    monkeypatch.setattr(crew, "MOST_PROCESSES", 1)
    closed = []
    monkeypatch.setattr(ProcessPlayer, "close", lambda self: closed.append(self))  # noqa: PLW0108 - bound
    with Crew() as some:
        first = some.seat([fox.player, bots[0]])[0]
        assert some.seat([owl.player])[0] is not first
        assert closed == [first]
        assert some.seat([fox.player, owl.player])[0] is not first


def test_crew_deals_nobody_the_same_cards_twice(fox, owl, monkeypatch):
    """Whoever played a rotation has seen all its cards, which are those of the next one."""
    closed = []
    monkeypatch.setattr(ProcessPlayer, "close", lambda self: closed.append(self))  # noqa: PLW0108 - bound
    with Crew() as some:
        some.begin(b"first")
        first = some.seat([fox.player, owl.player])
        some.begin(b"second")
        assert some.seat([owl.player, fox.player]) == first[::-1]
        some.begin(b"first")
        assert closed == first
        assert not set(some.seat([fox.player, owl.player])) & set(first)


def test_rotations_in_one_batch_are_played_by_fresh_processes(make, fox, starts):
    rows = make(fox, count=2)
    Match.objects.update(secret=bytes(32))
    run(rows)
    assert len(starts) == 2


def test_bot_laid_aside_at_its_start_is_blamed_for_nothing(fox, folder, monkeypatch):
    """Another worker may find it unused in the moment before it is used."""
    fox.manifest["start"] = ["bot.py"]
    monkeypatch.setattr(crew, "folder_of", lambda version: folder / "elsewhere")
    with pytest.raises(SandboxError, match="laid aside"):
        crew.player_of(fox)


def test_crew_seats_a_stand_in_for_who_is_in_quarantine(fox):
    fox.status = Version.Status.QUARANTINED
    fox.player.version = fox
    with Crew() as some:
        assert isinstance(some.seat([fox.player])[0], StandIn)


def test_mean_of_a_version_moves_with_each_match(fox, owl, session, bots):
    from bots.conversation.process import Effort

    matches = open_matches(session, [fox.player, owl.player, *bots], count=2)
    for match, taken_s in zip(matches, (0.1, 0.26), strict=True):
        seat = Seat.objects.get(match=match, number=0)
        part = reports.PlayedPart(seat, fox, Effort(actions=9, thinking_s=taken_s), None)
        reports.store(parts=[part], now=NOW)
    fox.refresh_from_db()
    assert fox.match_ms == 110


def test_words_are_forgotten_after_their_days(make, fox, settings, monkeypatch):
    monkeypatch.setattr(reports, "SLICE", 2)
    run(make(fox, count=3))
    day = 24 * 3600
    assert reports.forget_words(now=later(settings.BOT_LOG_DAYS * day - 1)) == 0
    assert reports.forget_words(now=later(settings.BOT_LOG_DAYS * day + 2)) == 3
    assert set(Part.objects.values_list("log", "fault_evidence")) == {("", "")}
    assert reports.forget_words(now=later(settings.BOT_LOG_DAYS * day + 2)) == 0
