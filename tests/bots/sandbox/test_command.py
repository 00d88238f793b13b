"""What is started, and within which limits."""

import resource
from pathlib import Path

import pytest

from bots.sandbox import (
    Limits,
    NoLibraries,
    Runtime,
    SandboxError,
    Settings,
    UnknownProgram,
    command,
)
from bots.sandbox.command import NATIVE, NODE, ONNX, PYTHON, RLIMITS
from bots.sandbox.readable import environment
from bots.sandbox.runtimes import LIBRARIES

ROOT = Path(__file__).parents[3]

SETTINGS = Settings()


def test_python_is_the_one_of_the_settings_without_what_is_installed_to_it(tmp_path):
    made = command(["python3", "bot.py", "--fast"], tmp_path, SETTINGS)
    assert made.argv == ("/usr/bin/python3", "-S", "-s", "-E", "-B", "bot.py", "--fast")
    assert made.limits == PYTHON


def test_libraries_are_named_in_the_environment_which_python_then_reads(tmp_path):
    (tmp_path / "numeric").mkdir()
    there = Settings(libraries=tmp_path)
    made = command(["python3", "bot.py"], tmp_path, there, runtime=Runtime.NUMERIC)
    assert made.argv == ("/usr/bin/python3", "-S", "-s", "-B", "bot.py")
    assert made.layers == (tmp_path / "numeric",)
    assert environment(made.layers)["PYTHONPATH"] == f"{tmp_path}/numeric"


def test_layer_that_is_missing_is_ours_to_mend(tmp_path):
    (tmp_path / "numeric").mkdir()
    with pytest.raises(NoLibraries, match=r"onnx is missing.*bots/sandbox/libraries\.sh"):
        command(["python3"], tmp_path, Settings(libraries=tmp_path), runtime=Runtime.ONNX)


@pytest.mark.parametrize("layer", LIBRARIES)
def test_libraries_are_those_that_are_pinned(layer):
    pinned = (ROOT / f"bots/sandbox/pins/{layer}.txt").read_text()
    told = (ROOT / "docs/bot-protocol.md").read_text()
    for name, version in LIBRARIES[layer].items():
        assert f"{name}=={version} " in pinned
        assert f"{name} {version}" in told


def test_node_has_more_address_space_than_it_reserves_and_no_more_memory(tmp_path):
    there = Settings(node=Path("/usr/bin/python3"))  # which is where Node may not be
    made = command(["node", "bot.js"], tmp_path, there)
    assert made.limits == NODE
    assert made.limits.memory_bytes == PYTHON.memory_bytes


@pytest.mark.parametrize(
    "limits", [PYTHON, NATIVE, NODE, ONNX], ids=["python", "native", "node", "onnx"]
)
def test_every_program_has_a_limit_of_each_kind(limits):
    assert set(limits.as_rlimits()) == set(RLIMITS)
    assert resource.RLIM_INFINITY not in limits.as_rlimits().values()
    assert limits.memory_bytes is not None


def test_missing_node_is_ours_to_mend(tmp_path):
    with pytest.raises(SandboxError, match="install Node"):
        command(["node", "bot.js"], tmp_path, Settings(node=Path("/nowhere/node")))


def test_own_program_is_found_at_its_place_inside(tmp_path):
    (tmp_path / "bot").touch()
    made = command(["./bot"], tmp_path, SETTINGS)
    assert made.argv == ("/bot/bot",)
    assert made.is_own


def test_script_needs_an_interpreter_that_bots_have(tmp_path):
    (tmp_path / "bot").write_text("#!/usr/bin/python3\n")
    assert command(["./bot"], tmp_path, SETTINGS).argv == ("/bot/bot",)
    (tmp_path / "bot").write_text("#!/usr/bin/env python3\n")
    with pytest.raises(UnknownProgram, match="bot is a script for /usr/bin/env python3, which"):
        command(["./bot"], tmp_path, SETTINGS)


@pytest.mark.parametrize("word", ["/bin/sh", "../bot", "a/../../bot", "ruby", "/bot/../bin/sh"])
def test_other_programs_are_refused(tmp_path, word):
    with pytest.raises(UnknownProgram):
        command([word], tmp_path, SETTINGS)


def test_limits_do_not_go_beyond_those_of_the_worker(monkeypatch):
    monkeypatch.setattr(resource, "getrlimit", lambda _: (20, 20))
    limits = Limits().as_rlimits()
    assert limits["nofile"] == 20
    assert limits["nproc"] == 8
