"""The command that fills the demo club and serves it, as people start it."""

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing as closed

import pytest
from django.core.management import CommandError, call_command

from league.config.settings import BASE_DIR
from league.management.commands import demo as command
from league.management.demo import club, members
from league.management.demo.members import password_of
from tests.league.factories import NOW


@pytest.mark.django_db
def test_passwords_open_the_accounts():
    accounts = [*members.cast(now=NOW).accounts.values(), members.admin()]
    opened = [one.username for one in accounts if one.check_password(password_of(one.username))]
    assert opened == [*members.GUESTS, members.ADMIN]


def test_taken_port_is_passed_over():
    with socket.create_server((command.HOST, 0)) as taken:
        port = taken.getsockname()[1]
        assert command.free_port(port) > port


def test_two_demos_listen_on_ports_of_their_own():
    with command.listening(8600) as one, command.listening(8600) as other:
        assert one.getsockname()[1] < other.getsockname()[1]


def test_demo_does_not_run_in_production(settings):
    settings.DEBUG = False
    with pytest.raises(CommandError, match="development only"):
        call_command("demo")


def demo_said(environment, *options):
    """Return what the demo prints; if it takes too long, its programs are ended with it."""
    demo = subprocess.Popen(
        [sys.executable, "manage.py", "demo", "--no-serve", "--port", "8600", *options],
        cwd=BASE_DIR,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        said, complaints = demo.communicate(timeout=240)
    except subprocess.TimeoutExpired:
        demo.send_signal(signal.SIGINT)  # as Ctrl-C does
        demo.communicate(timeout=30)
        raise
    assert demo.returncode == 0, complaints
    return said


@pytest.fixture
def surroundings(tmp_path, migrated):
    """What the programs of a demo on an empty database of its own are started with."""
    shutil.copyfile(migrated, tmp_path / "stammtisch.sqlite3")
    own = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return own | {"STAMMTISCH_VAR": str(tmp_path)}


@pytest.mark.slow
@pytest.mark.own_database
@pytest.mark.xdist_group("programs")
def test_demo_runs_twice(surroundings):
    first, second = demo_said(surroundings), demo_said(surroundings)
    assert all(f", {course.name}: " in first for course in (*club.PAST, club.RUNNING))
    assert first == second


@pytest.mark.slow
@pytest.mark.own_database
@pytest.mark.xdist_group("programs")
def test_empty_demo_has_an_administrator_and_nothing_else(surroundings, tmp_path):
    assert "admin" in demo_said(surroundings, "--empty")
    with closed(sqlite3.connect(tmp_path / "stammtisch.sqlite3")) as database:
        names = database.execute("SELECT username FROM league_account").fetchall()
        clubs = database.execute("SELECT count(*) FROM league_club").fetchone()
    assert (names, clubs) == ([("admin",)], (0,))
