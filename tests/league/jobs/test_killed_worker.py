"""A real worker is killed in the middle of its work, and everything is still done once."""

import ast
import os
import shutil
import subprocess
import sys
import uuid

import psycopg
import pytest

from league.config.settings import BASE_DIR
from league.management.processes import clock, worker
from tests import parts
from tests.league import programs

from . import authors

MATCHES = 200

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("programs")]


@pytest.fixture
def database_url(tmp_path, request):
    """Return the address of a database without rows that other processes can open."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        shutil.copyfile(request.getfixturevalue("migrated"), tmp_path / "stammtisch.sqlite3")
        yield f"sqlite:///{tmp_path}/stammtisch.sqlite3"
        return
    name = f"killed_worker_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        own = f"{url.rpartition('/')[0]}/{name}"
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "-v0"],
            cwd=BASE_DIR,
            env=os.environ | {"DATABASE_URL": own},
            check=True,
        )
        yield own
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def environment(tmp_path, database_url):
    with authors.open_folder() as folder:
        yield programs.environment(tmp_path, database_url, BOT_FOLDER=str(folder), PULSE_S="1")


@pytest.fixture
def scene(environment):
    """Return a function that runs one of the functions of `scene` in a process of its own."""

    def run(*words):
        done = subprocess.run(
            [sys.executable, "-m", "tests.league.jobs.scene", *map(str, words)],
            cwd=BASE_DIR,
            env=environment,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture
def start(environment, tmp_path):
    """Return a function that starts a program, killed at the end with all its processes."""
    with programs.Programs(environment, tmp_path) as running:
        yield running.start


@pytest.fixture
def authors_matches():
    """Return how many of the matches have authors' bots: none where there is no sandbox."""
    return 0 if parts.lack("bubblewrap") else 20


def test_matches_of_a_killed_worker_are_played_once(scene, start, authors_matches):
    scene("queue_matches", MATCHES, authors_matches)
    start(clock())
    first = start(worker())
    killed = scene("kill_in_the_middle", first.pid, 5, authors_matches)
    stored, bots, bots_left = map(int, killed.split())
    assert stored < MATCHES
    assert (bots > 0, bots_left) == (authors_matches > 0, 0)

    start(worker())
    jobs, matches, results, seats_counted, attempts, faults = map(
        ast.literal_eval, scene("wait_for_jobs").splitlines()
    )
    assert jobs == {("play_match", "done"): MATCHES}
    assert matches == {"final": MATCHES}
    assert results == {1: MATCHES}
    assert seats_counted == 4 * MATCHES
    assert attempts > 1
    assert faults == ({"": 2 * authors_matches} if authors_matches else {})


def test_jobs_without_a_worker_say_since_when_there_is_none(scene, start):
    start(clock())
    first = start(worker())
    seen = scene("kill_once_seen", first.pid).strip()
    scene("queue_matches", 3, 0)
    said = scene("wait_until_missed").splitlines()
    reason = f"no worker of the queue “play” has answered since {seen}; ask the site's staff to "
    assert said == [f"{reason}start one"] * 3


@pytest.mark.needs("bubblewrap")
def test_experiment_of_a_killed_worker_goes_on_and_counts_every_pair_once(scene, start):
    authors.open_sandbox()
    scene("queue_experiment", 50)
    start(clock())
    first = start(worker())
    counted, bots_left = map(int, scene("kill_in_an_experiment", first.pid, 3).split())
    assert 3 <= counted < 50
    assert bots_left == 0

    start(worker())
    end, stored, afresh = scene("wait_for_experiment").splitlines()
    status, job, was_taken_again, counted = end.split()
    assert status in {"better", "not_better", "undecided"}
    assert (job, was_taken_again) == ("done", "True")
    assert counted == "50"
    assert stored == afresh
