"""What the doctor finds, and what it says mends it."""

import json
import shutil
from collections import namedtuple
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from league.config import mail
from league.config.env import Problem
from league.logic import compile as compiling
from league.management.commands import doctor
from league.management.doctor import machine, people, stores, work
from league.management.doctor.findings import fine, wrong
from league.models import Account, Delivery, Device, Job, Mail, Push, Tally
from league.services.bots import crew
from league.services.monitoring import host_errors, readiness, tallies
from tests.league.factories import NOW, BotFactory, DeliveryFactory, MatchFactory
from tests.league.jobs.scene import later
from tests.league.mail_server import serving
from tests.league.phones import give_app

Room = namedtuple("Room", "total used free")


def levels(found):
    return {one.subject: one.level for one in found}


def see_all(settings, now):
    for name in (tallies.CLOCK, *settings.QUEUES):
        tallies.see(name, now=now)


def make_job(**fields):
    match = MatchFactory(players=[BotFactory()])
    values = {"kind": Job.Kind.PLAY_MATCH, "match": match, "created_at": NOW} | fields
    return Job.objects.create(**values)


@pytest.fixture
def examined(monkeypatch):
    """Let the doctor find these."""

    def let(*found):
        monkeypatch.setattr(doctor, "_examine", lambda: iter(found))

    return let


def test_all_is_well(examined, capsys):
    examined(fine("disk", "There is room."))
    call_command("doctor")
    assert capsys.readouterr().out == "ok      disk            There is room.\n"


def test_what_is_wrong_is_said_with_what_mends_it(examined, capsys):
    examined(fine("disk", "There is room."), wrong("redis", "It is gone.", "Start it."))
    with pytest.raises(CommandError, match="1 of 2"):
        call_command("doctor")
    assert "wrong   redis           It is gone.\n" in (out := capsys.readouterr().out)
    assert "→ Start it." in out


def test_programs_read_json(examined, capsys):
    examined(wrong("redis", "It is gone.", "Start it."))
    with pytest.raises(CommandError):
        call_command("doctor", "--json")
    assert json.loads(capsys.readouterr().out) == {
        "is_well": False,
        "findings": [
            {"subject": "redis", "level": "wrong", "says": "It is gone.", "mend": "Start it."}
        ],
    }


def test_nothing_more_is_asked_of_a_database_that_does_not_answer(monkeypatch):
    monkeypatch.setattr(readiness, "line", refuse)
    monkeypatch.setattr(crew, "open_sandbox", refuse_bots)
    found = levels(doctor._examine())
    assert found["database"] == "wrong"
    assert not {"clock", "jobs", "deliveries"} & found.keys()


def refuse(*args):
    raise OperationalError("connection refused\nDETAIL: 1")


def refuse_bots():
    raise crew.NoSandbox("is bwrap installed?")


def test_configuration_that_is_wrong_names_its_hint(settings):
    settings.ENVIRONMENT_PROBLEMS = [Problem("E005", "No broker.", "Set REDIS_URL.")]
    assert wrong("configuration", "No broker.", "Set REDIS_URL.") in machine.configuration()


@pytest.mark.further
def test_a_server_without_its_static_files_is_wrong(settings, tmp_path):
    settings.PRODUCTION, settings.STATIC_ROOT = True, tmp_path
    said = "The static files are not collected."
    assert (
        wrong("configuration", said, "Run `python manage.py collectstatic`.")
        in machine.configuration()
    )


def test_configuration_of_these_tests_is_well():
    assert levels(machine.configuration()) == {"configuration": "ok"}


def test_database_is_well(db):
    assert set(levels(stores.database()).values()) == {"ok"}


def test_database_that_does_not_answer_says_why_in_one_line(monkeypatch):
    monkeypatch.setattr(readiness, "line", refuse)
    [found] = stores.database()
    assert found.says == "The database cannot be used: connection refused"
    assert "DATABASE_URL" in found.mend


def test_tables_without_their_trigger_are_named(db, monkeypatch):
    monkeypatch.setattr(stores, "without_trigger", lambda connection: ["league_club"])
    [found] = [one for one in stores.database() if one.subject == "writings"]
    assert (found.level, "league_club" in found.says) == ("warning", True)
    assert "migrate" in found.mend


def test_migrations_are_to_be_applied(db, monkeypatch):
    monkeypatch.setattr(readiness, "unapplied", lambda connection: ["league.0099_later"])
    [found] = [one for one in stores.database() if one.subject == "migrations"]
    assert "league.0099_later" in found.says
    assert "manage.py migrate" in found.mend


