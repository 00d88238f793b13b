"""The checker finds what is wrong in draws that somebody made or changed by hand."""

from dataclasses import replace

import pytest

from league.logic.draws import check
from league.logic.draws.check import Breach
from league.logic.draws.model import Draw, Entrant, Past, Rules, Session

SKAT = Rules(sizes=(3, 4), size=4, sitting_out=True)
FOUR = Rules(sizes=(4,), size=4)
GOOD = Draw(tables=((1, 2, 3, 4), (5, 6, 7)))


def people(count, **traits):
    return [Entrant(key, **traits) for key in range(1, count + 1)]


def codes(draw, entrants=None, past=Past(), rules=SKAT):  # noqa: B008 - it is frozen
    found = check.breaches(draw, people(7) if entrants is None else entrants, past, rules)
    return {breach.code for breach in found}


def test_good_draw_has_no_breach():
    assert check.breaches(GOOD, people(7), Past(), SKAT) == []


@pytest.mark.parametrize(
    ("tables", "byes", "code"),
    [
        (((1, 2, 3, 4), (5, 6)), (), "missing"),
        (((1, 2, 3, 4), (5, 6, 7)), (7,), "twice"),
        (((1, 2, 3, 4), (5, 6, 8)), (), "stranger"),
        (((1, 2, 3, 4, 5), (6, 7)), (), "size"),
        (((1, 2, 3, 4),), (5, 6, 7), "byes"),
    ],
)
def test_tables_that_do_not_come_out_even_are_found(tables, byes, code):
    assert code in codes(Draw(tables, byes))


def test_more_odd_tables_than_needed_are_found():
    draw = Draw(tables=tuple((i, i + 1, i + 2) for i in range(1, 13, 3)))
    assert codes(draw, people(12)) == {"sizes"}


def test_more_bots_than_needed_are_found():
    bots = [Entrant(key, is_bot=True) for key in (91, 92, 93)]
    rules = replace(SKAT, fill="bots", sitting_out=False)
    draw = Draw(tables=((1, 2, 3, 91), (4, 92, 93)))
    assert "sizes" in codes(draw, people(4) + bots, rules=rules)


def test_pair_that_must_meet_is_missed():
    rules = replace(SKAT, together=((5, 1), (6, 7)))
    assert check.breaches(GOOD, people(7), Past(), rules) == [Breach("together", (1, 5), 1)]


def test_pair_of_which_one_is_absent_need_not_meet():
    assert codes(GOOD, rules=replace(SKAT, together=((1, 99),), apart=((2, 99),))) == set()


def test_pair_with_one_bye_does_not_meet():
    draw = Draw(tables=((1, 2, 3, 4),), byes=(5,))
    assert codes(draw, people(5), rules=replace(SKAT, together=((4, 5),))) == {"together"}


def test_pair_that_must_not_meet_is_found():
    rules = replace(SKAT, apart=((7, 5), (1, 5)))
    assert check.breaches(GOOD, people(7), Past(), rules) == [Breach("apart", (5, 7), 2)]


def test_who_left_his_fixed_table_is_found():
    entrants = [replace(one, fixed_table=2 if one.key == 1 else None) for one in people(7)]
    assert check.breaches(GOOD, entrants, Past(), SKAT) == [Breach("fixed_table", (1,), 1)]


def test_short_table_out_of_turn_is_found():
    past = Past((Session(tables=((1, 2, 3, 4), (5, 6, 7)), short=(5, 6, 7)),))
    found = check.breaches(GOOD, people(7), past, SKAT)
    assert found == [Breach("short_turn", (key, 1)) for key in (5, 6, 7)]


def test_short_table_of_a_late_entrant_is_found():
    past = Past((Session(tables=((1, 2, 3), (4, 5, 6)), short=(1, 2, 3, 4, 5, 6)),) * 2)
    entrants = [*people(6), Entrant(7)]
    again = Past((*past.sessions, Session(tables=((1, 2, 3, 4), (5, 6)))))
    assert codes(Draw(tables=((1, 2, 3, 4), (5, 6, 7))), entrants, again) == set()


def test_bye_out_of_turn_is_found():
    past = Past((Session(tables=((1, 2, 3, 4),), byes=(5,)),))
    draw = Draw(tables=((1, 2, 3, 4),), byes=(5,))
    assert check.breaches(draw, people(5), past, FOUR) == [Breach("bye_turn", (5, 1))]


def test_unit_that_waits_for_its_member_is_in_turn():
    past = Past((Session(tables=((1, 2, 3, 4), (5, 6, 7)), short=(5, 6, 7)),))
    draw = Draw(tables=((5, 6, 7, 1), (2, 3, 4)))
    assert codes(draw, past=past, rules=replace(SKAT, together=((1, 5),))) == set()


def test_draw_that_cannot_be_repeated_is_found():
    other = replace(GOOD, tables=GOOD.tables[::-1])
    assert check.breaches(GOOD, people(7), Past(), SKAT, again=other) == [
        Breach("not_reproducible")
    ]


def test_tables_that_are_not_the_brackets_are_found():
    heats = frozenset({frozenset({1, 2}), frozenset({3, 4})})
    cup = Rules(sizes=(2,), size=2, byes_by="bracket", heats=heats)
    draws = Draw(((2, 1), (4, 3))), Draw(((4, 3), (1, 2), ())), Draw(((1, 3), (2, 4)))
    found = [check.breaches(draw, people(4), Past(), cup) for draw in draws]
    assert found == [[], [], [Breach("bracket")]]


def test_bracket_has_byes_of_its_own_and_who_is_out_is_not_missing():
    cup = Rules(sizes=(2,), size=2, byes_by="bracket")
    past = Past((Session(tables=((4, 5),), byes=(1, 2, 3)),))
    first, second = Draw(((4, 5),), (1, 2, 3)), Draw(((2, 3),), (1,))
    assert check.breaches(first, people(5), Past(), cup) == []
    assert check.breaches(second, people(5), past, cup) == []
    assert check.breaches(second, people(5), past, replace(cup, byes_by="turns")) != []
