"""How the scores of a round came about: nothing is told where there are none.

What holds of every game is a law, `games.workshop.laws.scores_are_told`.
"""

import games
from engine.play.table import Table


def test_a_round_that_was_thrown_in_has_no_lines():
    table = Table(games.get("fipsen"), 4, secret=bytes(32))
    table.deal()
    while not table.round_over:
        table.play("pass")
    assert table.view(0)["history"][-1]["redeal"]
    assert table.game.lines(table.view(0)) == []


def test_a_round_being_played_has_no_lines():
    table = Table(games.get("skat"), 3, secret=bytes(32))
    table.deal()
    assert table.game.lines(table.view(0)) == []
