"""Which tests are asked about a module, the nearest first: by name, then by what they import."""

import re
from collections.abc import Iterator
from pathlib import Path

CODE = ("engine", "games", "bots", "league", "stammtisch")
GAMES = Path("tests/games")
ELSEWHERE = ("attacks", "bench", "browser", "deploy", "faults", "fuzz", "mutants")
"""Tests of what surrounds the code, which take long."""


def batches(root: Path, module: Path) -> Iterator[list[Path]]:
    """Yield files of tests about a module, below a root, as they are to be asked; none twice.

    First those with its name or its package's, then those that import it, then those of the
    modules that import it, the others of its folder, and last all of its package.
    """
    tests = _tests(root)
    asked: set[Path] = set()
    for batch in _nearer(root, module, tests):
        new = [test for test in dict.fromkeys(batch) if test not in asked]
        asked.update(new)
        if new:
            yield new


def _nearer(root: Path, module: Path, tests: dict[Path, str]) -> Iterator[list[Path]]:
    folder = _folder(module, tests)
    yield _of_name(module, tests)
    yield _of_name(module.parent, tests)
    yield sorted(_naming(module, tests), key=lambda test: (test.parent != folder, test))
    code = {
        path.relative_to(root): path.read_text()
        for package in CODE
        for path in sorted((root / package).rglob("*.py"))
    }
    yield [test for user in _naming(module, code) for test in _of_name(user, tests)]
    yield [test for test in tests if test.parent == folder]
    yield [test for test in tests if test.parts[1] == module.parts[0]]
    yield [test for test in tests if module.parts[0] != "league"]


def _folder(module: Path, tests: dict[Path, str]) -> Path:
    """Return the folder of the tests of a module, or of what it is a part of."""
    folders = {test.parent for test in tests}
    own = Path("tests") / module
    return next((each for each in own.parents if each in folders), own.parent)


def _of_name(module: Path, tests: dict[Path, str]) -> list[Path]:
    """Return the tests that have the name of a module, or of what it is a part of.

    Of a game, whose files are named like those of all others, only the game's own.
    """
    words = module.stem.split("_")
    folder = _folder(module, tests)
    if folder.parent == GAMES:
        tests = {test: text for test, text in tests.items() if test.parent == folder}
    for end in range(len(words), 0, -1):
        name = "test_" + "_".join(words[:end])
        found = [
            test for test in tests
            if test.stem == name or (test.stem.startswith(f"{name}_") and test.parent == folder)
        ]  # fmt: skip
        if found:
            return sorted(found, key=lambda test: (test.parent != folder, test.stem != name, test))
    return []


def _naming(module: Path, files: dict[Path, str]) -> list[Path]:
    """Return the files that import a module."""
    package, name = re.escape(".".join(module.parent.parts)), re.escape(module.stem)
    folder = rf"(?:{package}|\.+{re.escape(module.parent.name)}|\.)"
    imported = re.compile(
        rf"import {package}\.{name}\b|from {folder}\.?{name} import"
        rf"|from {folder} import (?:\([^)]*|[^(\n]*)\b{name}\b"
    )
    return [path for path, text in files.items() if path != module and imported.search(text)]


def _tests(root: Path) -> dict[Path, str]:
    found = (path.relative_to(root) for path in sorted((root / "tests").rglob("test_*.py")))
    return {path: (root / path).read_text() for path in found if path.parts[1] not in ELSEWHERE}
