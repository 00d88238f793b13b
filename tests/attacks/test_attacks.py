"""Every attack in every tier, by a worker that is root and by one that is not, in each run-time.

The control group lets the same attacks loose without a sandbox, where that is safe: an attack
that would fail anywhere proves nothing.
"""

import os
from itertools import product

import pytest

from .attack import RUNTIMES
from .driver import ATTACKS

pytestmark = pytest.mark.needs("bubblewrap")

BITING = [attack for attack in ATTACKS.values() if attack.bites]
ALL = "SANDBOX_ALL" in os.environ
"""A malformed reply meets the same parser in every tier, so once is enough between commits."""
WITH_LIBRARIES = [
    ("bwrap", "root", "python-numeric"),
    ("bwrap", "plain", "onnx"),
    ("landlock", "root", "onnx"),
    ("landlock", "plain", "python-numeric"),
]
"""What libraries open they open for each user, so half of all ways is enough between commits."""
if ALL:
    WITH_LIBRARIES = list(product(("bwrap", "landlock"), ("root", "plain"), RUNTIMES[1:]))


def _cases(tier):
    """Return all pairs of user and attack that mean something in a tier."""
    return [
        pytest.param(user, attack, id=f"{attack.name}-{user}")
        for attack in ATTACKS.values()
        if "python" in attack.runtimes
        for user in ("root", "plain")
        if tier == "bwrap" or not attack.scratch
        if ALL or not attack.is_reply or (tier, user) == ("bwrap", "root")
    ]


@pytest.mark.parametrize(("user", "attack"), _cases("bwrap"))
def test_attack_is_stopped_by_bubblewrap(ground, attack):
    said = ground.loose(attack, tier="bwrap")
    assert said["outcome"] in attack.ends, said["found"]


@pytest.mark.parametrize(("user", "attack"), _cases("landlock"))
def test_attack_is_stopped_by_landlock(ground, attack):
    said = ground.loose(attack, tier="landlock")
    assert said["outcome"] in attack.ends, said["found"]


def _cases_with_libraries():
    """Return tier, user, run-time and attack; what only answers is the same in each run-time."""
    return [
        pytest.param(tier, user, runtime, attack, id=f"{attack.name}-{runtime}-{tier}-{user}")
        for tier, user, runtime in WITH_LIBRARIES
        for attack in ATTACKS.values()
        if runtime in attack.runtimes and not attack.is_whole
        if tier == "bwrap" or not attack.scratch
    ]


@pytest.mark.needs("libraries")
@pytest.mark.parametrize(("tier", "user", "runtime", "attack"), _cases_with_libraries())
def test_attack_is_stopped_in_run_times_with_libraries(ground, tier, runtime, attack):
    said = ground.loose(attack, tier=tier, runtime=runtime)
    assert said["outcome"] in attack.ends, said["found"]


@pytest.mark.parametrize("user", ["plain"])
@pytest.mark.parametrize("attack", BITING, ids=lambda attack: attack.name)
def test_attack_works_without_a_sandbox(ground, attack):
    said = ground.loose(attack, tier="unsafe")
    assert said["outcome"] == "done", said["found"]
