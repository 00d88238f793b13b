"""Random cups in every game that can have one are played to their winner, and checked.

`make check-draws` plays more of them.
"""

import os
import random
from dataclasses import dataclass, field

import pytest

import games
from league.logic import sitting_out
from league.logic.draws import courses
from league.logic.draws.check_cups import cup_breaches
from league.logic.draws.courses import Seated, Sitting
from league.logic.draws.cup_plans import plan_of
from league.logic.draws.knockout import Over, bracket_of, ranking
from league.logic.draws.model import Draw, NoDraw, Rules

DRAWS = int(os.environ.get("DRAWS", "500"))
CUPS = DRAWS // 5
STEP = 1 if DRAWS > 500 else 9
FEWEST, MOST = 3, 64
GUEST = 1000


def alone(game):
    """Return the sizes of tables of a game at which everybody plays for themselves."""
    return tuple(
        size
        for size in sitting_out.table_sizes(game)
        if size not in game.players or len(set(game.sides(size))) == size
    )


def all_rules():
    """Yield the rules of all cups that there can be: each game, size and way to fill tables."""
    for game in games.all():
        for size in (sizes := alone(game)):
            yield game.slug, Rules(sizes=sizes, size=size)
            yield game.slug, Rules(sizes=(size,), size=size, fill="byes")


KINDS = {f"{slug} {rules.size} {rules.fill}": rules for slug, rules in all_rules()}
kinds = pytest.mark.parametrize("rules", KINDS.values(), ids=KINDS)


@dataclass
class RandomCup:
    """A cup to which things happen; the keys of those who are there are its state."""

    rules: Rules
    players: int
    luck: random.Random
    sittings: list = field(default_factory=list)
    refused: list = field(default_factory=list)
    has_accidents: bool = True

    def __post_init__(self):
        plan = plan_of(self.players, self.rules)
        third = self.luck.random() < 0.5
        self.bracket = bracket_of(self.players, plan, small_final=third)
        self.here = set(range(1, self.players + 1))
        self.late = []
        self.guests = GUEST

    def happens(self, chance):
        return self.has_accidents and self.luck.random() < chance

    def new(self):
        self.guests += 1
        return self.guests

    def leave(self):
        """Let somebody leave, or two, as long as somebody stays."""
        for _ in range(self.luck.randint(1, 2)):
            if len(self.here) > 2:
                self.here.discard(self.luck.choice(sorted(self.here)))

    def course(self):
        return courses.follow(self.bracket, self.sittings)

    def draw(self):
        """Return the next round; where a table lacks players they are registered, as it is said."""
        while True:
            try:
                found = courses.next_round(
                    self.course(), here=self.here, sizes=self.rules.sizes, late=self.late
                )
            except NoDraw as none:
                self.refused.append(none.keys)
                self.late.append(self.new())
            else:
                return found

    def check(self, found):
        if not found.tables:
            return
        draw = Draw(tuple(found.tables.values()), found.byes)
        here = self.here | set(self.late)
        breaches = cup_breaches(draw, self.sittings, here=here, sizes=self.rules.sizes)
        if self.has_accidents:  # who steps in may have met them
            breaches = [one for one in breaches if one.code != "met"]
        assert breaches == [], (self.rules, self.players, draw)

    def seat(self, found):
        """Return the tables as they are published; a guest may have been seated by hand."""
        tables = [list(table) for table in found.tables.values()]
        for table in tables:
            self.here |= set(table)
            if self.happens(0.05):
                gone = self.luck.randrange(len(table))
                self.here.discard(table[gone])
                table[gone] = self.new()
                self.here.add(table[gone])
        self.late = [key for key in self.late if key not in self.here]
        self.luck.shuffle(tables)
        return tables

    def end(self, table):
        order = tuple(self.luck.sample(table, len(table)))
        if self.happens(0.08):
            count = self.luck.randint(1, len(table))
            return Over(order, frozenset(order[len(order) - count :]))
        return Over(order)

    def play(self, found):
        tables = self.seat(found)
        ended = [Seated(tuple(table), self.end(table)) for table in tables]
        if self.happens(0.1):
            number = self.luck.randrange(len(ended))
            ended[number] = Seated(ended[number].keys)  # void, so it is drawn again
        self.sittings.append(Sitting(tuple(ended), found.byes))

    def correct(self):
        """Correct a table of the last session: another order."""
        if not self.sittings:
            return
        *before, last = self.sittings
        tables = list(last.tables)
        number = self.luck.randrange(len(tables))
        tables[number] = Seated(tables[number].keys, self.end(list(tables[number].keys)))
        self.sittings = [*before, Sitting(tuple(tables), last.byes)]

    def run(self):
        """Play to the end; return who has won."""
        for _ in range(200):
            if self.happens(0.2):
                self.leave()
            if self.happens(0.2):
                self.late.append(self.new())
            found = self.draw()
            self.check(found)
            if found.tables and self.happens(0.2):
                self.correct()
                found = self.draw()
                self.check(found)
            if not found.tables:
                return courses.walked(self.course(), self.here)
            self.play(found)
        raise AssertionError("the cup does not end")


def cup(rules, seed, **fields):
    luck = random.Random(seed)
    least = next(n for n in range(FEWEST, MOST) if n >= rules.size or n in rules.sizes)
    return RandomCup(rules, luck.randint(least, MOST), luck, **fields)


@kinds
def test_cups_are_played_to_their_winner_whatever_happens(rules):
    for number in range(max(2, CUPS // len(KINDS))):
        played = cup(rules, f"accidents {number}")
        course = played.run()
        assert course.is_over
        final = course.ends[course.bracket.final.number]
        assert (course.winner is None) == (not final.onward)
        assert all(1 <= len(keys) < max(rules.sizes) for keys in played.refused)
        assert ranking(course.bracket, course.ends)[0][0] == (1 if course.winner else 2)


@pytest.mark.sweep(11)
@kinds
def test_cups_of_all_numbers_of_players_have_a_winner(rules):
    for players in range(FEWEST, MOST + 1, STEP):
        if players < rules.size and players not in rules.sizes:
            with pytest.raises(NoDraw):
                plan_of(players, rules)
            continue
        played = RandomCup(rules, players, random.Random(players), has_accidents=False)
        course = played.run()
        assert course.winner
        ranked = [key for _place, keys in ranking(course.bracket, course.ends) for key in keys]
        assert sorted(ranked) == list(range(1, players + 1))
