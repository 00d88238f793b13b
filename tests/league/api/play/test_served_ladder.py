"""Two bots that are served at their authors' play a rated match of a ladder at a real site."""

import signal
import subprocess
import sys
import time

import pytest
from django.utils import timezone

from league.models import Duplicate, Rating, TableAction
from league.services.ladders import ladders, ratings
from league.services.play import ladder_tables, remote_bots
from tests.bots.folders import FIRST, acting
from tests.league.served_site import own_redis, site
from tests.league.services.play import remote_ladders

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("redis"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("programs"),
]


@pytest.fixture
def ladder(club):
    return remote_ladders.make(club)


@pytest.fixture
def serve(tmp_path):
    """Return a function that serves a new bot of an author on a ladder, until the test ends."""
    running = []

    def start(url, season, name, owner):
        now = timezone.now()
        bot = remote_bots.create(name=name, by=owner, now=now)
        ladders.enter_remote(season=season, bot=bot, by=owner, now=now)
        token = remote_bots.issue_token(bot=bot, name="home", by=owner, now=now)[1]
        acting(tmp_path / name, FIRST)
        command = [sys.executable, "-m", "bots", "serve", str(tmp_path / name), "--site", url]
        with (tmp_path / f"{name}.txt").open("w") as log:
            running.append(subprocess.Popen([*command, "--token", token], stdout=log, stderr=log))
        return bot

    yield start
    for process in running:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def wait_for(what, seconds=120):
    deadline = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < deadline
        time.sleep(0.2)
    return found


def test_two_served_bots_are_seated_play_and_are_rated(tmp_path, ladder, carol, dora, serve):
    with own_redis(tmp_path) as redis_url, site(tmp_path, redis_url) as url:
        bots = [serve(url, ladder, "Fox", carol), serve(url, ladder, "Owl", dora)]
        wait_for(lambda: ladder_tables.fill(season=ladder, now=timezone.now()))
        rated = Duplicate.objects.filter(season=ladder, status=Duplicate.Status.RATED)
        wait_for(lambda: rated.count() == 3)
        said = [(tmp_path / f"{bot.name}.txt").read_text() for bot in bots]
    assert all("begins, " in one for one in said)
    assert not TableAction.objects.filter(is_default=True).exists()
    assert set(Rating.objects.values_list("duplicates", "missed")) == {(3, 0)}
    assert ratings.recount(ladder) == 0
