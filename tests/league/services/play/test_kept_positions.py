"""Which positions a process keeps."""

import games
from engine.play.table import Table
from league.services.play import positions


def position(length):
    return positions.Position(Table(games.get("skat"), 3), length=length)


def test_what_is_taken_belongs_to_who_took_it():
    mine = position(0)
    positions.kept.keep("a", mine)
    assert positions.kept.take("a") is mine
    assert positions.kept.take("a") is None


def test_a_later_position_stays():
    positions.kept.keep("a", position(7))
    positions.kept.keep("a", position(5))
    assert positions.kept.take("a").length == 7
