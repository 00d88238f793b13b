"""The wheels say of themselves what the project says."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def read(path):
    return tomllib.loads((ROOT / path).read_text())


WHOLE = read("pyproject.toml")
ENGINE = read("packaging/engine/pyproject.toml")
SITE = read("packaging/site/pyproject.toml")


def requirements(name):
    """Return what a file of requirements asks for."""
    lines = (ROOT / "requirements" / name).read_text().splitlines()
    return [line.partition("#")[0].strip() for line in lines if not line.startswith(("#", "-"))]


def beside(wheel):
    """Return the files beside the code that a wheel has, by their package."""
    return wheel["tool"]["setuptools"]["package-data"]


def test_version_is_that_of_the_project():
    for wheel in (ENGINE, SITE):
        for same in ("version", "requires-python"):
            assert wheel["project"][same] == WHOLE["project"][same]


def test_engine_needs_what_the_project_needs_and_no_more():
    assert set(ENGINE["project"]["dependencies"]) < set(requirements("base.in"))
    extras = ENGINE["project"]["optional-dependencies"]
    assert extras == {name: requirements(f"{name}.in") for name in ("data", "env")}


def test_site_needs_the_engine_of_its_version_and_what_else_the_project_needs():
    engine, *others = SITE["project"]["dependencies"]
    assert engine == f"stammtisch-engine=={SITE['project']['version']}"
    theirs = set(ENGINE["project"]["dependencies"])
    assert others == [name for name in requirements("base.in") if name not in theirs]


def test_files_beside_the_code_are_those_of_the_project():
    packed = {"league": ["files/**/*"]}  # what lies beside the code of a checkout
    assert beside(ENGINE) | beside(SITE) == beside(WHOLE) | packed


def test_no_package_is_in_both():
    tops = [set(wheel["tool"]["check-wheel-contents"]["toplevel"]) for wheel in (ENGINE, SITE)]
    included = WHOLE["tool"]["setuptools"]["packages"]["find"]["include"]
    assert not tops[0] & tops[1]
    assert tops[0] | tops[1] == {name.rstrip("*") for name in included}


def test_same_word_is_installed_from_a_checkout():
    assert ENGINE["project"]["scripts"] == WHOLE["project"]["scripts"]
