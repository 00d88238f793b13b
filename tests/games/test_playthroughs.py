import pytest

import games
from tests.playthroughs import path_of, playthrough


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.slug)
def test_playthrough_is_as_kept(game):
    assert playthrough(game) == path_of(game).read_text(encoding="utf-8")
