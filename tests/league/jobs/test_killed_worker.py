"""A real worker is killed in the middle of its work, and everything is still done once."""

import ast
import contextlib
import os
import signal
import subprocess
import sys
import uuid

import pytest

from league.config.settings import BASE_DIR
from league.management.processes import clock, worker
from league.services import crew

from . import authors

MATCHES = 200

pytestmark = pytest.mark.slow


@pytest.fixture
def database_url(tmp_path):
    """Return the address of an empty database that other processes can open."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        yield f"sqlite:///{tmp_path}/stammtisch.sqlite3"
        return
    psycopg = pytest.importorskip("psycopg")
    name = f"killed_worker_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield f"{url.rpartition('/')[0]}/{name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def environment(tmp_path, database_url):
    with authors.open_folder() as folder:
        yield variables(tmp_path, database_url) | {"BOT_FOLDER": str(folder)}


def variables(tmp_path, database_url):
    return os.environ | {
        "STAMMTISCH_ENV": "development",
        "STAMMTISCH_VAR": str(tmp_path),
        "DATABASE_URL": database_url,
        "JOB_LEASE_S": "3",
        "JOB_RESEND_S": "2",
        "JOB_SWEEP_S": "1",
        "DJANGO_SETTINGS_MODULE": "league.config.settings",
    }


@pytest.fixture
def scene(environment):
    """Return a function that runs one of the functions of `scene` in a process of its own."""

    def run(*words, module="tests.league.jobs.scene"):
        done = subprocess.run(
            [sys.executable, "-m", module, *map(str, words)],
            cwd=BASE_DIR,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture
def start(environment, tmp_path):
    """Return a function that starts a program, killed at the end with all its processes."""
    running = []

    def run(program):
        with (tmp_path / f"{program.name}.log").open("a") as log:
            running.append(
                subprocess.Popen(
                    program.command,
                    cwd=BASE_DIR,
                    env=environment,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
            )
        return running[-1]

    yield run
    for process in running:
        kill(process)


def kill(process):
    """Kill a program and its children, none of which can do anything about it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.fixture
def authors_matches():
    """Return how many of the matches have authors' bots: none where there is no sandbox."""
    try:
        crew.open_sandbox()
    except crew.NoSandbox:
        assert "CI" not in os.environ
        return 0
    return 20


def test_matches_of_a_killed_worker_are_played_once(scene, start, authors_matches):
    scene("migrate", "-v0", module="manage")
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
    assert jobs == {("play_match", "done"): MATCHES, ("validate_record", "done"): MATCHES}
    assert matches == {"final": MATCHES}
    assert results == {1: MATCHES}
    assert seats_counted == 4 * MATCHES
    assert attempts > 1
    assert faults == ({"": 2 * authors_matches} if authors_matches else {})
