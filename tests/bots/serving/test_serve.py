"""`python -m bots serve`, as its author starts and ends it."""

import signal
import subprocess
import sys

import pytest

from bots.__main__ import main
from tests.bots.folders import FIRST, acting, write

from .conftest import wait_for
from .site import TOKEN, Match


@pytest.fixture
def start(site, tmp_path):
    """Return a function that starts the command with some words; it ends with the test."""
    acting(tmp_path / "fox", FIRST)
    running = []

    def started(*words):
        # What a shell starts in the background, these tests perhaps, is deaf to Ctrl-C.
        awake = ["env", "--default-signal=INT", sys.executable]
        command = [*awake, "-m", "bots", "serve", str(tmp_path / "fox")]
        process = subprocess.Popen(
            [*command, "--site", site.url, "--token", TOKEN, *words],
            stdout=subprocess.PIPE,
            text=True,
        )
        running.append(process)
        return process

    yield started
    for process in running:
        process.kill()
        process.communicate()


def refused(capsys, *words):
    """Return what the command says that does not begin."""
    with pytest.raises(SystemExit) as end:
        main(["serve", *words])
    assert end.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_who_ends_it_reads_where_the_default_bot_plays_on(site, start, how):
    match = Match("aaa")
    match.go_on = lambda: None  # the cards are not dealt yet
    site.add(match)
    process = start()
    said = [process.stdout.readline(), process.stdout.readline()]
    assert said[0] == f"Fox waits at {site.url} for up to 1 tables. Ctrl-C ends it.\n"
    assert said[1].startswith("Table aaa: Briscola with P1 begins")
    process.send_signal(how)
    rest, _ = process.communicate(timeout=20)
    assert rest.splitlines()[-2:] == [
        "Stopped. The default bot plays on for it, until it is served again:",
        f"  {site.url}/tables/aaa/",
    ]
    assert process.returncode == 130
    assert match.stood_in  # nobody waits for it


def test_who_ends_it_gives_back_seats_where_no_match_has_begun(site, start):
    match = Match("aaa")
    match.status = "gathering"
    site.add(match)
    process = start()
    wait_for(lambda: "tables/aaa" in site.paths("GET"))
    process.send_signal(signal.SIGTERM)
    rest, _ = process.communicate(timeout=20)
    assert rest.splitlines()[-1] == "Stopped. No match was under way."
    assert not match.seated


def test_who_ends_it_between_matches_reads_that(site, start):
    process = start("--tables", "20")
    assert "for up to 8 tables" in process.stdout.readline()  # as many as the site allows it
    wait_for(lambda: site.listening)
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=20)
    assert rest == "Stopped. No match was under way.\n"


def test_a_match_is_played(site, start):
    match = site.add(Match("aaa"))
    start()
    wait_for(lambda: match.status == "over")


def test_a_token_of_nobody_is_refused(site, tmp_path, capsys):
    acting(tmp_path / "fox", FIRST)
    said = refused(capsys, str(tmp_path / "fox"), "--site", site.url, "--token", "stt_mallory")
    assert "(The token must be valid, and one of a remote bot: its page" in said


def test_it_asks_for_a_token(site, tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("STAMMTISCH_TOKEN", raising=False)
    acting(tmp_path / "fox", FIRST)
    said = refused(capsys, str(tmp_path / "fox"), "--site", site.url)
    assert "name a token of the remote bot with --token, or set STAMMTISCH_TOKEN" in said


def test_a_bot_that_does_not_start_is_told(site, tmp_path, capsys):
    write(tmp_path / "fox", "1 / 0")
    said = refused(capsys, str(tmp_path / "fox"), "--site", site.url, "--token", TOKEN)
    assert "the bot does not start: crash: its process ended with exit status 1" in said


def test_a_number_of_tables_is_bounded(site, tmp_path, capsys):
    acting(tmp_path / "fox", FIRST)
    words = ["--site", site.url, "--token", TOKEN, "--tables", "65"]
    assert "--tables is one of 1 to 64" in refused(capsys, str(tmp_path / "fox"), *words)
