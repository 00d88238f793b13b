"""One word leads to each command line."""

import subprocess
import sys
from pathlib import Path

import pytest

from stammtisch import __main__ as program

ROOT = Path(__file__).parents[2]


def test_it_lists_what_there_is(capsys):
    assert program.main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(f"  {word} " in said for word in program.PARTS)


def test_word_that_is_none_lists_what_there_is(capsys):
    assert program.main(["bot"]) == 2
    assert "  bots " in capsys.readouterr().out


@pytest.mark.parametrize("word", ["bots", "games"])
def test_word_hands_over(word, capsys):
    assert program.main([word]) == 0
    assert f"usage: python -m {word}" in capsys.readouterr().out


def said_by(*words):
    """Return what a process of its own prints: Django sets up logging anew, and closes pytest's."""
    command = [sys.executable, "-m", "stammtisch", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout


@pytest.mark.further
def test_operators_words_lead_to_the_site():
    said = said_by("serve", "--help")
    assert said == said_by("manage", "supervise", "--help")
    assert "--processes" in said
    assert "--no-serve" in said_by("demo", "--help")


@pytest.fixture
def without_site(monkeypatch):
    """Rules, bots and tools alone, as their wheel installs them."""
    found = program.find_spec
    monkeypatch.setattr(program, "find_spec", lambda name: name != "django" and found(name))


def test_site_that_is_not_there_is_told(without_site, capsys):
    assert program.main(["demo"]) == 1
    assert "pip install stammtisch" in capsys.readouterr().err


def test_words_that_lead_nowhere_are_not_listed(without_site, capsys):
    assert program.main(["--help"]) == 0
    said = capsys.readouterr().out
    assert "  bots " in said
    assert "  demo " not in said
    assert program.NO_SITE in said
