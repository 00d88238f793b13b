"""The wheel of rules, bots and tools says of itself what the project says."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
WHOLE = tomllib.loads((ROOT / "pyproject.toml").read_text())
WHEEL = tomllib.loads((ROOT / "packaging/engine/pyproject.toml").read_text())


def packages(name):
    """Return the packages that a file of requirements asks for, without versions."""
    lines = (ROOT / "requirements" / name).read_text().splitlines()
    return [line.partition("#")[0].strip() for line in lines if not line.startswith(("#", "-"))]


def test_version_is_that_of_the_project():
    for same in ("version", "requires-python"):
        assert WHEEL["project"][same] == WHOLE["project"][same]


def test_it_needs_what_the_project_needs_and_no_more():
    assert set(WHEEL["project"]["dependencies"]) < set(packages("base.in"))
    extras = WHEEL["project"]["optional-dependencies"]
    assert extras == {name: packages(f"{name}.in") for name in ("data", "env")}


def test_files_beside_the_code_are_those_of_the_project():
    beside = WHOLE["tool"]["setuptools"]["package-data"]
    ours = {name: files for name, files in beside.items() if not name.startswith("league")}
    assert WHEEL["tool"]["setuptools"]["package-data"] == ours
