"""What a missing part turns off is told, with what mends it."""

import os
from dataclasses import replace

import pytest

from league.management import parts
from league.management.doctor import machine

NODE, BUBBLEWRAP = parts.PARTS["node"], parts.PARTS["bubblewrap"]


@pytest.fixture
def bare(monkeypatch):
    """A machine on which no program is installed."""
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    monkeypatch.setenv("BOT_LIBRARIES", "/nowhere/libraries")


@pytest.mark.parametrize("name", ["bubblewrap", "node", "libraries", "gcc", "chromium", "servers"])
def test_part_that_is_not_installed_is_named(bare, name):
    assert "not installed" in parts.PARTS[name].lack()


def test_part_that_is_there_lacks_nothing(tmp_path, monkeypatch):
    (tmp_path / "node").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert NODE.lack() == ""


def test_bubblewrap_that_may_not_work_is_named(tmp_path, monkeypatch):
    (tmp_path / "bwrap").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert BUBBLEWRAP.lack() == "bubblewrap may make no namespaces here"


def test_who_has_no_bubblewrap_is_told_in_one_line(bare):
    assert list(parts.missing_on_sites()) == [
        "bubblewrap is not installed: bots that people upload cannot play. "
        "sudo apt-get install bubblewrap libseccomp2"
    ]


def test_site_with_all_parts_is_told_nothing(monkeypatch):
    there = {name: replace(part, lack=str) for name, part in parts.PARTS.items()}
    monkeypatch.setattr(parts, "PARTS", there)
    assert list(parts.missing_on_sites()) == []


def test_doctor_names_what_installs_a_part(bare):
    node, libraries = machine.parts()
    assert (node.level, node.mend) == ("warning", "sudo apt-get install nodejs")
    assert (libraries.level, libraries.mend) == ("warning", "sudo bots/sandbox/libraries.sh")


def test_libraries_of_another_version_are_named(tmp_path, monkeypatch):
    monkeypatch.setenv("BOT_LIBRARIES", str(tmp_path))
    for layer in ("numeric", "onnx"):
        (tmp_path / layer).mkdir()
        (tmp_path / layer / f"{layer}.txt").write_bytes((parts.PINS / f"{layer}.txt").read_bytes())
    assert parts.PARTS["libraries"].lack() == ""
    (tmp_path / "onnx/onnx.txt").write_text("onnxruntime==0.1\n")
    assert "layer onnx" in parts.PARTS["libraries"].lack()


def test_control_groups_are_where_this_user_may_make_some():
    assert all(os.access(place, os.W_OK) for place in parts.control_groups())
