"""The real programs, started and ended together."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from league.config.settings import BASE_DIR
from tests.league.programs import own_port

pytestmark = [
    pytest.mark.slow,
    pytest.mark.own_database,
    pytest.mark.xdist_group("programs"),
]


def processes_of(parent):
    """Return all descendants of a process that are alive."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[1]) == parent and fields[0] != "Z":
            child = int(path.parent.name)
            found += [child, *processes_of(child)]
    return found


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until(condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)


RUN = [sys.executable, "manage.py"]


@pytest.fixture(scope="module")
def options(tmp_path_factory, migrated):
    """Return how programs are run: here, with a database that is ready."""
    own = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    var = tmp_path_factory.mktemp("var")
    shutil.copyfile(migrated, var / "stammtisch.sqlite3")
    return {"cwd": BASE_DIR, "env": own | {"STAMMTISCH_VAR": str(var)}}


@pytest.fixture
def supervise(options):
    port = str(own_port())
    with subprocess.Popen([*RUN, "supervise", "--port", port], **options) as process:
        try:
            # Web server, worker with two children, clock.
            wait_until(lambda: len(processes_of(process.pid)) >= 5)
            yield process
        finally:
            process.terminate()


def test_interrupt_ends_everything(supervise):
    children = processes_of(supervise.pid)
    supervise.send_signal(signal.SIGINT)
    assert supervise.wait(30) == 0
    assert not [pid for pid in children if is_alive(pid)]


def test_program_that_dies_takes_the_others_along(supervise):
    children = processes_of(supervise.pid)
    os.kill(children[0], signal.SIGKILL)
    assert supervise.wait(30) == 1
    assert not [pid for pid in children if is_alive(pid)]
