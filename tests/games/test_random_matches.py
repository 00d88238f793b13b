"""Random matches of every game end, conserve the cards, and validate from their compact records.

RANDOM_MATCHES is how many are played at every number of players, a few by default; `make matches`
plays ten thousand. Every second one goes to the game's own end.
"""

import os
from hashlib import sha256

import pytest

import games
from bots import builtin
from bots.playing import runner
from engine.conformance.laws import MAX_ROUNDS, check_cards
from engine.play.table import Table
from engine.records import document, packed

MATCHES = int(os.environ.get("RANDOM_MATCHES", "40"))
AT_ONCE = 200
"""Matches of one test, few enough that parallel workers end together."""

CASES = [
    (game, players, range(first, min(first + AT_ONCE, MATCHES)))
    for game in games.all()
    for players in game.players
    for first in range(0, MATCHES, AT_ONCE)
]


@pytest.mark.parametrize(
    ("game", "players", "numbers"), CASES, ids=[f"{g.slug}-{n}-{r.start}" for g, n, r in CASES]
)
def test_random_matches_end_conserve_cards_and_validate(game, players, numbers):
    verdicts = document.validate_many([played(game, players, number) for number in numbers])
    assert [v for v in verdicts if not (v.ok and v.complete)] == []


def played(game, players, number):
    """Return the compact record of a random match, looked at when each of its rounds is over."""
    seed = sha256(f"{game.slug} {players} {number}".encode()).digest()
    table = Table(game, players, secret=seed, native=number % 2 == 1)
    while not table.over:
        assert len(table.rounds) < MAX_ROUNDS
        table.deal()
        runner.advance(table, [builtin.get("random")] * players, seed=seed)
        check_cards(table)
    return packed.pack(table)
