"""Control groups: bots join and leave real ones, and the kernel holds them to their limits."""

import os
from pathlib import Path

import pytest

from bots.sandbox import BotFault, Clock, Limits, SandboxError, Settings, cgroup, open_proven
from bots.sandbox.faults import Reason
from league.management.parts import control_groups
from tests.attacks import layers

CLOCK = Clock(first_answer_s=5, per_move_s=5, wall_slack_s=20)
MEMORY = ("memory.max", "memory.limit_in_bytes")
PATIENT = "import sys; sys.stdin.readline(); print('{\"seq\":0}', flush=True); sys.stdin.read()"
GREEDY = """
import sys
sys.stdin.readline()
taken = bytearray(b"x") * (400 << 20)
print('{"seq": 0}', flush=True)
"""
BUSY = """
import sys, threading, time
sys.stdin.readline()
try:
    for _ in range(20):
        threading.Thread(target=time.sleep, args=(9,), daemon=True).start()
    begun = "all"
except RuntimeError:
    begun = "some"
print('{"seq": 0, "begun": "%s"}' % begun, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def parents():
    """Places for groups of bots, below those of this process."""
    made = tuple(place / f"stammtisch-test-{os.getpid()}" for place in control_groups())
    for place in made:
        place.mkdir()
        if (place / "cgroup.subtree_control").exists():
            (place / "cgroup.subtree_control").write_text("+memory +pids")
    yield made
    for place in made:
        place.rmdir()


def asked(program, **settings):
    """Return what a program answers that is started as a bot, with these settings."""
    sandbox = layers.undoctored("bwrap", **settings)
    command = sandbox.command(["python3", "-c", program], Path("/usr/share"))
    with sandbox.start(command, CLOCK) as bot:
        return bot.ask({})


@pytest.mark.needs("bubblewrap", "control groups")
def test_bot_is_in_groups_of_its_own_until_it_ends(parents):
    sandbox = layers.undoctored("bwrap", cgroups=parents)
    command = sandbox.command(["python3", "-c", PATIENT], Path("/usr/share"))
    with sandbox.start(command, CLOCK) as bot:
        bot.ask({})
        groups = [parent / f"bot-{bot.pid}" for parent in parents]
        files = [group / name for name in (*MEMORY, "pids.max") for group in groups]
        assert [int(file.read_text()) for file in files if file.exists()] == [256 << 20, 8]
        for group in groups:
            assert (group / "cgroup.procs").read_text() == f"{bot.pid}\n"
    assert not any(group.exists() for group in groups)


@pytest.mark.further
@pytest.mark.needs("bubblewrap", "control groups")
def test_a_group_bounds_memory_where_nothing_else_does(parents):
    with layers.without("limits", "watch"):
        assert asked(GREEDY) == {"seq": 0}
        with pytest.raises(BotFault) as fault:
            asked(GREEDY, cgroups=parents)
    assert fault.value.reason is Reason.CRASH


@pytest.mark.needs("bubblewrap", "control groups")
def test_a_group_bounds_threads_where_nothing_else_does(parents):
    with layers.without("limits"):
        assert asked(BUSY)["begun"] == "all"
        assert asked(BUSY, cgroups=parents)["begun"] == "some"


@pytest.mark.further
@pytest.mark.needs("bubblewrap", "control groups")
def test_a_sandbox_with_groups_passes_the_doctor(parents):
    assert open_proven(Settings(tier="bwrap", cgroups=parents)).has_groups
    assert not open_proven(Settings(tier="landlock", cgroups=parents)).has_groups


@pytest.mark.needs("bubblewrap")
@pytest.mark.parametrize(
    ("names", "missing"), [([], "memory"), (["memory.max"], "processes"), (["pids.max"], "memory")]
)
def test_a_place_without_a_limit_is_refused(tmp_path, names, missing):
    for name in names:
        (tmp_path / "bot-1").mkdir(exist_ok=True)
        (tmp_path / "bot-1" / name).touch()
    with pytest.raises(SandboxError, match=f"no group there limits {missing}"):
        cgroup.join((tmp_path,), 1, Limits())


@pytest.mark.needs("bubblewrap", "control groups")
def test_a_bot_that_cannot_be_limited_leaves_nothing(parents, monkeypatch):
    limits = (cgroup.Maximum("nothing", {"no.such.limit": 1}),)
    monkeypatch.setattr(cgroup, "maxima", lambda _: limits)
    before = len(list(Path("/proc/self/fd").iterdir()))
    with pytest.raises(SandboxError, match="subtree_control"):
        asked(PATIENT, cgroups=parents)
    assert not any(list(parent.glob("bot-*")) for parent in parents)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_group_that_cannot_be_made_is_named():
    with pytest.raises(SandboxError, match="delegate a control group"):
        cgroup.join((Path("/nowhere"),), os.getpid(), Limits())


@pytest.mark.parametrize(
    ("version", "files"),
    [
        (1, {"memory.limit_in_bytes": 100, "memory.memsw.limit_in_bytes": 100, "pids.max": 8}),
        (2, {"memory.max": 100, "memory.swap.max": 0, "pids.max": 8}),
    ],
)
def test_limits_are_written_by_the_names_of_their_version(tmp_path, version, files):
    group = tmp_path / "bot-1"
    group.mkdir()
    for name in files:
        (group / name).touch()
    cgroup.join((tmp_path,), 1, Limits(memory_bytes=90, scratch_bytes=10))
    assert {name: int((group / name).read_text()) for name in files} == files


@pytest.mark.needs("bubblewrap")
def test_doctor_refuses_a_group_that_cannot_be_joined():
    with pytest.raises(SandboxError, match="delegate a control group"):
        open_proven(Settings(tier="bwrap", cgroups=(Path("/nowhere"),)))
