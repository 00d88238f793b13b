"""The real programs, started and ended together."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from league.config.settings import BASE_DIR
from league.management.commands.demo import free_port

pytestmark = pytest.mark.slow


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


@pytest.fixture
def supervise(tmp_path):
    own = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    environment = own | {"STAMMTISCH_VAR": str(tmp_path)}
    run = [sys.executable, "manage.py"]
    options = {"cwd": BASE_DIR, "env": environment}
    subprocess.run([*run, "migrate", "-v0"], check=True, **options)
    port = str(free_port(8700))
    with subprocess.Popen([*run, "supervise", "--port", port], **options) as process:
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
