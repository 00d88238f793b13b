"""Every attack in every tier, by a worker that is root and by one that is not.

The control group lets the same attacks loose without a sandbox, where that is safe: an attack
that would fail anywhere proves nothing.
"""

import pytest

from .driver import ATTACKS

USERS = ("root", "plain")
IN_BUBBLEWRAP = tuple(ATTACKS.values())
IN_LANDLOCK = tuple(attack for attack in IN_BUBBLEWRAP if not attack.scratch)
BITING = tuple(attack for attack in IN_BUBBLEWRAP if attack.bites)


def _names(attacks):
    return pytest.mark.parametrize("attack", attacks, ids=lambda attack: attack.name)


@pytest.mark.parametrize("user", USERS)
@_names(IN_BUBBLEWRAP)
def test_attack_is_stopped_by_bubblewrap(ground, attack):
    said = ground.loose(attack, tier="bwrap")
    assert said["outcome"] in attack.ends, said["found"]


@pytest.mark.parametrize("user", USERS)
@_names(IN_LANDLOCK)
def test_attack_is_stopped_by_landlock(ground, attack):
    said = ground.loose(attack, tier="landlock")
    assert said["outcome"] in attack.ends, said["found"]


@pytest.mark.parametrize("user", ["plain"])
@_names(BITING)
def test_attack_works_without_a_sandbox(ground, attack):
    said = ground.loose(attack, tier="unsafe")
    assert said["outcome"] == "done", said["found"]
