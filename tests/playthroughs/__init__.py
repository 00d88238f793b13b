"""Readable playthroughs: one round of each game, kept as golden files.

`python -m tests.playthroughs` writes them anew after a deliberate change of rules or texts.
"""

from pathlib import Path

from bots import builtin, runner

FOLDER = Path(__file__).parent


def path_of(game):
    return FOLDER / f"{game.slug}.txt"


def playthrough(game):
    """Return the text of one round between greedy bots: hands, then a line for each trick."""
    players = game.players[0]
    table = game.table(players, secret=bytes(range(32)))
    table.deal()
    lines = [f"{game.name}, {players} players", f"seat {table.rounds[0].dealer} deals", ""]
    for seat in range(players):
        lines.append(f"seat {seat} holds {' '.join(table.view(seat)['hand'])}")
    lines.append("")
    follower = game.table(players, secret=bytes(range(32)))
    follower.deal()
    runner.advance(table, [builtin.get("greedy")] * players, seed=b"playthrough")
    words, last = [], None
    for action in table.rounds[0].actions:
        here = (follower.phase, int(follower.state.trick))
        if here != last and words:
            lines.append("  ".join(words))
            words = []
        if here != last:
            words.append(f"{here[0]} {here[1] + 1:>2} |")
        words.append(f"{follower.turn}: {game.format_action(follower.state, action)}")
        last = here
        follower.play_actions([action])
    lines += ["  ".join(words), "", f"facts {table.view(None)['facts']}"]
    lines.append(f"scores {table.round_scores}")
    return "\n".join(lines) + "\n"
