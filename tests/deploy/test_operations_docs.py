"""What docs/operations.md promises is what is set."""

import os
import re
import subprocess
import sys

import pytest
from django.conf import settings

from league.management import migration_rules, processes
from league.services.archives.imports import KEPT
from tests import nginx
from tests.hosts import manual

DOC = (settings.BASE_DIR / "docs" / "operations.md").read_text()


def table(title):
    """Return the rows of the table after a heading."""
    rows = DOC.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    found = [line.strip("|").split("|") for line in rows.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in found[2:]]


RETENTION = table("What is kept, and for how long")


def test_every_task_that_forgets_is_told_of():
    tasks = {name for name in settings.CELERY_BEAT_SCHEDULE if name.startswith("forget_")}
    assert {task.strip("`") for *_rest, task in RETENTION if task} == tasks


@pytest.fixture(scope="module")
def defaults():
    """The settings of a process that nobody has told anything."""
    names = [name.strip("`") for _what, _kept, name, _task in RETENTION if name.endswith("_DAYS`")]
    code = f"from league.config import settings as s; print(*(getattr(s, n) for n in {names}))"
    own = {"PATH": os.environ["PATH"], "HOME": os.environ["HOME"]}
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=settings.BASE_DIR,
        env=own,
        check=True,
        capture_output=True,
        text=True,
    )
    return dict(zip(names, map(int, run.stdout.split()), strict=True))


@pytest.mark.further
def test_days_are_those_of_the_settings(defaults):
    said = {name.strip("`"): kept for _what, kept, name, _task in RETENTION if name}
    assert len(defaults) == 10
    for name, days in defaults.items():
        assert re.match(rf"{days} days\b", said[name]), name


def test_what_has_no_setting_is_kept_as_said():
    [kept] = [kept for _what, kept, _name, task in RETENTION if task == "`forget_archives`"]
    assert kept == f"{KEPT.days} days"
    assert f"{settings.SESSION_COOKIE_AGE // 86400} days after the last one" in DOC


def test_every_command_it_names_is_there():
    from django.core.management import get_commands

    named = set(re.findall(r"manage\.py ([a-z_]+)", DOC))
    assert named <= set(get_commands())


def test_every_rule_of_migrations_is_told_of():
    rules = {"UNUSED_FIRST", "RENAMED", "NOT_NULL", "NARROWED", "LOCKED", "UNBOUNDED"}
    rules |= {"REWRITTEN", "SCANNED", "IN_TRANSACTION", "NOT_LET_GO", "SEVERAL"}
    assert rules <= set(vars(migration_rules))
    rows = DOC.partition("### What a migration may do")[2].partition("\n##")[0]
    assert rows.count("\n| ") == len(rules) + 1


def test_pages_it_leads_to_are_there():
    leading = set(re.findall(r"\]\(([a-z0-9/-]+\.md)\)", DOC))
    assert all((settings.BASE_DIR / "docs" / path).exists() for path in leading)


def test_commands_of_several_hosts_are_those_of_one():
    web = processes.web(host="0.0.0.0", port=8000).command
    assert manual.commands(manual.WEB)[-1] == web
    assert manual.commands(manual.CLOCK) == [processes.clock().command]
    assert manual.commands(manual.WORKER) == [
        processes.worker(processes=2, queues=["play"]).command,
        processes.worker(queues=["validate", "deliver", "mail", "default"], processes=1).command,
        processes.tables(processes=2).command,
    ]


def test_workers_of_a_host_serve_every_queue():
    words = [command[command.index("--queues") + 1] for command in manual.commands(manual.WORKER)]
    assert sorted(",".join(words).split(",")) == sorted(settings.QUEUES)


def test_times_of_the_proxy_are_those_it_has():
    for setting, seconds in (("connect_timeout", 2), ("read_timeout", 20)):
        assert f"proxy_{setting} {seconds}s;" in nginx.CONFIGURATION
    assert "fail_timeout=5s;" in nginx.WEB
    assert "does not answer within 2 s" in DOC
    assert "for 5 s. An answer that a host" in DOC
    assert "given up after 20 s" in DOC
