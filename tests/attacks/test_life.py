"""Bots end with their worker, and leave nothing behind."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from bots.sandbox import BotFault, Clock, Process, Settings, open_proven

from . import layers
from .conftest import ROOT, copied_for_others, parent_of
from .driver import PATIENT, folder_of

pytestmark = pytest.mark.needs("bubblewrap")

MATCHES = int(os.environ.get("SANDBOX_MATCHES", "20"))
TIERS = pytest.mark.parametrize("tier", ["bwrap", "landlock"])

BOT = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if request.get("loop"):
        while True:
            pass
    print("thinking", file=sys.stderr)
    print(json.dumps({"seq": request["seq"]}), flush=True)
"""

WORKER = """
import sys, threading
from pathlib import Path
from bots.sandbox import BotFault, Clock, Process
from tests.attacks import layers
tier, folder, *without = sys.argv[1:]
with layers.without(*without):
    sandbox = layers.undoctored(tier)
    command = sandbox.command(["python3", "main.py"], Path(folder))
    unasked, stopped, busy = (sandbox.start(command, Clock(per_move_s=60)) for _ in range(3))
    stopped.ask({})
    busy.ask({})
print(unasked.pid, stopped.pid, busy.pid, flush=True)
busy.ask({"loop": True})
"""


@pytest.fixture
def home():
    with copied_for_others() as home:
        yield home


def _is_alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def _killed_worker(home, tier, *without):
    """Return the bots of a worker that was killed just now."""
    with (
        folder_of(BOT, home) as folder,
        subprocess.Popen(
            [sys.executable, "-c", WORKER, tier, folder, *without], stdout=subprocess.PIPE, cwd=ROOT
        ) as worker,
    ):
        bots = [int(pid) for pid in worker.stdout.readline().split()]
        assert len(bots) == 3
        assert all(map(_is_alive, bots))
        time.sleep(0.05)
        worker.kill()
        worker.wait()
        return bots


@TIERS
def test_no_bot_lives_100_ms_after_its_worker_was_killed(home, tier):
    bots = _killed_worker(home, tier)
    time.sleep(0.1)
    assert not any(map(_is_alive, bots))


@TIERS
def test_bots_would_live_on_if_they_did_not_die_with_their_parent(home, tier):
    bots = _killed_worker(home, tier, "death with its parent")
    time.sleep(0.1)
    alive = [pid for pid in bots if _is_alive(pid)]
    parents = [parent_of(pid) for pid in alive]
    monitors = [pid for pid in parents if Path(f"/proc/{pid}/comm").read_text() == "bwrap\n"]
    for pid in (*monitors, *alive):
        os.kill(pid, signal.SIGKILL)
    assert alive


def _left_over():
    """Return what a match could leave behind: descriptors and locks, processes, mounts."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return {
        "descriptors": len(list(Path("/proc/self/fd").iterdir())),
        "children": children,
        "mounts": Path("/proc/self/mounts").read_text(),
    }


@TIERS
def test_many_matches_leave_nothing_behind(home, tier):
    sandbox = layers.undoctored(tier)
    with folder_of(BOT, home) as folder:
        command = sandbox.command(["python3", "main.py"], folder)
        _play(sandbox, command, 0)
        before = _left_over()
        for match in range(MATCHES):
            _play(sandbox, command, match)
        assert _left_over() == before


def _play(sandbox, command, match):
    """Play a match that ends well, by a fault, or before it began."""
    with sandbox.start(command, Clock(per_move_s=0.01, first_answer_s=5, wall_slack_s=5)) as bot:
        if match % 3:
            bot.ask({"hand": ["R10"]})
        if match % 3 == 2:
            with pytest.raises(Exception, match="timeout"):
                bot.ask({"loop": True})


@TIERS
def test_doctor_leaves_nothing_behind(home, tier, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(home))
    before = _left_over() | {"files": sorted(home.iterdir())}
    open_proven(Settings(tier=tier))
    assert _left_over() | {"files": sorted(home.iterdir())} == before


@TIERS
def test_killing_is_quick(home, tier):
    sandbox = layers.undoctored(tier)
    with folder_of(BOT, home) as folder:
        bot = sandbox.start(sandbox.command(["python3", "main.py"], folder), PATIENT)
        bot.ask({})
        start = time.monotonic()
        bot.kill()
        assert time.monotonic() - start < 0.5
        assert not _is_alive(bot.pid)
        bot.kill()


def test_scratch_of_a_bot_is_seen_by_nobody(home):
    program = """
import json, os, sys
for line in sys.stdin:
    seen = os.listdir("/tmp")
    open("/tmp/note", "w").write("x")
    print(json.dumps({"seq": json.loads(line)["seq"], "seen": seen}), flush=True)
"""
    sandbox = layers.undoctored("bwrap")
    with folder_of(program, home) as folder:
        command = sandbox.command(["python3", "main.py"], folder)
        command = replace(command, limits=replace(command.limits, scratch_bytes=1 << 24))
        with sandbox.start(command, PATIENT) as one, sandbox.start(command, PATIENT) as other:
            assert one.ask({})["seen"] == []
            assert one.ask({})["seen"] == ["note"]
            assert other.ask({})["seen"] == []
    assert not Path("/mnt/note").exists()
    assert json.dumps(str(home)) not in Path("/proc/self/mounts").read_text()


@TIERS
def test_limit_of_processor_time_outlasts_the_clock(home, tier):
    program = """
import json, resource, sys
for line in sys.stdin:
    limit = resource.getrlimit(resource.RLIMIT_CPU)
    print(json.dumps({"seq": json.loads(line)["seq"], "limit": limit}), flush=True)
"""
    sandbox = layers.undoctored(tier)
    with folder_of(program, home) as folder:
        command = sandbox.command(["python3", "main.py"], folder)
        with sandbox.start(command, Clock(bank_s=60, first_answer_s=3)) as bot:
            assert bot.ask({})["limit"] == [65, 65]


@TIERS
def test_kernel_ends_a_bot_that_the_clock_does_not(home, tier):
    sandbox = layers.undoctored(tier)
    with folder_of(BOT, home) as folder:
        command = sandbox.command(["python3", "main.py"], folder)
        command = replace(command, limits=replace(command.limits, cpu_s=1))
        endless = Clock(per_move_s=60, bank_s=60, first_answer_s=60)
        with Process(sandbox._tier.start(command), command, endless) as bot:
            bot.ask({})
            with pytest.raises(BotFault, match="crash: it was killed"):
                bot.ask({"loop": True})
            assert 0.5 < bot.used < 1.5
