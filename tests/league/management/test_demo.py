"""The demo: filled once, played by the worker, found again."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

import games
from league.config.settings import BASE_DIR
from league.management.commands import demo as command
from league.management.demo import club, sheets
from league.models import Account, Club, Job, Match, Session

RUNNING = SimpleNamespace(ended=lambda: None)


@pytest.fixture
def filled(db):
    return club.fill(now=timezone.now())


def test_bots_have_24_tables_or_more(filled):
    assert Job.objects.filter(kind=Job.Kind.PLAY_MATCH).count() >= 24


def test_tables_have_all_sizes(filled):
    sizes = {match.seats.count() for match in Match.objects.all()}
    assert sizes == {3, 4, 5, 6}


def test_more_games_have_a_season(filled):
    assert [season.game for season in filled.more] == ["skat", "briscola", "truco", "gong-zhu"]


def test_a_ladder_runs_with_built_in_bots(filled):
    names = filled.ladder.ratings.values_list("player__builtin", flat=True)
    assert (filled.ladder.status, sorted(names)) == (
        "running",
        ["easy", "greedy", "medium", "random"],
    )


def test_every_season_of_the_demo_can_be_played_online(filled):
    for season in filled.seasons:
        assert season.events.filter(draw="online", is_open=True).count() == 1


def test_people_sit_at_the_first_table(filled):
    names = [seat.player.name for seat in filled.human_match.seats.select_related("player")]
    assert names == ["Alice", "Bob", "Carol", "Dora"]


def test_second_filling_finds_the_first(filled):
    again = club.fill(now=timezone.now())
    assert again == filled
    assert (Club.objects.count(), Session.objects.count()) == (1, 6)


def test_half_filled_demo_is_mended(db, monkeypatch):
    with monkeypatch.context() as smaller:
        smaller.setattr(club, "MORE_SEASONS", ())
        club.fill(now=timezone.now())
    assert Session.objects.count() < 6
    club.fill(now=timezone.now())
    assert Session.objects.count() == 6


def test_sheets_are_possible():
    game = games.get(club.GAME)
    for players in sheets.ROUNDS:
        assert len(game.sheet.model_validate({"players": players}).scores()) == 4


def test_passwords_open_the_accounts(filled):
    for account in Account.objects.all():
        assert account.check_password(club.password_of(account.username))


def test_changed_password_is_not_printed(filled):
    alice = Account.objects.get(username="alice")
    alice.set_password("my own secret")
    alice.save()
    assert club.password_of("alice") not in command.logins_text("http://127.0.0.1:8000")


def test_taken_port_is_passed_over():
    with socket.create_server((command.HOST, 0)) as taken:
        port = taken.getsockname()[1]
        assert command.free_port(port) > port


def test_demo_does_not_run_in_production(settings):
    settings.DEBUG = False
    with pytest.raises(CommandError, match="development only"):
        call_command("demo")


def test_jobs_that_do_not_end_are_named(filled, monkeypatch):
    monkeypatch.setattr(command, "TIME_LIMIT_S", -1)
    with pytest.raises(CommandError, match="waiting: not sent to a worker yet"):
        command.Command()._await_jobs(filled.seasons, RUNNING)


def test_failed_job_is_named(filled):
    Job.objects.update(status="failed", reason="out of cards")
    with pytest.raises(CommandError, match="failed: out of cards"):
        command.Command()._await_jobs(filled.seasons, RUNNING)


def demo_said(environment):
    """Return what the demo prints; if it takes too long, its programs are ended with it."""
    demo = subprocess.Popen(
        [sys.executable, "manage.py", "demo", "--no-serve", "--port", "8600"],
        cwd=BASE_DIR,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        said, complaints = demo.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        demo.send_signal(signal.SIGINT)  # as Ctrl-C does
        demo.communicate(timeout=30)
        raise
    assert demo.returncode == 0, complaints
    return said


@pytest.mark.slow
@pytest.mark.own_database
@pytest.mark.xdist_group("programs")
def test_demo_runs_twice(tmp_path, migrated):
    shutil.copyfile(migrated, tmp_path / "stammtisch.sqlite3")
    own = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    answers = [demo_said(own | {"STAMMTISCH_VAR": str(tmp_path)}) for _ in range(2)]
    assert "greedy" in answers[0]
    assert all(f", {name}: " in answers[0] for name, _game, _tables in club.MORE_SEASONS)
    assert "Alice         1     1    117     117" in answers[0]
    assert answers[0] == answers[1]
