"""Why somebody has a bye or sits at an odd table is said truly, also after changes by hand."""

import random
from dataclasses import replace
from decimal import Decimal
from itertools import islice

import pytest

from league.logic.draws import generate, swiss
from league.logic.draws.changes import Swap, change_draw
from league.logic.draws.model import Draw, Entrant, Past, Rules, Session
from league.logic.draws.reasons import reasons

FOUR = Rules(sizes=(4,), size=4, fill="byes")
SKAT = Rules(sizes=(3, 4), size=4, sitting_out=True)
FIVE = [Entrant(key, Decimal(-key)) for key in range(1, 6)]
ONCE = Past((Session(tables=((1, 2, 3, 4),), byes=(5,)),))
ELSEWHERE = Past((Session(tables=((101, 102, 103, 104),)),))


def why(draw, entrants, past, rules):
    return {one.key: one.why for one in reasons(draw, entrants, past, rules)}


@pytest.mark.parametrize(
    ("bye", "past", "said"),
    [
        (5, Past(), "lot"),
        (5, ELSEWHERE, "last"),
        (4, ELSEWHERE, "forced"),
        (4, ONCE, "last"),
        (5, ONCE, "early"),
    ],
)
def test_bye_is_explained_by_turn_and_then_by_standing(bye, past, said):
    table = tuple(one.key for one in FIVE if one.key != bye)
    assert why(Draw((table,), (bye,)), FIVE, past, FOUR) == {bye: said}


def test_bye_of_the_only_one_with_fewest_is_said_so():
    four = Past(tuple(Session(((100, 101, 102),), byes=(key,)) for key in range(1, 5)))
    here = Past((Session(((1, 2, 3, 4, 5),)), *four.sessions))
    assert why(Draw(((1, 2, 3, 4),), (5,)), FIVE, here, FOUR) == {5: "fewest"}


def test_bye_of_who_must_sit_together_is_said_so():
    rules = replace(FOUR, together=((5, 6),))
    draw = Draw(((1, 2, 3, 4),), (5, 6))
    people = [*FIVE, Entrant(6)]
    assert why(draw, people, ELSEWHERE, rules) == {5: "joined", 6: "joined"}


def test_bye_where_nobody_else_is_free_is_said_so():
    rules = replace(FOUR, together=((1, 2), (3, 4)))
    assert why(Draw(((1, 2, 3, 4),), (5,)), FIVE, Past(), rules) == {5: "only"}


def test_bye_in_a_bracket_is_said_so():
    rules = replace(FOUR, byes_by="bracket")
    assert why(Draw(((2, 3, 4, 5),), (1,)), FIVE, ELSEWHERE, rules) == {1: "bracket"}


@pytest.mark.parametrize(("planned", "said"), [((1, True), "movement"), ((1, False), "forced")])
def test_bye_that_was_planned_is_said_so(planned, said):
    [one] = reasons(Draw(((2, 3, 4, 5),), (1,)), FIVE, ELSEWHERE, FOUR, {planned})
    assert one.why == said


def test_odd_table_that_was_planned_is_said_so():
    people = [Entrant(key) for key in range(1, 8)]
    found = reasons(Draw(((1, 2, 3, 4), (5, 6, 7))), people, Past(), SKAT, {(5, False)})
    assert {one.key: one.why for one in found} == {5: "movement", 6: "tables", 7: "tables"}


def test_odd_table_is_explained_by_turns():
    people = [Entrant(key) for key in range(1, 8)]
    draw = Draw(((1, 2, 3, 4), (5, 6, 7)))
    past = Past((Session(((1, 2, 3), (4, 5, 6, 7)), short=(1, 2, 5)),))
    said = {5: "early", 6: "tables", 7: "tables"}
    assert why(draw, people, past, SKAT) == said


def test_bots_and_contradictions_have_no_reasons():
    draw = Draw(((1, 2, 9),), ())
    people = [Entrant(1), Entrant(2), Entrant(9, is_bot=True)]
    assert set(why(draw, people, Past(), SKAT)) == {1, 2}
    against = replace(SKAT, together=((1, 2),), apart=((1, 2),))
    assert reasons(draw, people, Past(), against) == []


def turns(key, past, had):
    """Return how often somebody had it; before his first session as often as the mean."""
    count, is_known = Decimal(0), False
    for session in past.sessions:
        present = [one for table in session.tables for one in table] + list(session.byes)
        is_known = is_known or key in present
        count += had(session).count(key) if is_known else Decimal(0)
        if not is_known and present:
            count += Decimal(len(had(session))) / len(present)
    return round(count, 9)


def is_true(one, draw, drawn):
    """Tell whether a reason is true, from what was before and nothing that made it."""
    rules, people = drawn.rules, [p for p in drawn.entrants if not p.is_bot]
    homes = [p.fixed_table for p in people if p.fixed_table is not None]
    joined = {key for pair in rules.together for key in pair if len(present(pair, people)) == 2}
    joined |= {p.key for p in people if homes.count(p.fixed_table) > 1}
    if one.key in joined or one.why == "joined":
        return one.why == "joined" and one.key in joined
    is_bye = one.table is None
    had = (lambda session: session.byes) if is_bye else (lambda session: session.short)
    taken = {k for t in draw.tables if not is_bye and len(t) != rules.size for k in t}
    others = [p for p in people if p.key not in taken | set(draw.byes) | joined]
    own = turns(one.key, drawn.past, had)
    theirs = {p.key: turns(p.key, drawn.past, had) for p in others}
    if not others or one.why == "only":
        return one.why == "only" and not others
    if (fewer := min(theirs.values())) != own:
        return one.why == ("fewest" if fewer > own else "early")
    if not is_bye:
        return one.why == "tables"
    score = {p.key: p.score if drawn.past.sessions else 0 for p in people}
    lowest = min(score[key] for key, count in theirs.items() if count == own)
    order = (lowest > score[one.key]) - (lowest < score[one.key])
    return one.why == {1: "last", 0: "lot", -1: "forced"}[order]


def present(pair, people):
    return set(pair) & {p.key for p in people}


def sessions(name):
    number = 0
    while True:
        yield from generate.play(generate.random_event(f"{name} {number}"), swiss.draw)
        number += 1


@pytest.mark.further
def test_reasons_of_random_sessions_are_true():
    """All byes and odd tables have one, and none is out of turn, as the draw was not changed."""
    found = set()
    for drawn in islice(sessions("reasons"), 150):
        what = drawn.entrants, drawn.past, drawn.rules
        said = reasons(drawn.draw, *what)
        odd = [k for t in drawn.draw.tables if len(t) != drawn.rules.size for k in t]
        bots = {p.key for p in drawn.entrants if p.is_bot}
        assert sorted(one.key for one in said) == sorted({*odd, *drawn.draw.byes} - bots)
        assert all(is_true(one, drawn.draw, drawn) for one in said), drawn
        found |= {one.why for one in said}
    assert found >= {"joined", "fewest", "last", "lot", "tables"}
    assert "early" not in found


@pytest.mark.further
def test_reasons_after_changes_by_hand_are_true():
    luck = random.Random(1)
    found = set()
    for drawn in islice(sessions("by hand"), 100):
        seated = [k for table in drawn.draw.tables for k in table] + list(drawn.draw.byes)
        draw = change_draw(drawn.draw, Swap(*luck.sample(seated, 2)))
        said = reasons(draw, drawn.entrants, drawn.past, drawn.rules)
        assert all(is_true(one, draw, drawn) for one in said), drawn
        found |= {one.why for one in said}
    assert found >= {"early", "forced"}
