"""Random events, to be drawn and checked: who comes when, what must hold, and how they end.

The same seed gives the same event. Whatever a club might do happens sometimes: clubs, people who
come late, stay away for a session or leave, fixed tables, pairs that must or must not meet, bots.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from .model import Draw, Entrant, Fill, NoDraw, Pair, Past, Rules

Drawing = Callable[[tuple[Entrant, ...], Past, Rules, str], Draw]
"""What makes a draw: `swiss.draw`."""

TABLES: Final[tuple[Rules, ...]] = (
    Rules(sizes=(3, 4), size=4, sitting_out=True),
    Rules(sizes=(4,), size=4, sides=(0, 1, 0, 1)),
    Rules(sizes=(4,), size=4),
    Rules(sizes=(2,), size=2),
    Rules(sizes=(4, 5, 6), size=4),
    Rules(sizes=(3, 4, 5, 6), size=5),
    Rules(sizes=(2, 3, 4, 5, 6), size=4),
    Rules(sizes=(5, 6, 7, 8, 9, 10), size=6),
)
"""The kinds of tables that games have."""

MOST_PLAYERS: Final = 40
MOST_SESSIONS: Final = 6


@dataclass(frozen=True, slots=True)
class Event:
    """Who is there in each session, before anybody has a score, and the rules."""

    seed: str
    rules: Rules
    sessions: tuple[tuple[Entrant, ...], ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A session that was drawn, with all that the draw was made from.

    With a `refusal` the event's rules had no draw; pairs and fixed tables were then given up.
    """

    entrants: tuple[Entrant, ...]
    past: Past
    rules: Rules
    seed: str
    draw: Draw
    refusal: NoDraw | None = None


def random_event(seed: str) -> Event:
    """Return an event of up to MOST_PLAYERS people and MOST_SESSIONS sessions."""
    luck = random.Random(seed)  # noqa: S311 - not for secrets, and reproducible
    rules = luck.choice(TABLES)
    people = luck.randint(rules.size, luck.choice((rules.size + 3, 12, 20, MOST_PLAYERS)) + 8)
    fill: Fill = luck.choice(("sizes", "sizes", "bots", "byes"))
    together, apart = _random_pairs(people, luck)
    rules = replace(rules, fill=fill, together=together, apart=apart)
    bots = luck.randint(0, rules.size) if fill == "bots" else 0
    entrants = _random_people(people, rules, luck) + [
        Entrant(key=people + number, is_bot=True) for number in range(1, bots + 1)
    ]
    stays = {one.key: _random_stay(one, luck) for one in entrants}
    sessions = (
        tuple(one for one in entrants if number in stays[one.key])
        for number in range(luck.randint(1, MOST_SESSIONS))
    )
    return Event(seed, rules, tuple(sessions))


def play(event: Event, drawing: Drawing) -> Iterator[Drawn]:
    """Draw one session after another and let chance decide the results; O(sessions) draws.

    Sessions with fewer people than the smallest table has seats are left out.
    """
    luck = random.Random(event.seed + " results")  # noqa: S311 - not for secrets, and reproducible
    scores: Counter[int] = Counter()
    past = Past()
    for number, present in enumerate(event.sessions):
        if sum(not one.is_bot for one in present) < min(event.rules.sizes):
            continue
        entrants = tuple(replace(one, score=Decimal(scores[one.key])) for one in present)
        drawn = _draw(drawing, entrants, past, event, f"{event.seed} {number}")
        past = Past((*past.sessions, drawn.draw.as_session(event.rules)))
        for table in drawn.draw.tables:
            scores.update(dict(zip(table, luck.sample(range(60), len(table)), strict=True)))
        yield drawn


def _draw(
    drawing: Drawing, entrants: tuple[Entrant, ...], past: Past, event: Event, seed: str
) -> Drawn:
    try:
        made = drawing(entrants, past, event.rules, seed)
    except NoDraw as refusal:
        free = tuple(replace(one, fixed_table=None) for one in entrants)
        rules = replace(event.rules, together=(), apart=())
        return Drawn(free, past, rules, seed, drawing(free, past, rules, seed), refusal)
    return Drawn(entrants, past, event.rules, seed, made)


def _random_pairs(people: int, luck: random.Random) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """Return a few pairs that must meet, and a few that must not."""
    keys = luck.sample(range(1, people + 1), people)
    count = luck.choice((0, 0, 1, 2)) if people >= 8 else 0
    together = tuple((keys[2 * i], keys[2 * i + 1]) for i in range(count))
    strangers = keys[2 * count :]
    count = luck.choice((0, 0, 1, people // 6))
    apart = tuple((strangers[i], strangers[i + 1]) for i in range(min(count, people // 3)))
    return together, apart


def _random_people(people: int, rules: Rules, luck: random.Random) -> list[Entrant]:
    clubs = luck.choice((0, 0, 2, 5))
    fixed = luck.sample(range(1, people + 1), luck.choice((0, 0, 1, 2)))
    tables = max(1, people // max(rules.sizes) - 1)
    return [
        Entrant(
            key=key,
            group=luck.randint(1, clubs) if clubs and luck.random() < 0.8 else None,
            fixed_table=luck.randint(1, tables) if key in fixed else None,
        )
        for key in range(1, people + 1)
    ]


def _random_stay(one: Entrant, luck: random.Random) -> set[int]:
    """Return the sessions somebody comes to: most people to all, bots always."""
    first = 0 if luck.random() < 0.85 else luck.randrange(MOST_SESSIONS)
    last = MOST_SESSIONS if luck.random() < 0.9 else luck.randrange(MOST_SESSIONS)
    away = luck.randrange(MOST_SESSIONS) if luck.random() < 0.1 else MOST_SESSIONS
    return {n for n in range(MOST_SESSIONS) if one.is_bot or (first <= n <= last and n != away)}
