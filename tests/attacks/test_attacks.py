"""Every attack in every tier, by a worker that is root and by one that is not.

The control group lets the same attacks loose without a sandbox, where that is safe: an attack
that would fail anywhere proves nothing.
"""

import os

import pytest

from .driver import ATTACKS

pytestmark = pytest.mark.needs("bubblewrap")

BITING = [attack for attack in ATTACKS.values() if attack.bites]
ALL_REPLIES = "SANDBOX_ALL" in os.environ
"""A malformed reply meets the same parser in every tier, so once is enough between commits."""


def _cases(tier):
    """Return all pairs of user and attack that mean something in a tier."""
    return [
        pytest.param(user, attack, id=f"{attack.name}-{user}")
        for attack in ATTACKS.values()
        for user in ("root", "plain")
        if tier == "bwrap" or not attack.scratch
        if ALL_REPLIES or not attack.is_reply or (tier, user) == ("bwrap", "root")
    ]


@pytest.mark.parametrize(("user", "attack"), _cases("bwrap"))
def test_attack_is_stopped_by_bubblewrap(ground, attack):
    said = ground.loose(attack, tier="bwrap")
    assert said["outcome"] in attack.ends, said["found"]


@pytest.mark.parametrize(("user", "attack"), _cases("landlock"))
def test_attack_is_stopped_by_landlock(ground, attack):
    said = ground.loose(attack, tier="landlock")
    assert said["outcome"] in attack.ends, said["found"]


@pytest.mark.parametrize("user", ["plain"])
@pytest.mark.parametrize("attack", BITING, ids=lambda attack: attack.name)
def test_attack_works_without_a_sandbox(ground, attack):
    said = ground.loose(attack, tier="unsafe")
    assert said["outcome"] == "done", said["found"]
