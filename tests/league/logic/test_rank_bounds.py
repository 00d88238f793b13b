"""Bounds of final ranks hold every truth, never widen, and are narrow where they can be."""

from dataclasses import replace
from decimal import Decimal
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.logic.points import Outcome, Span, award, span
from league.logic.rank_bounds import Contender, OpenTable, rank_bounds
from league.logic.standings import EVERYTHING, NOTHING, Counting, Entry, collect
from league.logic.tiebreaks import rank

CHAIN = ("points", "wins", "lot")
OPEN = span("sum", sizes=[4])


def contender(key, *points, left=0):
    entries = [(key, Entry(Decimal(number))) for number in points]
    return contending(key, collect(entries).get(key, NOTHING), least=left, most=left)


def contending(key, own, *, least, most):
    return Contender(key, own.points(), own.matches, own.results, least_left=least, most_left=most)


def bounds(*contenders, rule=None, **more):
    found = rank_bounds(contenders, span=rule or span("placing", sizes=[2]), **more)
    return {key: (one.best, one.worst) for key, one in found.items()}


def test_who_cannot_be_reached_has_clinched_the_first_rank():
    rows = [contender("alice", 9, left=1), contender("bob", 7, left=1)]
    assert rank_bounds(rows, span=span("placing", sizes=[2]))["alice"].has_clinched(1)


def test_who_can_only_be_tied_has_not_clinched():
    assert bounds(contender("alice", 8, left=1), contender("bob", 7, left=1))["alice"] == (1, 2)


def test_matches_that_may_be_missed_count_for_nothing_at_worst():
    missing = replace(contender("bob", 9), most_left=1)
    assert bounds(missing, contender("alice", 9, left=1))["bob"] == (1, 2)
    assert bounds(missing, contender("alice", 9, left=1))["alice"] == (1, 2)


def test_what_is_left_out_at_worst_keeps_the_points():
    """The worst match is dropped: one match left cannot cost anything, two can."""
    rows = [contender("alice", 5, 5, left=1), contender("bob", 4, 4)]
    found = bounds(*rows, rule=OPEN, counting=Counting(drop_worst=1))
    assert found["alice"] == (1, 1)


def test_rules_without_an_end_leave_everything_open():
    rows = [contender("alice", 999, left=1), contender("bob", 0, left=1), contender("carol", 5)]
    found = rank_bounds(rows, span=OPEN)
    assert [(one.best, one.worst, one.is_open) for one in found.values()] == [
        (1, 3, True),
        (1, 3, True),
        (1, 3, False),
    ]


def test_rules_without_an_end_are_certain_where_nobody_has_a_match_left():
    assert bounds(contender("alice", 9), contender("bob", 7), rule=OPEN) == {
        "alice": (1, 1),
        "bob": (2, 2),
    }


def test_final_ranks_are_taken_once_nobody_has_a_match_left():
    rows = [contender("alice", 9), contender("bob", 9)]
    assert bounds(*rows, ranks={"alice": (2, 2), "bob": (1, 1)}) == {"alice": (2, 2), "bob": (1, 1)}


def test_who_cannot_play_enough_is_behind_all_others():
    rows = [contender("alice", 9, left=1), contender("bob", 1, 1, left=1)]
    found = rank_bounds(rows, span=span("placing", sizes=[2]), counting=Counting(0, 3))
    assert not found["alice"].can_be_ranked
    assert (found["alice"].best, found["bob"].worst) == (2, 1)
    assert not found["alice"].has_clinched(2)


def test_two_of_one_table_cannot_both_have_the_most():
    """Alice has 5 and gets 1; bob and carol have 3 and share a table of two."""
    table = OpenTable(("bob", "carol"), span("placing", sizes=[2]))
    rows = [contender("alice", 5), contender("bob", 3, left=1), contender("carol", 3, left=1)]
    assert bounds(*rows)["alice"] == (1, 3)
    assert bounds(*rows, tables=[table])["alice"] == (1, 2)


def test_who_sits_twice_at_a_table_has_points_from_both_seats():
    """The bot may have 3 and 2: as many as alice."""
    table = OpenTable(("bot", "bot", "bob"), span("placing", sizes=[3]))
    rows = [contender("bot", left=2), contender("bob", left=1), contender("alice", 5)]
    assert bounds(*rows, tables=[table], rule=span("placing", sizes=[3]))["alice"] == (1, 2)


