"""What is started, and within which limits."""

import resource
from pathlib import Path

import pytest

from bots.sandbox import Limits, SandboxError, Settings, UnknownProgram, command
from bots.sandbox.command import NODE, PYTHON

SETTINGS = Settings()


def test_python_is_the_one_of_the_settings_without_what_is_installed_to_it(tmp_path):
    made = command(["python3", "bot.py", "--fast"], tmp_path, SETTINGS)
    assert made.argv == ("/usr/bin/python3", "-S", "-s", "-E", "-B", "bot.py", "--fast")
    assert made.limits == PYTHON


def test_node_has_no_limit_of_address_space(tmp_path):
    there = Settings(node=Path("/usr/bin/python3"))  # which is where Node may not be
    made = command(["node", "bot.js"], tmp_path, there)
    assert made.limits == NODE
    assert "as" not in made.limits.as_rlimits()


def test_missing_node_is_ours_to_mend(tmp_path):
    with pytest.raises(SandboxError, match="install Node"):
        command(["node", "bot.js"], tmp_path, Settings(node=Path("/nowhere/node")))


def test_own_program_is_found_at_its_place_inside(tmp_path):
    (tmp_path / "bot").touch()
    made = command(["./bot"], tmp_path, SETTINGS)
    assert made.argv == ("/bot/bot",)
    assert made.is_own


@pytest.mark.parametrize("word", ["/bin/sh", "../bot", "a/../../bot", "ruby", "/bot/../bin/sh"])
def test_other_programs_are_refused(tmp_path, word):
    with pytest.raises(UnknownProgram):
        command([word], tmp_path, SETTINGS)


def test_limits_do_not_go_beyond_those_of_the_worker(monkeypatch):
    monkeypatch.setattr(resource, "getrlimit", lambda _: (20, 20))
    limits = Limits().as_rlimits()
    assert limits["nofile"] == 20
    assert limits["nproc"] == 8
