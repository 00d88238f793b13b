"""Random events are drawn and checked; `make check-draws` draws 5,000 sessions."""

import os
from itertools import combinations, islice

import pytest

from league.logic.draws import check, generate, swiss
from league.logic.draws.model import Draw, Entrant, NoDraw, Past, Rules

DRAWS = int(os.environ.get("DRAWS", "500"))
PARTS = 10


def drawn_sessions(part):
    """Yield sessions of random events for ever."""
    number = 0
    while True:
        yield from generate.play(generate.random_event(f"{part} {number}"), swiss.draw)
        number += 1


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_random_sessions_keep_all_rules(part):
    for drawn in islice(drawn_sessions(part), DRAWS // PARTS):
        what = drawn.entrants, drawn.past, drawn.rules
        assert check.breaches(drawn.draw, *what) == [], drawn


@pytest.mark.further
def test_random_sessions_can_be_drawn_again():
    for drawn in islice(drawn_sessions("again"), 20):
        what = drawn.entrants, drawn.past, drawn.rules
        again = swiss.draw(drawn.entrants[::-1], drawn.past, drawn.rules, drawn.seed)
        assert check.breaches(drawn.draw, *what, again=again) == []


@pytest.mark.slow
def test_random_events_are_refused_for_a_reason_only():
    refusals = [drawn.refusal for drawn in islice(drawn_sessions("reason"), 60)]
    assert all(refusal.keys for refusal in refusals if refusal)
    assert sum(map(bool, refusals)) < 15


def splits(keys, sizes):
    """Yield all ways to share keys out to tables of these sizes, in this order."""
    if not sizes:
        yield ()
        return
    for table in combinations(sorted(keys), sizes[0]):
        for rest in splits(keys - set(table), sizes[1:]):
            yield (table, *rest)


def has_draw(people, rules):
    """Try all draws of the first session for seven Skat players or fewer."""
    entrants = [Entrant(key) for key in people]
    for byes in range(2):
        for away in combinations(people, byes):
            for sizes in ((3,), (4,), (3, 3), (4, 3), (3, 4)):
                if sum(sizes) == len(people) - byes:
                    for tables in splits(set(people) - set(away), sizes):
                        if not check.breaches(Draw(tables, away), entrants, Past(), rules):
                            return True
    return False


SEVEN = tuple(range(1, 8))
CLIQUES = [
    combinations((1, 2, 3), 2),
    combinations((1, 2, 3, 4), 2),
    ((1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)),
    ((1, 2), (1, 3), (1, 4), (1, 5)),
    ((1, 2), (1, 3), (1, 4), (5, 6), (5, 7), (1, 5)),
]


@pytest.mark.parametrize("players", [5, 6, 7])
@pytest.mark.parametrize("apart", [tuple(pairs) for pairs in CLIQUES])
def test_draw_is_refused_only_where_there_is_none(players, apart):
    rules = Rules(sizes=(3, 4), size=4, sitting_out=True, apart=apart)
    people = SEVEN[:players]
    try:
        swiss.draw([Entrant(key) for key in people], Past(), rules, "s")
    except NoDraw:
        assert not has_draw(people, rules)
    else:
        assert has_draw(people, rules)
