"""A copy of the tree in which mutants live, and the tests that are run there."""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypedDict

from . import nearest
from .candidates import Mutant
from .reach import Reach

MEMORY_BYTES = 4 << 30
PYTEST = [
    "-m", "pytest", "-n0", "-q", "--tb=no", "-m", "not slow or further",
    "-p", "tests.mutants.limit", "-p", "no:cacheprovider", "-p", "no:schemathesis",
    "--randomly-seed=1", "--randomly-dont-reorganize", "--hypothesis-seed=1",
]  # fmt: skip
"""The same examples in the same order, so that a change is noticed again or never."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", re.MULTILINE)
PASSED = (0, 5)
"""How pytest ends when no test fails, or there is none."""
FIRST = 50
"""So many of the tests that run a line are asked before all others that do."""
NOTICED, UNNOTICED, ALIKE = "noticed", "NOT NOTICED", "alike"


class Asked(TypedDict, total=False):
    """What `limit.py` reads from the file `ASKED`: ids of tests."""

    only: list[str]
    without: list[str]


class Outcome(NamedTuple):
    """What became of a mutant: one of the three words above, and which test or reason says so."""

    kind: str
    why: str


@dataclass
class Trial:
    """A copy of the tree at `home / "tree"`; tests take up to `cpu_s` seconds for a mutant."""

    home: Path
    cpu_s: int
    reach: Reach | None = None
    failing: set[str] = field(default_factory=set)
    """The tests, or files of tests, that fail without any change, too: nobody asks them."""
    _changes: int = 0

    @property
    def tree(self) -> Path:
        return self.home / "tree"

    def copy(self, root: Path) -> None:
        """Copy what git has or would take, and make a database that all runs start from.

        Bots that tests play have users of their own, who must get into the folder.
        """
        self.home.chmod(0o711)
        listed = subprocess.run(
            ["git", "ls-files", "-coz", "--exclude-standard"],
            cwd=root, check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
        for name in listed.split("\0"):
            if name and (root / name).is_file():
                (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(root / name, self.tree / name)
        for arguments in (["compiletexts"], ["migrate", "--verbosity=0", "--skip-checks"]):
            command = [sys.executable, "manage.py", *arguments]
            subprocess.run(command, cwd=self.tree, env=self._env(), check=True)

    def outcome(self, mutant: Mutant) -> Outcome:
        """Return the test that fails with the change, or that none does in the time there is."""
        path = self.tree / mutant.path
        source = path.read_bytes()
        left = self.cpu_s
        rounds = self.rounds(mutant)
        self._write(path, mutant.applied(source))
        try:
            for files, asked in rounds:
                status, told, took = self._run(files, left, "-x", asked=asked)
                left -= took
                if left <= 0:
                    return Outcome(UNNOTICED, f"no test fails in {self.cpu_s} s")
                if status not in PASSED:
                    found = FAILED.search(told)
                    return Outcome(NOTICED, found[1] if found else f"pytest ends with {status}")
        finally:
            self._write(path, source)
        return Outcome(UNNOTICED, "all tests pass")

    def rounds(self, mutant: Mutant) -> list[tuple[list[str], Asked]]:
        """Return files and what is asked of them: tests that run the line, then all others.

        Of those that run it the module's own come first, and quick ones before others.
        """
        batches = [
            [str(path) for path in batch] for batch in nearest.batches(self.tree, mutant.path)
        ]
        source = (self.tree / mutant.path).read_bytes()
        found = self.reach.tests(mutant, source) if self.reach else []
        reaching = sorted(found, key=lambda test: _file(test) not in batches[0])
        parts = filter(None, (reaching[:FIRST], reaching[FIRST:]))
        near = [(list(dict.fromkeys(map(_file, part))), Asked(only=part)) for part in parts]
        return near + [(batch, Asked(without=reaching)) for batch in batches]

    def fail_anyway(self, tests: Iterable[str]) -> set[str]:
        """Return which of these tests fail without any change, too, and ask them no more."""
        asked = {test for test in tests if test.startswith("tests/")}
        if not asked:
            return asked
        _status, told, _took = self._run(sorted(asked), len(asked) * self.cpu_s)
        found = asked.intersection(FAILED.findall(told))
        self.failing |= found
        return found

    def _run(
        self, tests: Iterable[str], cpu_s: int, *options: str, asked: Asked | None = None
    ) -> tuple[int, str, int]:
        """Return the exit status of pytest, what it said, and the seconds it computed."""
        known = [f"--deselect={test}" for test in sorted(self.failing)]
        files = [test for test in tests if test not in self.failing]
        (self.home / "asked.json").write_text(json.dumps(asked or Asked()))
        command = [sys.executable, *PYTEST, *options, *known, *files]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            command, cwd=self.tree, env=self._env(), text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            preexec_fn=lambda: _limit(cpu_s),
        )  # fmt: skip
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        out_of_time = done.returncode in {-signal.SIGXCPU, -signal.SIGKILL}
        return done.returncode, done.stdout, cpu_s if out_of_time else 1 + int(took)

    def _write(self, path: Path, source: bytes) -> None:
        """Write a module; its time is another one, so that nothing compiled of it is taken."""
        path.write_bytes(source)
        self._changes += 1
        os.utime(path, (1_000_000_000 + self._changes,) * 2)

    def _env(self) -> dict[str, str]:
        """Return the environment of tests: plain rules, which poison nobody's cache, and SQLite."""
        without = {"DATABASE_URL", "REDIS_URL", "CI", "PYTEST_ADDOPTS"}
        database = self.home / "migrated.sqlite3"
        own = {"NUMBA_DISABLE_JIT": "1", "STAMMTISCH_ENV": "development", "TMPDIR": str(self.home)}
        own |= {"MIGRATED": str(database), "NUMBA_CACHE_DIR": str(self.home / "kernels")}
        own |= {"ASKED": str(self.home / "asked.json")}
        if not database.exists():
            own["DATABASE_URL"] = f"sqlite:///{database}"
        return {name: value for name, value in os.environ.items() if name not in without} | own


def _file(test: str) -> str:
    return test.partition("::")[0]


def _limit(cpu_s: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
