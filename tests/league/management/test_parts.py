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


@pytest.mark.parametrize("name", ["bubblewrap", "node", "gcc", "chromium", "servers"])
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
    [found] = machine.parts()
    assert (found.level, found.mend) == ("warning", "sudo apt-get install nodejs")


def test_control_groups_are_where_this_user_may_make_some():
    assert all(os.access(place, os.W_OK) for place in parts.control_groups())
