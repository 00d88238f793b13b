"""Which tests run a line: all quick ones are run once, and what each runs is noted."""

import ast
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from coverage import CoverageData

from .candidates import Mutant
from .nearest import ELSEWHERE

PYTEST = [
    "-m", "pytest", "-q", "--tb=no", "--dist", "loadgroup", "-m", "not slow",
    "-p", "tests.mutants.tracing", "-p", "no:cacheprovider",
    "--randomly-seed=1", *(f"--ignore=tests/{each}" for each in ELSEWHERE),
]  # fmt: skip


@dataclass(frozen=True)
class Reach:
    """What was noted about a tree at `root`: lines in which tests, and seconds of each test."""

    root: Path
    lines: CoverageData
    seconds: dict[str, float]

    @classmethod
    def measured(cls, root: Path, folder: Path, workers: int) -> "Reach":
        """Run the quick tests and note what they run; it is kept in the folder.

        Some that are timed fail, for what is traced takes longer.
        """
        folder.mkdir(exist_ok=True)
        done = subprocess.run(
            [sys.executable, *PYTEST, "-n", str(workers), "tests"],
            cwd=root, env=os.environ | {"TRACES": str(folder)}, check=False,
        )  # fmt: skip
        if done.returncode > 1:
            raise SystemExit(f"The tests did not run: pytest ends with {done.returncode}.")
        return cls.read(root, folder)

    @classmethod
    def read(cls, root: Path, folder: Path) -> "Reach":
        """Return what was noted in a folder."""
        lines = CoverageData(basename=str(folder / "all"))
        for path in sorted(folder.glob("lines.*")):
            part = CoverageData(basename=str(path))
            part.read()
            lines.update(part)
        seconds: dict[str, float] = {}
        for path in folder.glob("seconds.*.json"):
            seconds |= json.loads(path.read_text())
        if not seconds:
            raise SystemExit(f"Nothing was noted in {folder}: the tests did not run.")
        return cls(root, lines, seconds)

    def tests(self, mutant: Mutant, source: bytes) -> list[str]:
        """Return the ids of tests that run what a mutant changes, the quickest first."""
        by_line = self.lines.contexts_by_lineno(str(self.root / mutant.path))
        found = {test for line in lines_of(mutant, source) for test in by_line.get(line, [])}
        return sorted(found & self.seconds.keys(), key=lambda test: (self.seconds[test], test))


def lines_of(mutant: Mutant, source: bytes) -> set[int]:
    """Return the lines that run when the mutant matters.

    They are those of the statement; of what is set where a function is defined, its body's.
    """
    first = mutant.line(source)
    last = first + source[mutant.start : mutant.end].count(b"\n")
    around = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt) and node.lineno <= first and last <= (node.end_lineno or 0)
    ]
    inner = max(around, key=lambda node: (node.lineno, -(node.end_lineno or 0)), default=None)
    if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
        return set(range(inner.body[0].lineno, (inner.end_lineno or 0) + 1))
    return {*range(first, last + 1), *([inner.lineno] if inner else [])}