def test_can_reach_is_what_is_not_lost():
    rows = [contender("alice", 9, left=1), contender("bob", 1, left=1)]
    bob = rank_bounds(rows, span=span("placing", sizes=[2]))["bob"]
    assert (bob.can_reach(1), bob.can_reach(2), bob.is_certain) == (False, True, True)


class Season:
    """A season under way: what was collected, tables that wait, and matches left to each."""

    def __init__(self, players, sessions, size, counting, misses=False):
        self.collected = dict.fromkeys(players, NOTHING)
        self.left = dict.fromkeys(players, sessions)
        self.open = []
        self.size, self.counting, self.misses = size, counting, misses
        self.span = span("placing", sizes=range(2, size + 1) if misses else [size])

    def copy(self):
        other = object.__new__(Season)
        other.__dict__ = {**self.__dict__, "collected": dict(self.collected)}
        other.left, other.open = dict(self.left), list(self.open)
        return other

    def publish(self, tables):
        """Publish a session; who sits nowhere misses it."""
        seated = {key for table in tables for key in table}
        for key in self.left.keys() - seated:
            self.left[key] -= 1
        self.open += tables

    def play(self, table, places, forfeits=frozenset()):
        self.open.remove(table)
        outcome = Outcome((0,) * len(table), tuple(places), forfeits=forfeits)
        points = award("placing", outcome)
        for key, share, place in zip(table, points, outcome.final_places, strict=True):
            self.collected[key] = self.collected[key].add(Entry(share, place=place))
            self.left[key] -= 1

    def void(self, table):
        self.open.remove(table)
        for key in table:
            self.left[key] -= 1

    def order(self):
        return rank(self.collected, chain=CHAIN, counting=self.counting, seed="s")

    def bounds(self):
        contenders = [
            contending(key, own, least=0 if self.misses else self.left[key], most=self.left[key])
            for key, own in self.collected.items()
        ]
        tables = [OpenTable(table, span("placing", sizes=[len(table)])) for table in self.open]
        positions = {row.key: (at, at) for at, row in enumerate(self.order(), 1)}
        found = rank_bounds(
            contenders, span=self.span, counting=self.counting, tables=tables, ranks=positions
        )
        return {key: (one.best, one.worst) for key, one in found.items()}


def weak_orders(size):
    """Return the places of every way a table may end, ties shared."""
    for scores in product(range(size), repeat=size):
        if set(scores) == set(range(len(set(scores)))):
            yield [1 + sum(other < own for other in scores) for own in scores]


def draws(players, size):
    """Yield every way to seat the players at tables."""
    if not players:
        yield []
        return
    for others in combinations(players[1:], size - 1):
        table = (players[0], *others)
        rest = [key for key in players if key not in table]
        for tables in draws(rest, size):
            yield [table, *tables]


def ends(season):
    """Yield every season that this one may become."""
    if season.open:
        for places in weak_orders(season.size):
            after = season.copy()
            after.play(after.open[0], places)
            yield from ends(after)
    elif any(season.left.values()):
        for tables in draws(list(season.left), season.size):
            after = season.copy()
            after.publish(tables)
            yield from ends(after)
    else:
        yield season


def truth(season):
    """Return the best and worst position of everybody over all ends of a season."""
    found = {key: set() for key in season.left}
    for end in ends(season):
        for position, row in enumerate(end.order(), 1):
            found[row.key].add(position)
    return {key: (min(positions), max(positions)) for key, positions in found.items()}


def truth_but_for_ties(season):
    """Return the same, if every tie in points could go either way."""
    found = {key: set() for key in season.left}
    for end in ends(season):
        points = {key: own.points() for key, own in end.collected.items()}
        for key, own in points.items():
            found[key] |= {1 + sum(other > own for other in points.values())}
            found[key] |= {sum(other >= own for other in points.values())}
    return {key: (min(positions), max(positions)) for key, positions in found.items()}


def under_way(random, players, size, *, left, is_drawn, counting=EVERYTHING):
    """Return a season of which `left` sessions are to be played, the next one drawn or not."""
    before = random.randint(1, 4)
    season = Season("abcdef"[:players], before + left, size, counting)
    orders = list(weak_orders(size))
    for number in range(before + is_drawn):
        season.publish(random.choice(list(draws(list(season.left), size))))
        for table in list(season.open) if number < before else []:
            season.play(table, random.choice(orders))
    return season


