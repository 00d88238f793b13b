"""Readable playthroughs of each game, kept as golden files.

`python -m tests.playthroughs` writes them anew after a deliberate change of rules or texts.
"""

from pathlib import Path

from bots import builtin
from bots.playing import runner
from engine.play.table import Table

FOLDER = Path(__file__).parent
ENOUGH_ACTIONS = 20
"""A playthrough shows so many actions at least."""


def path_of(game):
    return FOLDER / f"{game.slug}.txt"


def upcard_of(table):
    """Return the words that name the card that lies open beside the tricks, if there is one."""
    return tuple(f"up {card}" for card in table.view(None).get("upcard", {}).get("cards", ()))


def hands_of(table):
    """Return a line for each seat that holds cards."""
    hands = [table.view(seat)["hand"] for seat in range(table.players)]
    return [f"seat {seat} holds {' '.join(hand)}" for seat, hand in enumerate(hands) if hand]


def playthrough(game):
    """Return the text of one round between greedy bots, of several if rounds are short."""
    table, follower = (Table(game, game.players[0], secret=bytes(range(32))) for _ in range(2))
    rounds, actions = [], 0
    while actions < ENOUGH_ACTIONS and not table.over:
        rounds.append("\n".join(play_round(table, follower)))
        actions += len(table.rounds[-1].actions)
    return f"{game.name}, {table.players} players\n" + "\n\n".join(rounds) + "\n"


def play_round(table, follower):
    """Play a round at both tables and return its lines: hands, then a line for each trick.

    Hands are shown again before the play if some were dealt later; an open card that changes in
    the round is named with each trick.
    """
    table.deal()
    follower.deal()
    hands = hands_of(table)
    lines = [f"seat {table.rounds[-1].dealer} deals", "", *hands, ""]
    runner.advance(table, [builtin.get("greedy")] * table.players, seed=b"playthrough")
    tricks, last = [], None
    for action in table.rounds[-1].actions:
        here = (follower.phase, int(follower.state.trick))
        if follower.phase == "play" and len(hands_of(follower)) > len(hands):
            hands = hands_of(follower)
            tricks += [(line, (), []) for line in ("", *hands, "")]
        if here != last:
            tricks.append((f"{here[0]} {here[1] + 1:>2} |", upcard_of(follower), []))
        text = table.game.format_action(follower.state, action)
        tricks[-1][2].append(f"{follower.turn}: {text}")
        last = here
        follower.play_actions([action])
    changes = len({up for _, up, _ in tricks if up}) > 1
    lines += ["  ".join([head, *up * changes, *words]) for head, up, words in tricks]
    return [*lines, "", f"facts {table.view(None)['facts']}", f"scores {table.round_scores}"]
