"""Draws of sessions: like scores meet, pairs do not repeat, and what must hold does."""

import hashlib
import random
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

import pytest

from league.logic.draws import check, swiss
from league.logic.draws.model import Draw, Entrant, NoDraw, Past, Rules, Session

FOUR = Rules(sizes=(4,), size=4)
PAIRS = Rules(sizes=(4,), size=4, sides=(0, 1, 0, 1))
SKAT = Rules(sizes=(3, 4), size=4, sitting_out=True)
PLAYED = Past((Session(tables=((101, 102, 103, 104),)),))
"""Something was played, but by others: scores count and nobody has met."""


def people(count, **traits):
    return [Entrant(key, Decimal(-key), **traits) for key in range(1, count + 1)]


def sessions(entrants, rules, count, *, seed="s"):
    """Draw sessions one after another, all of them equal in score; return what was."""
    past = Past()
    for number in range(count):
        draw = swiss.draw(entrants, past, rules, f"{seed} {number}")
        past = Past((*past.sessions, draw.as_session(rules)))
    return past


def met(past):
    tables = (table for session in past.sessions for table in session.tables)
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


def test_neighbours_in_the_standings_meet():
    draw = swiss.draw(people(12), PLAYED, FOUR, "s")
    assert [set(table) for table in draw.tables] == [{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}]


def test_first_session_is_drawn_by_lot():
    draw = swiss.draw(people(12), Past(), FOUR, "s")
    assert [set(table) for table in draw.tables] != [{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}]


def test_nobody_meets_again_while_that_can_be():
    assert max(met(sessions(people(40), FOUR, 6)).values()) == 1


def test_club_mates_are_apart_in_the_first_session():
    entrants = [replace(one, group=one.key % 4) for one in people(16)]
    draw = swiss.draw(entrants, Past(), FOUR, "s")
    assert all({key % 4 for key in table} == {0, 1, 2, 3} for table in draw.tables)


def test_the_same_input_gives_the_same_draw_in_any_order():
    assert swiss.draw(people(23), PLAYED, SKAT, "s") == swiss.draw(
        people(23)[::-1], PLAYED, SKAT, "s"
    )


def test_draw_is_the_same_on_every_machine():
    tables = ((2, 8, 4, 11), (6, 9, 7, 3), (1, 10, 5))
    assert swiss.draw(people(11), Past(), SKAT, "s") == Draw(tables, seed="s")


def test_draw_of_very_many_is_the_same_on_every_machine():
    luck = random.Random(1)
    many = [
        Entrant(key, Decimal(luck.randrange(100)), group=str(key % 25)) for key in range(1, 406)
    ]
    draw = swiss.draw(many, PLAYED, Rules(sizes=(3, 4), size=4), "s")
    assert hashlib.sha256(repr(draw.tables).encode()).hexdigest()[:12] == "7b0971b65d79"


def test_another_seed_gives_another_draw():
    assert swiss.draw(people(12), Past(), FOUR, "s") != swiss.draw(people(12), Past(), FOUR, "t")


def test_everybody_has_the_short_table_before_anybody_has_it_twice():
    past = sessions(people(7), SKAT, 7)
    assert set(Counter(key for one in past.sessions for key in one.short).values()) == {3}


def test_everybody_has_a_bye_before_anybody_has_two():
    past = sessions(people(9), FOUR, 9)
    assert Counter(key for one in past.sessions for key in one.byes) == dict.fromkeys(
        range(1, 10), 1
    )


def test_bye_goes_to_the_last_of_those_whose_turn_it_is():
    assert swiss.draw(people(9), PLAYED, FOUR, "s").byes == (9,)


def test_pairs_that_must_meet_do():
    draw = swiss.draw(people(16), PLAYED, replace(FOUR, together=((1, 16), (2, 15))), "s")
    assert sum({1, 16} <= set(table) or {2, 15} <= set(table) for table in draw.tables) in {1, 2}
    assert not check.breaches(draw, people(16), PLAYED, replace(FOUR, together=((1, 16), (2, 15))))


def test_pairs_that_must_not_meet_do_not():
    draw = swiss.draw(people(8), PLAYED, replace(FOUR, apart=((1, 2), (1, 3), (1, 4))), "s")
    [table] = [table for table in draw.tables if 1 in table]
    assert not {2, 3, 4} & set(table)


def test_bye_goes_to_somebody_who_may_sit_with_nobody():
    draw = swiss.draw(people(5), PLAYED, replace(SKAT, apart=((1, 2),)), "s")
    assert draw.byes in {(1,), (2,)}


def test_fixed_players_keep_their_tables():
    entrants = [replace(one, fixed_table={1: 3, 12: 1}.get(one.key)) for one in people(12)]
    draw = swiss.draw(entrants, PLAYED, FOUR, "s")
    assert 1 in draw.tables[2]
    assert 12 in draw.tables[0]


def test_seats_change():
    past = sessions(people(16), FOUR, 4)
    tables = (table for one in past.sessions for table in one.tables)
    had = Counter((key, seat) for table in tables for seat, key in enumerate(table))
    assert max(had.values()) <= 2
    assert len(had) > 50  # of 64; by lot it would be 44


def test_deal_changes_where_seats_cannot():
    past = sessions(people(10), Rules(sizes=(10,), size=10), 10)
    assert len({session.tables[0][0] for session in past.sessions}) == 10


def test_partners_change_until_everybody_was_everybodys():
    past = sessions(people(4), PAIRS, 3)
    pairs = {
        frozenset(table[seat::2])
        for one in past.sessions
        for table in one.tables
        for seat in (0, 1)
    }
    assert len(pairs) == 6


def test_sides_are_made_even():
    entrants = [Entrant(key, Decimal(score)) for key, score in enumerate([9, 8, 1, 0])]
    [table] = swiss.draw(entrants, PLAYED, PAIRS, "s").tables
    assert {frozenset(table[::2]), frozenset(table[1::2])} == {frozenset({0, 3}), frozenset({1, 2})}


def test_bots_fill_up_and_otherwise_sit_out():
    bots = [Entrant(key, is_bot=True) for key in (91, 92, 93)]
    draw = swiss.draw([*people(7), *bots], PLAYED, replace(FOUR, fill="bots"), "s")
    assert len({91, 92, 93} & {key for table in draw.tables for key in table}) == 1
    assert draw.byes == ()


@pytest.mark.parametrize(
    ("entrants", "rules", "reason", "keys"),
    [
        (people(2), SKAT, "too_few", ()),
        (people(4), replace(FOUR, apart=((1, 2),)), "apart_crowded", (1, 2)),
        (people(4, fixed_table=2), FOUR, "no_such_table", (1, 2, 3, 4)),
        (
            people(6),
            replace(FOUR, sizes=(3, 4), together=((1, 2), (3, 4), (5, 6))),
            "together_crowded",
            (1, 2, 3, 4, 5, 6),
        ),
    ],
)
def test_what_cannot_be_drawn_says_what_to_lift(entrants, rules, reason, keys):
    with pytest.raises(NoDraw) as refusal:
        swiss.draw(entrants, PLAYED, rules, "s")
    assert (refusal.value.reason, refusal.value.keys) == (reason, keys)


def test_somebody_entered_twice_is_an_error():
    with pytest.raises(ValueError, match="twice"):
        swiss.draw([*people(4), *people(1)], PLAYED, FOUR, "s")
