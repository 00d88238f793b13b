"""An open evening: nobody is passed over, and people meet again only where they must."""

import random
from itertools import combinations

import pytest

import games
from league.logic import sitting_out
from league.logic.draws.arrivals import PATIENCE_S, Evening, Waiting, puts_off_s, to_seat

MINUTE = 60


def waiting(*keys, waited_s=0):
    return [Waiting(key, waited_s) for key in keys]


def evening(**known):
    return Evening(**({"sizes": (3, 4), "size": 4, "seed": 1} | known))


def test_a_table_opens_as_soon_as_enough_wait():
    assert to_seat(waiting(1, 2, 3), evening()) == []
    [table] = to_seat(waiting(1, 2, 3, 4), evening())
    assert sorted(table) == [1, 2, 3, 4]


def test_a_smaller_table_opens_for_who_has_waited_long():
    [table] = to_seat(waiting(1, 2, 3, waited_s=PATIENCE_S), evening())
    assert sorted(table) == [1, 2, 3]


def test_who_waits_longest_sits_down_first():
    queue = [Waiting(key, key * 10) for key in range(1, 6)]
    [table] = to_seat(queue, evening())
    assert sorted(table) == [2, 3, 4, 5]


def test_the_same_four_wait_a_little_while_others_play():
    known = evening(tables=[(1, 2, 3, 4)], in_play=1)
    assert to_seat(waiting(1, 2, 3, 4, waited_s=10), known) == []
    assert puts_off_s(waiting(1, 2, 3, 4, waited_s=10), known) == PATIENCE_S - 10
    assert to_seat(waiting(1, 2, 3, 4, waited_s=PATIENCE_S), known)


def test_the_same_four_go_on_at_once_if_nobody_else_plays():
    assert to_seat(waiting(1, 2, 3, 4), evening(tables=[(1, 2, 3, 4)]))


def test_who_has_not_met_sits_together():
    known = evening(tables=[(1, 2, 3, 4)], size=3)
    [table, *_] = to_seat([*waiting(1, 2, 3, waited_s=50), *waiting(5, 6)], known)
    assert {5, 6} < set(table)


def test_the_draw_depends_on_the_seed_only():
    assert to_seat(waiting(*range(16)), evening()) == to_seat(waiting(*range(16)), evening())


def test_partners_change():
    known = evening(sizes=(4,), sides=(0, 1, 0, 1))
    tables = []
    for _ in range(3):
        known = evening(sizes=(4,), sides=(0, 1, 0, 1), tables=tables)
        tables += to_seat(waiting(1, 2, 3, 4), known)
    partners = {frozenset(pair) for seats in tables for pair in (seats[::2], seats[1::2])}
    assert len(partners) == 6


@pytest.mark.parametrize("slug", [game.slug for game in games.all()])
@pytest.mark.parametrize("people", [5, 17, 60])
def test_nobody_is_passed_over_on_a_whole_evening(slug, people):
    game = games.get(slug)
    sizes = sitting_out.table_sizes(game)
    size = 4 if 4 in sizes else sizes[-1]
    chance = random.Random(f"{slug}:{people}")
    since = {key: chance.randrange(0, 3600) for key in range(people)}
    playing: list[tuple[int, tuple[int, ...]]] = []
    tables: list[tuple[int, ...]] = []
    for now in range(0, 4 * 3600, MINUTE):
        for end, table in [one for one in playing if one[0] <= now]:
            playing.remove((end, table))
            since |= {key: now for key in table if chance.random() > 0.1}
        queue = [Waiting(key, now - at) for key, at in since.items() if at <= now]
        state = Evening(sizes=sizes, size=size, seed=7, tables=tables, in_play=len(playing))
        opened = to_seat(queue, state)
        check(queue, opened, state)
        for table in opened:
            since = {key: at for key, at in since.items() if key not in table}
            playing.append((now + chance.randrange(15, 40) * MINUTE, table))
        tables += opened
    assert len(tables) > 1


def check(queue, opened, state):
    """Whoever is left waits for others, or for a little while; nobody sits twice."""
    seated = [key for table in opened for key in table]
    assert len(seated) == len(set(seated))
    left = [one for one in queue if one.key not in seated]
    if len(left) >= state.size:
        assert max(one.waited_s for one in left) < PATIENCE_S
        met = {frozenset(pair) for table in [*state.tables, *opened] for pair in pairs(table)}
        first = max(left, key=lambda one: one.waited_s).key
        shortlist = [one.key for one in left if one.key != first]
        assert len(left) > 12 or not any(
            met.isdisjoint(pairs((first, *some)))
            for some in combinations(shortlist, state.size - 1)
        )
    longest = max((one.waited_s for one in left), default=0)
    earlier = [one.key for one in queue if one.waited_s > longest]
    assert set(earlier) <= set(seated)


def pairs(table):
    return [frozenset(pair) for pair in combinations(table, 2)]
