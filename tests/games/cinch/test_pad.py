"""The score pad of Cinch."""

import pytest

import games
from engine.rules.pad import Deal, hold

GAME = games.get("cinch")


@pytest.mark.parametrize(("declarers", "points"), [("0", [9, 5]), ("1", [5, 9])])
def test_points_are_of_the_side_that_was_asked(declarers, points):
    answers = {"declarers": [declarers], "bid": ["7"], f"points.{declarers}": ["9"]}
    told = hold(GAME.pad, Deal(players=4, dealer=0), answers)
    assert told.sheet["points"] == points
