"""The checker of cups finds what is wrong with a round that somebody made or changed by hand."""

import pytest

from league.logic.draws.check_cups import cup_breaches
from league.logic.draws.courses import Seated, Sitting
from league.logic.draws.knockout import Over
from league.logic.draws.model import Draw


def won(*keys, gave_up=()):
    return Seated(keys, Over(keys, frozenset(gave_up)))


PAIRS = Sitting((won(1, 8), won(2, 7), won(3, 6, gave_up=(6,)), won(4, 5)))
FOURS = Sitting((won(1, 4, 5, 8), won(2, 3, 6, 7)))


def codes(draw, before, here=range(1, 9), sizes=(2,)):
    return [one.code for one in cup_breaches(draw, [before], here=here, sizes=sizes)]


def test_a_good_round_has_no_breach():
    assert codes(Draw(((1, 4), (2, 3))), PAIRS) == []


@pytest.mark.parametrize(
    ("tables", "byes", "code"),
    [
        (((1, 4, 2), (3, 7)), (), "size"),
        (((1, 4), (2, 3)), (1,), "twice"),
        (((1, 4), (2, 3), (7, 9)), (), "stranger"),
        (((1, 4), (2, 3), (6, 7)), (), "gave_up"),
        (((1, 4),), (2,), "missing"),
        (((1, 8), (2, 3)), (4,), "met"),
    ],
)
def test_what_is_wrong_is_found(tables, byes, code):
    assert codes(Draw(tables, byes), PAIRS) == [code]


def test_who_has_left_need_not_go_on():
    assert codes(Draw(((2, 3),), (1,)), PAIRS, here=(1, 2, 3)) == []


def test_who_has_won_the_final_need_not_play_when_the_third_place_is():
    before = [
        Sitting((won(1, 4), won(2, 3))),
        Sitting((won(1, 2), Seated((3, 4)))),
    ]
    assert cup_breaches(Draw(((3, 4),)), before, here=range(1, 5), sizes=(2,)) == []


def test_who_met_meets_again_where_there_is_one_table():
    assert codes(Draw(((1, 4, 2, 3),)), FOURS, sizes=(4,)) == []


def test_who_won_the_third_place_does_not_go_on():
    final_is_void = Sitting((Seated((1, 2)), won(3, 4)))
    before = [Sitting((won(1, 4), won(2, 3))), final_is_void]
    assert cup_breaches(Draw(((1, 2),)), before, here=range(1, 5), sizes=(2,)) == []
