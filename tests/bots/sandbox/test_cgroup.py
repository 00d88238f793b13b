"""Control groups: bots join and leave real ones; what memory they hold there is the kernel's."""

import os
from pathlib import Path

import pytest

from bots.sandbox import Clock, Limits, Sandbox, SandboxError, Settings, cgroup
from tests.attacks import layers
from tests.attacks.conftest import require


def _hierarchy():
    """Return where version 2 is mounted, if it is and this user may make groups there."""
    for line in Path("/proc/self/mounts").read_text().splitlines():
        _, place, kind, *_ = line.split()
        if kind == "cgroup2" and os.access(place, os.W_OK):
            return Path(place)
    return None


@pytest.fixture
def parent():
    top = _hierarchy()
    if top is None:
        pytest.skip("there is no control group of version 2 that this user may write to")
    parent = top / f"stammtisch-test-{os.getpid()}"
    parent.mkdir()
    yield parent
    parent.rmdir()


@pytest.fixture
def sandbox(parent):
    require("bwrap")
    return layers.undoctored("bwrap", cgroup=parent)


PROGRAM = "import sys; sys.stdin.readline(); print('{\"seq\":0}', flush=True); sys.stdin.read()"


def _command(sandbox):
    return sandbox.command(["python3", "-c", PROGRAM], Path("/usr/share"))


def test_bot_is_in_a_group_of_its_own_until_it_ends(sandbox, parent, monkeypatch):
    monkeypatch.setattr(cgroup, "maxima", lambda _: {})
    with sandbox.start(_command(sandbox), Clock(first_answer_s=5, wall_slack_s=20)) as bot:
        bot.ask({})
        group = parent / f"bot-{bot.pid}"
        assert (group / "cgroup.procs").read_text() == f"{bot.pid}\n"
    assert not group.exists()


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


def test_doctor_refuses_a_group_that_cannot_be_joined():
    with pytest.raises(SandboxError, match="delegate a control group"):
        Sandbox.open(Settings(tier="bwrap", cgroup=Path("/nowhere")))
