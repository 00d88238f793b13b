"""Every breach of a rule in a draw, found without anything the drawing itself uses.

Also for draws that somebody changed by hand.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .model import Draw, Entrant, Past, Rules


@dataclass(frozen=True, slots=True, order=True)
class Breach:
    """A rule that is not kept: its code, whom it concerns, and at which table, if at one.

    | code | what is wrong |
    |---|---|
    | `missing` | they have neither a seat nor a bye |
    | `twice` | they have more than one place |
    | `stranger` | they are not among the entrants |
    | `size` | the table has a size that is not allowed |
    | `byes` | fewer could have a bye |
    | `sizes` | tables could be nearer the preferred size, or fewer of them odd |
    | `together` | they must share a table |
    | `apart` | they must not share a table |
    | `fixed_table` | they sit at another table than they must |
    | `bye_turn` | one has a bye again before the other had it as often |
    | `short_turn` | one sits at an odd table again before the other did as often |
    | `bracket` | the tables are not those of the bracket |
    | `not_reproducible` | the same input and seed gave another draw |
    """

    code: str
    keys: tuple[int, ...] = ()
    table: int | None = None


def breaches(
    draw: Draw,
    entrants: Collection[Entrant],
    past: Past,
    rules: Rules,
    *,
    again: Draw | None = None,
) -> list[Breach]:
    """Return all breaches, ordered; `again` is what the same input gave when drawn once more.

    In a bracket byes and sizes are as they are, and who is out is not missing.
    """
    found = [*_attendance(draw, entrants), *_pairs(draw, rules), *_fixed(draw, entrants)]
    if rules.byes_by == "bracket":
        found = [breach for breach in found if breach.code != "missing"]
        found += _bracket(draw, rules)
    else:
        found += _sizes(draw, entrants, rules)
        found += _bye_turns(draw, entrants, past, rules)
        found += _short_turns(draw, entrants, past, rules)
    if again is not None and again != draw:
        found.append(Breach("not_reproducible"))
    return sorted(found, key=lambda breach: (breach.code, breach.table or 0, breach.keys))


def _attendance(draw: Draw, entrants: Iterable[Entrant]) -> Iterator[Breach]:
    places = Counter(key for table in draw.tables for key in table) + Counter(draw.byes)
    is_bot = {one.key: one.is_bot for one in entrants}
    for key, bot in is_bot.items():
        if not places[key] and not bot:
            yield Breach("missing", (key,))
    for key, count in places.items():
        if count > 1:
            yield Breach("twice", (key,))
        if key not in is_bot:
            yield Breach("stranger", (key,))


def _bracket(draw: Draw, rules: Rules) -> Iterator[Breach]:
    tables = {frozenset(table) for table in draw.tables if table}
    if rules.heats is not None and tables != rules.heats:
        yield Breach("bracket")


def _sizes(draw: Draw, entrants: Iterable[Entrant], rules: Rules) -> Iterator[Breach]:
    """Yield what is wrong with sizes, and whether fewer byes or odd tables would have done."""
    for number, table in enumerate(draw.tables, start=1):
        if len(table) not in rules.sizes:
            yield Breach("size", table, number)
    bots = {one.key for one in entrants if one.is_bot}
    people = len({one.key for one in entrants} - bots)
    at_hand = min(len(bots), rules.size - 1) if rules.fill == "bots" else 0
    least = _least_odd(people + at_hand, rules)
    byes = _fewest_byes(people, at_hand, least, rules)
    if len(draw.byes) != byes:
        yield Breach("byes", tuple(sorted(draw.byes)))
        return
    possible = [
        (odd, filling)
        for filling in range(at_hand + 1)
        if (odd := least[people - byes + filling]) is not None
    ]
    fewest_bots_first = rules.sitting_out and rules.fill == "bots"
    best = min(possible, key=lambda split: split[::-1] if fewest_bots_first else split)
    sizes = [len(table) for table in draw.tables if len(table) != rules.size]
    filled = sum(key in bots for table in draw.tables for key in table)
    if (_oddness(sizes, rules), filled) != best:
        yield Breach("sizes")


def _fewest_byes(
    people: int, bots: int, least: Sequence[tuple[int, int] | None], rules: Rules
) -> int:
    if rules.fill == "byes" and people >= rules.size and not rules.sitting_out:
        return people % rules.size
    splits = (
        people - players
        for players in range(people, 0, -1)
        if any(least[players : players + bots + 1])
    )
    return next(splits, people)


def _oddness(odd: Sequence[int], rules: Rules) -> tuple[int, int]:
    return max((abs(size - rules.size) for size in odd), default=0), len(odd)


def _least_odd(most: int, rules: Rules) -> list[tuple[int, int] | None]:
    """Return for 0 to `most` players how odd tables must be: how far off at most, and how many."""
    least: list[tuple[int, int] | None] = [None] * (most + 1)
    for away in sorted({abs(size - rules.size) for size in rules.sizes}):
        count: list[int | None] = [0] + [None] * most
        for players in range(1, most + 1):
            for size in rules.sizes:
                before = count[players - size] if players >= size else None
                if before is not None and abs(size - rules.size) <= away:
                    more = before + (size != rules.size)
                    known = count[players]
                    count[players] = more if known is None else min(known, more)
        for players, odd in enumerate(count):
            if odd is not None and least[players] is None:
                least[players] = (away, odd)
    return least


def _pairs(draw: Draw, rules: Rules) -> Iterator[Breach]:
    table_of = {key: number for number, table in enumerate(draw.tables, 1) for key in table}
    place_of = table_of | dict.fromkeys(draw.byes, 0)
    for one, other in {(min(pair), max(pair)) for pair in rules.together}:
        if {one, other} <= place_of.keys() and place_of[one] != place_of[other]:
            yield Breach("together", (one, other), place_of[one] or place_of[other])
    for one, other in {(min(pair), max(pair)) for pair in rules.apart}:
        if one in table_of and table_of[one] == table_of.get(other):
            yield Breach("apart", (one, other), table_of[one])


def _fixed(draw: Draw, entrants: Iterable[Entrant]) -> Iterator[Breach]:
    home = {one.key: one.fixed_table for one in entrants if one.fixed_table is not None}
    for number, table in enumerate(draw.tables, 1):
        for key in table:
            if home.get(key, number) != number:
                yield Breach("fixed_table", (key,), number)


def _bye_turns(
    draw: Draw, entrants: Iterable[Entrant], past: Past, rules: Rules
) -> Iterator[Breach]:
    people = [one for one in entrants if not one.is_bot]
    had = [(set(session.present()), set(session.byes)) for session in past.sessions]
    yield from _early("bye_turn", set(draw.byes), people, had, rules)


def _short_turns(
    draw: Draw, entrants: Iterable[Entrant], past: Past, rules: Rules
) -> Iterator[Breach]:
    people = [one for one in entrants if not one.is_bot and one.key not in draw.byes]
    had = [(set(session.present()), set(session.short)) for session in past.sessions]
    short = {key for table in draw.tables if len(table) != rules.size for key in table}
    yield from _early("short_turn", short, people, had, rules)


def _early(
    code: str,
    taken: set[int],
    people: Sequence[Entrant],
    had: Sequence[tuple[set[int], set[int]]],
    rules: Rules,
) -> Iterator[Breach]:
    """Yield who was taken before somebody who had fewer turns and could have been taken instead.

    Those who must share a table are taken together or not at all, when it is everybody's turn.
    """
    groups = _joined(people, rules)
    turns = {group: max(_turns(key, had) for key in group) for group in groups}
    for size in {len(group) for group in groups}:
        alike = [group for group in groups if len(group) == size]
        spared = [group for group in alike if not group & taken]
        first = min(spared, key=lambda group: (turns[group], sorted(group)), default=None)
        for group in alike:
            if group <= taken and first is not None and turns[group] > turns[first]:
                yield Breach(code, (min(group), min(first)))


def _turns(key: int, had: Sequence[tuple[set[int], set[int]]]) -> Fraction:
    """Return how often the player had it, on average in the sessions before his first."""
    turns = Fraction(0)
    was_here = False
    for present, those in had:
        was_here = was_here or key in present
        if was_here:
            turns += key in those
        elif present:
            turns += Fraction(len(those), len(present))
    return turns


def _joined(people: Sequence[Entrant], rules: Rules) -> set[frozenset[int]]:
    """Return everybody in groups that must share a table."""
    group_of = {one.key: frozenset([one.key]) for one in people}
    at: dict[int, int] = {}
    pairs = list(rules.together)
    for one in people:
        if one.fixed_table is not None:
            pairs.append((one.key, at.setdefault(one.fixed_table, one.key)))
    for one_key, other in pairs:
        if one_key in group_of and other in group_of:
            whole = group_of[one_key] | group_of[other]
            group_of.update(dict.fromkeys(whole, whole))
    return set(group_of.values())