SMALL = pytest.mark.parametrize(
    ("players", "size", "left", "is_drawn"),
    [(4, 2, 1, True), (4, 2, 1, False), (4, 2, 2, True), (6, 3, 1, True)],
)


@SMALL
def test_bounds_hold_all_ends(players, size, left, is_drawn):
    for seed in range(6):
        season = under_way(Random(seed), players, size, left=left, is_drawn=is_drawn)
        found = season.bounds()
        for key, (best, worst) in truth(season).items():
            assert found[key][0] <= best <= worst <= found[key][1]


@SMALL
def test_bounds_are_seldom_wider_than_ties_make_them(players, size, left, is_drawn):
    """The worst rank nearly never, the best in four of five: a match may be forfeited by all."""
    best = worst = total = 0
    for seed in range(12):
        season = under_way(Random(seed), players, size, left=left, is_drawn=is_drawn)
        found, true = season.bounds(), truth_but_for_ties(season)
        best += sum(found[key][0] == true[key][0] for key in true)
        worst += sum(found[key][1] == true[key][1] for key in true)
        total += len(true)
    assert best >= 0.8 * total
    assert worst >= 0.95 * total


@pytest.mark.parametrize("counting", [Counting(drop_worst=1), Counting(1, 3), Counting(0, 4)])
def test_bounds_hold_all_ends_whatever_counts(counting):
    for seed in range(4):
        season = under_way(Random(seed), 4, 2, left=1, is_drawn=seed % 2 == 0, counting=counting)
        found = season.bounds()
        for key, (best, worst) in truth(season).items():
            assert found[key][0] <= best <= worst <= found[key][1]


COUNTINGS = st.builds(Counting, st.integers(0, 2), st.integers(0, 3))


def random_table(random, free, size):
    table = tuple(random.sample(sorted(free), min(len(free), random.randint(2, size))))
    free.difference_update(table)
    return table


def random_season(random, counting):
    """Yield a season after everything that happens in it, until all is played."""
    players, sessions, size = random.randint(2, 7), random.randint(1, 4), random.randint(2, 4)
    season = Season("abcdefg"[:players], sessions, size, counting, misses=True)
    yield season
    for _ in range(sessions):
        free, tables = set(season.left), []
        while len(free) > 1 and random.random() < 0.9:
            tables.append(random_table(random, free, size))
        season.publish(tables)
        yield season
        while season.open and (random.random() < 0.8 or _ == sessions - 1):
            finish(random, season)
            yield season
    while season.open:
        finish(random, season)
        yield season


def finish(random, season):
    table = random.choice(season.open)
    if random.random() < 0.1:
        return season.void(table)
    scores = [random.randrange(4) for _seat in table]
    places = [1 + sum(other > own for other in scores) for own in scores]
    away = {seat for seat in range(len(table)) if random.random() < 0.1}
    return season.play(table, places, frozenset(away))


@pytest.mark.slow
@settings(max_examples=150)
@given(st.randoms(use_true_random=False), COUNTINGS)
def test_bounds_never_widen_and_end_at_the_truth(random, counting):
    last = None
    for season in random_season(random, counting):
        now = season.bounds()
        for key, (best, worst) in (last or {}).items():
            assert best <= now[key][0] <= now[key][1] <= worst
        last = now
    for position, row in enumerate(season.order(), 1):
        assert last[row.key] == (position, position)


POINTS = st.integers(-9, 9).map(Decimal)


@pytest.mark.further
@given(
    st.lists(st.tuples(st.lists(POINTS, max_size=3), st.lists(POINTS, max_size=3)), min_size=1),
    COUNTINGS,
)
def test_bounds_hold_what_happens_under_any_rule(players, counting):
    rule = Span(Decimal(-9), Decimal(9))
    before = [contender(key, *had, left=len(gets)) for key, (had, gets) in enumerate(players)]
    after = {
        key: collect([(0, Entry(number)) for number in (*had, *gets)]).get(0, NOTHING)
        for key, (had, gets) in enumerate(players)
    }
    for row_span in (rule, OPEN):
        found = bounds(*before, rule=row_span, counting=counting)
        for position, row in enumerate(rank(after, chain=CHAIN, counting=counting), 1):
            assert found[row.key][0] <= position <= found[row.key][1]
