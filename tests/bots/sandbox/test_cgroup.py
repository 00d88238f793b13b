"""Control groups: bots join and leave real ones; what memory they hold there is the kernel's."""

import os
from pathlib import Path

import pytest

from bots.sandbox import Clock, Limits, SandboxError, Settings, cgroup, open_proven
from league.management.parts import control_groups
from tests.attacks import layers


@pytest.fixture
def parent():
    parent = control_groups() / f"stammtisch-test-{os.getpid()}"
    parent.mkdir()
    yield parent
    parent.rmdir()


@pytest.fixture
def sandbox(parent):
    return layers.undoctored("bwrap", cgroup=parent)


PROGRAM = "import sys; sys.stdin.readline(); print('{\"seq\":0}', flush=True); sys.stdin.read()"


def _command(sandbox):
    return sandbox.command(["python3", "-c", PROGRAM], Path("/usr/share"))


@pytest.mark.needs("bubblewrap", "control groups")
def test_bot_is_in_a_group_of_its_own_until_it_ends(sandbox, parent, monkeypatch):
    monkeypatch.setattr(cgroup, "maxima", lambda _: {})
    with sandbox.start(_command(sandbox), Clock(first_answer_s=5, wall_slack_s=20)) as bot:
        bot.ask({})
        group = parent / f"bot-{bot.pid}"
        assert (group / "cgroup.procs").read_text() == f"{bot.pid}\n"
    assert not group.exists()


@pytest.mark.needs("bubblewrap", "control groups")
def test_bot_does_not_run_where_its_group_cannot_be_limited(sandbox, parent, monkeypatch):
    monkeypatch.setattr(cgroup, "maxima", lambda _: {"no.such.limit": 1})
    before = len(list(Path("/proc/self/fd").iterdir()))
    with pytest.raises(SandboxError, match="subtree_control"):
        sandbox.start(_command(sandbox), Clock())
    assert list(parent.glob("bot-*")) == []
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_group_that_cannot_be_made_is_named():
    with pytest.raises(SandboxError, match="delegate a control group"):
        cgroup.join(Path("/nowhere"), os.getpid(), Limits())


def test_group_holds_what_its_limits_say():
    assert cgroup.maxima(Limits(scratch_bytes=1)) == {"memory.max": (1 << 28) + 1, "pids.max": 8}


@pytest.mark.needs("bubblewrap")
def test_doctor_refuses_a_group_that_cannot_be_joined():
    with pytest.raises(SandboxError, match="delegate a control group"):
        open_proven(Settings(tier="bwrap", cgroup=Path("/nowhere")))
