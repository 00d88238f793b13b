"""Swiss draws: the ninth session of an event at tables of four, one core."""

import random
import time
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations
from pathlib import Path

from league.logic.draws import swiss
from league.logic.draws.model import Draw, Entrant, Past, Rules

from .measure import Row, say

PART = "Swiss draws, ninth session at tables of four, one core"
PLAYERS = (250, 500, 1000, 2000, 4000)
WANTED_S = {1000: 2.0, 4000: 15.0}
SESSIONS = 9
RULES = Rules(sizes=(4,), size=4)
RUNS = 3


def before_the_last(players: int, *, sessions: int = SESSIONS) -> tuple[list[Entrant], Past]:
    """Return who plays the last session, and those before it, of an event decided by lot."""
    luck = random.Random(players)
    scores: Counter[int] = Counter()
    past = Past()
    for number in range(sessions - 1):
        draw = swiss.draw(_entrants(players, scores), past, RULES, f"session {number}")
        past = Past((*past.sessions, draw.as_session(RULES)))
        for table in draw.tables:
            scores.update(dict(zip(luck.sample(table, 4), range(4), strict=True)))
    return _entrants(players, scores), past


def _entrants(players: int, scores: Counter[int]) -> list[Entrant]:
    return [Entrant(key, Decimal(scores[key])) for key in range(players)]


def repeats(draw: Draw, past: Past) -> int:
    """Return how many pairs meet that have met before."""
    met = {pair for session in past.sessions for table in session.tables for pair in _pairs(table)}
    return sum(pair in met for table in draw.tables for pair in _pairs(table))


def _pairs(table: tuple[int, ...]) -> Iterator[frozenset[int]]:
    return (frozenset(pair) for pair in combinations(table, 2))


def rows(_var: Path) -> Iterator[Row]:
    """Yield the players seated per second, beside what is wanted where a limit is."""
    for players in PLAYERS:
        say(f"draws of {players} players")
        entrants, past = before_the_last(players)
        seconds = []
        for run in range(RUNS):
            begun = time.process_time()
            draw = swiss.draw(entrants, past, RULES, f"run {run}")
            seconds.append(time.process_time() - begun)
        wanted = WANTED_S.get(players)
        yield Row(
            part=PART,
            what=f"{players:,} players",
            speed=players / min(seconds),
            unit="players/s",
            ratio=wanted / min(seconds) if wanted else None,
            beside=f"{wanted:g} s" if wanted else "",
            limit=1.0 if wanted else None,
            note=f"{min(seconds):.2f} s, {repeats(draw, past)} repeats",
        )
