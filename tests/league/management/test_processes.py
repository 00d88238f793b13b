"""Programs side by side: none outlives the others, or the one who started them."""

import io
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from league.management.processes import Program, Supervisor

SLEEPER = "import time; print('up', flush=True); time.sleep(60)"
STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
    "print('up', flush=True); time.sleep(60)"
)
PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(child.pid, flush=True)
time.sleep(60)
"""


def program(name, code):
    return Program(name, (sys.executable, "-c", code))


def is_running(pid):
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"


def wait_for(condition, seconds=5.0):
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()


def test_output_carries_the_name():
    out = io.StringIO()
    with Supervisor([program("web", "print('hello')")], out=out) as supervisor:
        assert supervisor.wait() == "web"
    assert out.getvalue() == "   web | hello\n"


def test_programs_end_with_the_block():
    out = io.StringIO()
    with Supervisor([program("a", SLEEPER), program("b", SLEEPER)], out=out) as supervisor:
        pids = [run.pid for run in supervisor._running.values()]
        assert supervisor.ended() is None
    assert not any(map(is_running, pids))


def test_program_that_is_started_later_ends_with_the_others():
    with Supervisor([program("a", SLEEPER)], out=io.StringIO()) as supervisor:
        supervisor.start(program("b", SLEEPER))
        pids = [run.pid for run in supervisor._running.values()]
    assert (len(pids), any(map(is_running, pids))) == (2, False)


def test_one_that_ends_is_named():
    programs = [program("a", SLEEPER), program("b", "pass")]
    with Supervisor(programs, out=io.StringIO()) as supervisor:
        assert supervisor.wait() == "b"


@pytest.mark.further
def test_stubborn_program_is_killed():
    out = io.StringIO()
    with Supervisor([program("a", STUBBORN)], out=out, grace_s=0.3):
        assert wait_for(lambda: "up" in out.getvalue())
    assert "did not end within" in out.getvalue()


def test_children_of_programs_are_not_left_over():
    out = io.StringIO()
    with Supervisor([program("a", PARENT)], out=out):
        assert wait_for(lambda: "\n" in out.getvalue())
    pid = int(out.getvalue().split("|")[1])
    assert wait_for(lambda: not is_running(pid))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_interrupts_the_wait(number):
    threading.Timer(0.3, os.kill, (os.getpid(), number)).start()
    supervisor = Supervisor([program("a", SLEEPER)], out=io.StringIO())
    with pytest.raises(KeyboardInterrupt), supervisor:
        supervisor.wait()
    assert supervisor.ended() == "a"


def test_handlers_are_put_back():
    before = signal.getsignal(signal.SIGTERM)
    with Supervisor([program("a", SLEEPER)], out=io.StringIO()):
        assert signal.getsignal(signal.SIGTERM) is not before
    assert signal.getsignal(signal.SIGTERM) is before
