"""Readable playthroughs of each game, kept as golden files.

`python -m tests.playthroughs` writes them anew after a deliberate change of rules or texts.
"""

from pathlib import Path

from bots import builtin
from bots.playing import runner
from games.workshop import playthrough as text_of_rounds

FOLDER = Path(__file__).parent


def path_of(game):
    return FOLDER / f"{game.slug}.txt"


def advance(table):
    """Let greedy bots play a round to its end."""
    runner.advance(table, [builtin.get("greedy")] * table.players, seed=b"playthrough")


def playthrough(game):
    """Return the text of one round between greedy bots, of several if rounds are short."""
    return text_of_rounds.playthrough(game, advance)
