"""Readable playthroughs: one round of each game, kept as golden files.

`python -m tests.playthroughs` writes them anew after a deliberate change of rules or texts.
"""

from pathlib import Path

from bots import builtin, runner

FOLDER = Path(__file__).parent


def path_of(game):
    return FOLDER / f"{game.slug}.txt"


def upcard_of(table):
    """Return the words that name the card that lies open beside the tricks, if there is one."""
    return tuple(f"up {card}" for card in table.view(None).get("upcard", {}).get("cards", ()))


def playthrough(game):
    """Return the text of one round between greedy bots: hands, then a line for each trick.

    An open card that changes in the round is named with each trick.
    """
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
    tricks, last = [], None
    for action in table.rounds[0].actions:
        here = (follower.phase, int(follower.state.trick))
        if here != last:
            tricks.append((f"{here[0]} {here[1] + 1:>2} |", upcard_of(follower), []))
        text = game.format_action(follower.state, action)
        tricks[-1][2].append(f"{follower.turn}: {text}")
        last = here
        follower.play_actions([action])
    changes = len({up for _, up, _ in tricks if up}) > 1
    lines += ["  ".join([head, *up * changes, *words]) for head, up, words in tricks]
    lines += ["", f"facts {table.view(None)['facts']}"]
    lines.append(f"scores {table.round_scores}")
    return "\n".join(lines) + "\n"