@pytest.mark.only("postgresql", "SQLite has the clock of its host")
@pytest.mark.parametrize(("ahead_s", "level"), [(0, "ok"), (5, "wrong"), (-5, "wrong")])
def test_clocks_go_alike(db, monkeypatch, ahead_s, level):
    class Ahead(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(UTC) + timedelta(seconds=ahead_s)

    monkeypatch.setattr(stores, "datetime", Ahead)
    assert levels(stores.database())["time"] == level


def test_redis_that_does_not_answer_is_wrong(settings):
    settings.REDIS_URL = "redis://:hunter2@127.0.0.1:1/0"
    [found] = stores.broker()
    assert (found.level, "REDIS_URL" in found.mend) == ("wrong", True)
    assert "hunter2" not in found.says


def test_redis_that_drops_messages_is_told(settings, monkeypatch):
    said = {"maxmemory": 1, "maxmemory_policy": "allkeys-lru", "redis_version": "7"}
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(readiness, "ping", lambda: None)
    monkeypatch.setattr("redis.Redis.info", lambda self, section: said)
    assert "noeviction" in list(stores.broker())[-1].mend


def test_folder_of_messages_is_well(settings, tmp_path):
    settings.REDIS_URL, settings.BROKER_FOLDER = "", tmp_path / "broker"
    assert levels(stores.broker()) == {"broker": "ok"}


@pytest.mark.parametrize(("free", "level"), [(2**31, "ok"), (2**29, "warning"), (2**20, "wrong")])
def test_room_is_scarce_before_it_is_gone(settings, monkeypatch, tmp_path, free, level):
    settings.VAR_DIR = settings.BOT_FOLDER = tmp_path
    monkeypatch.setattr(shutil, "disk_usage", lambda place: Room(2**40, 0, free))
    [found] = machine.disk()
    assert (found.level, "STAMMTISCH_VAR" in found.mend) == (level, level != "ok")


def test_kernels_are_compiled(monkeypatch):
    monkeypatch.setattr("engine.kernels.cache.Unit.is_compiled", lambda unit: True)
    assert levels(machine.kernels()) == {"kernels": "ok"}


def test_kernels_will_be_compiled(monkeypatch, tmp_path):
    monkeypatch.setattr("engine.kernels.cache.Unit.is_compiled", lambda unit: False)
    monkeypatch.setattr("engine.kernels.cache.Unit.is_claimed", lambda unit: False)
    assert levels(machine.kernels()) == {"kernels": "warning"}


def test_kernels_are_being_compiled(monkeypatch):
    part = compiling.works()[1]
    is_other = lambda unit: unit != part.unit  # noqa: E731
    monkeypatch.setattr("engine.kernels.cache.Unit.is_compiled", is_other)
    monkeypatch.setattr("engine.kernels.cache.Unit.is_claimed", lambda unit: not is_other(unit))
    [found] = machine.kernels()
    assert (found.level, part.name in found.says) == ("warning", True)


def test_kernels_cannot_be_kept(monkeypatch, tmp_path):
    monkeypatch.setattr("engine.kernels.cache.Unit.is_compiled", lambda unit: False)
    monkeypatch.setattr(machine.os, "access", lambda place, mode: False)
    [found] = machine.kernels()
    assert (found.level, "NUMBA_CACHE_DIR" in found.mend) == ("wrong", True)


def test_host_without_a_sandbox_is_told(monkeypatch):
    monkeypatch.setattr(crew, "open_sandbox", refuse_bots)
    [found] = machine.sandbox()
    assert (found.level, found.says) == ("warning", "is bwrap installed?")


@pytest.mark.parametrize("has_groups", [False, True])
def test_what_bounds_a_bot_is_told(has_groups):
    said = [finding.says for finding in machine.limits(has_groups=has_groups)]
    kept = "A bot's memory that the kernel keeps: "
    [told] = [each for each in said if each.startswith(kept)]
    assert ("not bounded" in told) == (not has_groups)
    assert any("threads" in each and "limits of its process" in each for each in said)


def test_workers_that_were_seen_are_well(db, settings):
    see_all(settings, NOW)
    found = levels(work.workers(now=later(settings.PULSE_S)))
    assert set(found.values()) == {"ok"}
    assert len(found) == 1 + len(settings.QUEUES)


def test_workers_never_seen_are_missing(db):
    assert set(levels(work.workers(now=NOW)).values()) == {"wrong"}


def test_worker_not_seen_for_long_is_missing(db, settings):
    see_all(settings, NOW)
    Tally.objects.filter(about="play").update(at=later(-3600))
    [found] = [one for one in work.workers(now=NOW) if one.level == "wrong"]
    assert found.says == "A worker of the queue play was seen 60 minutes ago."
    assert "--queues play" in found.mend


def test_worker_with_a_long_job_is_not_missing(db, settings):
    make_job(status="running", lease="0" * 32, lease_until=later(60))
    assert levels(work.workers(now=NOW))["worker play"] == "ok"


def test_jobs_that_wait_for_long_say_why(db):
    for _ in range(2):
        make_job(reason=host_errors.NO_SANDBOX)
    [found] = work.jobs(now=later(3600))
    assert found.says.startswith("2 jobs of kind play_match wait")
    assert host_errors.NO_SANDBOX in found.says


@pytest.mark.parametrize("fields", [{"created_at": later(3500)}, {"done": 5}, {"status": "done"}])
def test_jobs_that_go_on_are_well(db, fields):
    make_job(**fields)
    assert levels(work.jobs(now=later(3600))) == {"jobs": "ok"}


def test_jobs_nobody_takes_back_are_wrong(db):
    make_job(status="running", lease="0" * 32, lease_until=NOW)
    [found] = work.jobs(now=later(3600))
    assert (found.level, "clock" in found.mend) == ("wrong", True)


def test_deliveries_nobody_tries_are_wrong(db):
    DeliveryFactory(due_at=NOW, created_at=NOW)
    assert levels(work.deliveries(now=later(3600))) == {"deliveries": "wrong"}
    assert levels(work.deliveries(now=later(60))) == {"deliveries": "ok"}


def test_mails_nobody_tries_are_wrong(bob):
    Mail.objects.create(kind="draw", about="a:1", account=bob, due_at=NOW, created_at=NOW)
    assert levels(work.mails(now=later(3600))) == {"mail": "wrong"}
    assert levels(work.mails(now=later(60))) == {"mail": "ok"}


def test_a_site_without_mail_is_warned_of(settings):
    settings.HAS_MAIL = False
    assert levels(work.mails(now=NOW)) == {"mail": "warning"}


def test_pushes_nobody_tries_are_wrong(client, bob):
    client.force_login(bob)
    device = Device.objects.create(login=bob.logins.get(), endpoint="x", created_at=NOW)
    Push.objects.create(device=device, kind="draw", about="a:1", due_at=NOW, created_at=NOW)
    assert levels(work.pushes(now=later(3600))) == {"push": "wrong"}
    assert levels(work.pushes(now=later(60))) == {"push": "ok"}


def test_a_site_without_pushes_is_warned_of(settings):
    settings.HAS_PUSH = False
    assert levels(work.pushes(now=NOW)) == {"push": "warning"}


def test_a_mail_server_is_asked(settings):
    settings.EMAIL_BACKEND = mail.SMTP
    settings.EMAIL_HOST, settings.EMAIL_USE_TLS = "127.0.0.1", False
    with serving() as server:
        settings.EMAIL_PORT = server.port
        assert levels(stores.mail_server()) == {"mail server": "ok"}
    assert levels(stores.mail_server()) == {"mail server": "wrong"}


def test_deliveries_of_a_webhook_that_is_switched_off_are_well(db):
    delivery = DeliveryFactory(due_at=NOW, created_at=NOW)
    delivery.webhook.is_active = False
    delivery.webhook.save()
    assert Delivery.objects.filter(status="waiting").exists()
    assert levels(work.deliveries(now=later(3600))) == {"deliveries": "ok"}


def test_staff_without_a_second_factor_is_named(alice, bob, settings):
    settings.STAFF_SECOND_FACTOR = True
    Account.objects.filter(pk__in=[alice.pk, bob.pk]).update(is_staff=True)
    give_app(alice)
    [found] = people.staff()
    assert (found.level, found.says) == ("warning", "Staff without a second factor: bob.")
    assert "closed to them until then" in found.mend


def test_staff_with_second_factors_is_well(bob):
    Account.objects.filter(pk=bob.pk).update(is_staff=True)
    give_app(Account.objects.get(pk=bob.pk))
    assert levels(people.staff()) == {"staff": "ok"}


def test_no_more_than_some_of_the_staff_are_named(db):
    for number in range(7):
        Account.objects.create_user(f"s{number}", is_staff=True)
    [found] = people.staff()
    assert found.says.endswith("s4 and 2 more.")


@pytest.mark.parametrize(("count", "queries"), [(1, 10), (10, 10)])
def test_doctor_asks_the_same_however_much_there_is(db, count, queries, django_assert_num_queries):
    for _ in range(count):
        make_job()
    with django_assert_num_queries(queries):
        for examine in (work.workers, work.jobs, work.deliveries, work.mails, work.pushes):
            list(examine(now=later(3600)))
