import sys
from pathlib import Path

import pytest

import games
from games.workshop import template


@pytest.fixture
def registry(tmp_path):
    """The registry of games, which is after the test as it was before, and so are modules."""
    known, path = dict(games._registry()), list(sys.path)
    yield
    games._registry().clear()
    games._registry().update(known)
    sys.path[:] = path
    places = (tmp_path, template.PATH)
    for name, module in list(sys.modules.items()):
        file = Path(getattr(module, "__file__", None) or "/")
        if any(file.is_relative_to(place) for place in places):
            del sys.modules[name]


@pytest.fixture
def own(tmp_path, registry):
    """The folder of a new package with a game called `sixes`."""
    template.create(tmp_path / "sixes", "sixes")
    return tmp_path / "sixes"
