"""Who lets attacks loose: root, who gives each bot a user id, and a user without any rights."""

import contextlib
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests import parts

from . import driver
from .attack import Attack

ROOT = Path(__file__).parents[2]
PLAIN_UID = 60_599
IS_ROOT = os.geteuid() == 0


def ordered(attack: Attack, *, tier: str, without: tuple[str, ...] = (), runtime: str = "python"):
    """Return the order that the driver reads."""
    return {"attack": attack.name, "tier": tier, "without": without, "runtime": runtime}


class Here:
    """Attacks from this process, as whoever runs the tests."""

    def __init__(self, stack: contextlib.ExitStack) -> None:
        self._stack = stack
        self._aims = stack.enter_context(driver.targets())
        self._grounds: dict[str, driver.Ground] = {}

    def loose(self, attack: Attack, **where):
        order = ordered(attack, **where)
        return driver.answer(order, self._aims, self._grounds)

    def close(self) -> None:
        for ground in self._grounds.values():
            ground.close()


@contextlib.contextmanager
def copied_for_others():
    """Give a folder that every user can reach, with the code of sandbox and attacks in it."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-user-") as name:
        home = Path(name)
        for package in ("bots/sandbox", "tests/attacks"):
            ignored = shutil.ignore_patterns("*.pyc", "__pycache__")
            shutil.copytree(ROOT / package, home / package, ignore=ignored)
            (home / package).parent.joinpath("__init__.py").touch()
        for path in (home, *home.rglob("*")):
            path.chmod(0o755)
        yield home


def parent_of(pid):
    """Return the number of a process's parent."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


class AsUser:
    """Attacks from a process of a user without rights, on an interpreter that it can reach."""

    def __init__(self, stack: contextlib.ExitStack, uid: int) -> None:
        home = stack.enter_context(copied_for_others())
        self._driver = subprocess.Popen(
            ["/usr/bin/python3", "-m", "tests.attacks.driver"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=home,
            env={"PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"},
            user=uid,
            group=uid,
            extra_groups=[],
        )

    def loose(self, attack: Attack, **where):
        order = ordered(attack, **where)
        print(json.dumps(order), file=self._driver.stdin, flush=True)
        return json.loads(self._driver.stdout.readline())

    def close(self) -> None:
        self._driver.stdin.close()
        self._driver.wait(timeout=10)
        self._driver.stdout.close()


@pytest.fixture(scope="session")
def _grounds():
    grounds = {}
    with contextlib.ExitStack() as stack:
        yield stack, grounds
        for ground in grounds.values():
            ground.close()


@pytest.fixture
def ground(_grounds, user):
    """Where attacks are let loose, by user; opened once."""
    stack, grounds = _grounds
    if user == "root":
        parts.require("root")
    if user not in grounds:
        is_other = user == "plain" and IS_ROOT
        grounds[user] = AsUser(stack, PLAIN_UID) if is_other else Here(stack)
    return grounds[user]
