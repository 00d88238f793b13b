"""Greedy bots: one rule of thumb a game, in the module named as the game's slug.

A game without one is played at random.
"""

from importlib import import_module
from pathlib import Path

from engine.kernels.cache import cache_by
from engine.play.simulate import Choose, choose_random
from games import sources_of

_MODULES = {path.stem: path for path in Path(__file__).parent.glob("[a-z]*.py")}

for _module, _path in _MODULES.items():
    cache_by([_path], calls=sources_of(_module))


def choose_for(slug: str) -> Choose:
    """Return the greedy policy of a game."""
    module = slug.replace("-", "_")
    if module not in _MODULES:
        return choose_random
    policy: Choose = import_module(f".{module}", __name__).choose
    return policy
