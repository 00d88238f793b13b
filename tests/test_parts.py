"""A test without what it needs is skipped, and says so, in one place only; in CI it fails."""

import ast
from pathlib import Path

import pytest

from league.management.parts import PARTS

from . import parts

TESTS = Path(__file__).parent
SKIPS = {"skip", "skipif", "importorskip", "skipTest", "SkipTest"}


@pytest.fixture
def missing(monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(parts, "lack", {"node": "Node.js is not installed"}.get)


def names_in(path):
    return {
        node.attr
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute)
    }


def marks_in(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.needs":
            yield from (word.value for word in node.args)


@pytest.mark.further
def test_nothing_else_skips_a_test():
    own = {TESTS / "parts.py", Path(__file__)}
    found = [path for path in TESTS.rglob("*.py") if path not in own and SKIPS & names_in(path)]
    assert found == []


@pytest.mark.further
def test_every_part_is_known_and_needed():
    assert {name for path in TESTS.rglob("test_*.py") for name in marks_in(path)} == PARTS.keys()


def test_test_without_a_part_is_skipped(missing):
    with pytest.raises(pytest.skip.Exception, match=r"Node\.js is not installed"):
        parts.require("node")


def test_test_without_a_part_fails_in_ci(missing, monkeypatch):
    monkeypatch.setenv("CI", "yes")
    with pytest.raises(pytest.fail.Exception, match=r"Node\.js is not installed"):
        parts.require("node")


def test_test_with_all_parts_runs(missing):
    parts.require("gcc")


def test_each_missing_part_is_told_in_a_line(missing):
    reasons = ["Skipped: Node.js is not installed"] * 3 + ["Skipped: Only postgresql: it has rules"]
    line, others = parts.told(reasons)
    assert line == (
        "Node.js is not installed: bots in JavaScript cannot play, 3 tests were skipped. "
        "sudo apt-get install nodejs"
    )
    assert others.startswith("1 test was skipped that is about another database")


def test_nothing_is_told_when_nothing_was_skipped(missing):
    assert parts.told([]) == []
