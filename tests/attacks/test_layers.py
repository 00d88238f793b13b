"""No layer is there for nothing: without it, and what stands behind it, an attack works."""

from dataclasses import replace

import pytest

from bots.sandbox import SandboxError, Settings, child, doctor, open_proven

from . import layers
from .driver import ATTACKS

pytestmark = pytest.mark.needs("bubblewrap")

BY_ROOT = (
    # tier, layers that are left out, the attack that works then, and not while the last is there
    ("bwrap", ("filter",), "fork"),
    ("bwrap", ("filter",), "lock"),
    ("bwrap", ("filter",), "shared map"),
    ("bwrap", ("filter",), "outliving the worker"),
    ("bwrap", ("limits",), "limits missing"),
    ("bwrap", ("limits",), "private map"),
    ("bwrap", ("filter",), "cache asked by reading"),
    ("bwrap", ("filter",), "memory and load of all"),
    ("bwrap", ("watch",), "written pages made read-only"),
    ("bwrap", ("seal",), "anywhere"),
    ("bwrap", ("few folders",), "accounts"),
    ("bwrap", ("few folders",), "other bot"),
    ("bwrap", ("few folders", "user of its own"), "private file"),
    ("bwrap", ("filter", "network"), "TCP"),
    ("bwrap", ("filter", "network"), "UNIX"),
    ("bwrap", ("filter", "ipc"), "memory of the worker"),
    ("landlock", ("filter",), "fork"),
    ("landlock", ("filter",), "watching"),
    ("landlock", ("filter",), "time of the worker"),
    ("landlock", ("watch",), "written pages made read-only"),
    ("landlock", ("limits",), "limits missing"),
    ("landlock", ("Landlock",), "accounts"),
    ("landlock", ("Landlock",), "secret file"),
    ("landlock", ("Landlock", "user of its own"), "private file"),
    ("landlock", ("filter", "Landlock"), "TCP"),
    ("landlock", ("filter", "Landlock"), "UNIX"),
)
BY_PLAIN_USER = (
    ("bwrap", ("filter", "processes"), "signal to the worker"),
    ("bwrap", ("filter", "limits"), "limits missing"),
    ("landlock", ("filter", "Landlock"), "signal to the worker"),
    ("landlock", ("Landlock",), "environment of others"),
)
CASES = [("root", *case) for case in BY_ROOT] + [("plain", *case) for case in BY_PLAIN_USER]


@pytest.mark.parametrize(("user", "tier", "without", "name"), CASES)
def test_attack_works_when_a_layer_is_missing(ground, tier, without, name):
    said = ground.loose(ATTACKS[name], tier=tier, without=without)
    assert said["outcome"] == "done", said["found"]


@pytest.mark.parametrize(("user", "tier", "without", "name"), CASES)
def test_attack_is_stopped_by_that_layer_alone(ground, tier, without, name):
    said = ground.loose(ATTACKS[name], tier=tier, without=without[:-1])
    assert said["outcome"] in ATTACKS[name].ends, said["found"]


@pytest.mark.parametrize(
    ("tier", "layer"),
    [
        ("bwrap", "filter"),
        ("bwrap", "limits"),
        ("bwrap", "seal"),
        ("bwrap", "few folders"),
        ("bwrap", "watch"),
        ("landlock", "watch"),
        ("landlock", "filter"),
        ("landlock", "limits"),
        ("landlock", "Landlock"),
    ],
)
def test_doctor_refuses_a_sandbox_with_a_layer_missing(tier, layer):
    with (
        layers.without(layer),
        pytest.raises(SandboxError, match=r"leaves .* open|gave|threads are"),
    ):
        open_proven(Settings(tier=tier))


def test_doctor_refuses_where_time_cannot_be_charged(monkeypatch):
    monkeypatch.setattr(doctor, "SHORT", replace(doctor.SHORT, wall_slack_s=0.1))
    monkeypatch.setattr(child.Child, "cpu_s", lambda _: 0.0)
    with pytest.raises(SandboxError, match=r"was charged 0\.000 s"):
        open_proven(Settings(tier="bwrap"))


@pytest.mark.parametrize("tier", ["bwrap", "landlock"])
def test_doctor_passes_a_sandbox_with_all_layers(tier):
    assert open_proven(Settings(tier=tier)).tier == tier
