"""Seasons of league days of random divisions of players are drawn and checked.

`make check-draws` draws 5,000 sessions. Whether two had to meet again is found by a search of its
own: with the byes and the short tables that were drawn, no seating brings only new people together.
"""

import os
import random
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from itertools import combinations, islice

import pytest

from league.logic.draws import check, swiss
from league.logic.draws.model import Entrant, Past, Rules

DRAWS = int(os.environ.get("DRAWS", "500"))
PARTS = 10
MOST_PLAYERS = 24
TABLES = (
    Rules(sizes=(3, 4), size=4, sitting_out=True),
    Rules(sizes=(4,), size=4),
    Rules(sizes=(3,), size=3),
    Rules(sizes=(2, 3, 4), size=4),
    Rules(sizes=(2, 3, 4, 5, 6), size=4),
)
"""The kinds of tables at which divisions of players play."""
MOST_STEPS = 20_000
"""After so many a search for new people gives up."""


def drawn_sessions(name):
    """Yield sessions of random seasons with all that they were drawn from, for ever."""
    number = 0
    while True:
        yield from season(random.Random(f"{name} {number}"))
        number += 1


def season(luck):
    """Draw the days of a season, one after another; each begins without scores."""
    rules = replace(luck.choice(TABLES), fill=luck.choice(("sizes", "sizes", "byes")))
    people = range(luck.randint(3, MOST_PLAYERS))
    past = Past()
    for day in range(luck.randint(2, 6)):
        there = [key for key in people if luck.random() < 0.93]
        if len(there) < (rules.size if rules.fill == "byes" else min(rules.sizes)):
            continue
        scores = Counter()
        for session in range(luck.randint(1, 4)):
            entrants = [Entrant(key, Decimal(scores[key])) for key in there]
            draw = swiss.draw(entrants, past, rules, f"{day} {session}")
            yield draw, entrants, past, rules
            past = Past((*past.sessions, draw.as_session(rules)))
            for table in draw.tables:
                scores.update(dict(zip(table, luck.sample(range(60), len(table)), strict=True)))


def pairs_of(tables):
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


def met_before(past):
    return pairs_of(table for session in past.sessions for table in session.tables)


def could_be_new(draw, past, rules):
    """Tell whether the same people could sit at the same sizes with new people only."""
    met = met_before(past)
    steps = iter(range(MOST_STEPS))
    kinds = [[], []]
    for table in draw.tables:
        kinds[len(table) != rules.size].append(table)
    return all(
        _is_seated({key for table in tables for key in table}, [*map(len, tables)], met, steps)
        for tables in kinds
    )


def _is_seated(left, sizes, met, steps):
    if not left:
        return True
    new = {key: [o for o in left if o != key and frozenset((key, o)) not in met] for key in left}
    first = min(left, key=lambda key: (len(new[key]), key))
    for size in sorted(set(sizes)):
        rest = list(sizes)
        rest.remove(size)
        for company in combinations(new[first], size - 1):
            if next(steps, None) is None:
                return False
            if not pairs_of([company]) & met and _is_seated(
                left - {first, *company}, rest, met, steps
            ):
                return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_seasons_of_divisions_keep_all_rules(part):
    for draw, *what in islice(drawn_sessions(f"rules {part}"), DRAWS // PARTS):
        assert check.breaches(draw, *what) == [], (draw, what)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_nobody_meets_twice_before_they_must(part):
    for draw, _entrants, past, rules in islice(drawn_sessions(f"new {part}"), DRAWS // PARTS):
        if pairs_of(draw.tables) & met_before(past):
            assert not could_be_new(draw, past, rules), (draw, past)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_byes_of_who_is_always_there_differ_by_one_at_most(part):
    for draw, entrants, past, _rules in islice(drawn_sessions(f"byes {part}"), DRAWS // PARTS):
        days = [*(set(session.present()) for session in past.sessions), {o.key for o in entrants}]
        byes = Counter(key for one in (*past.sessions, draw) for key in one.byes)
        had = [byes[key] for key in set.intersection(*days)]
        assert not had or max(had) - min(had) <= 1, (draw, past)
