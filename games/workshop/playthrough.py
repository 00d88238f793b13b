"""A round of a game as text: the hands, a line for each trick, the facts, the scores.

Games keep one as a file, so that a change of rules or texts is seen.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from engine.play.table import Table
from engine.rules.game import Game

ENOUGH_ACTIONS = 20
"""A playthrough shows so many actions at least."""

Advance = Callable[[Table], None]
"""What plays the round at a table to its end."""


def advance_by_thumb(table: Table) -> None:
    """Play a round to its end by the game's rule of thumb, the first legal action without one."""
    while table.turn is not None:
        table.play_number(choose_by_thumb(table))


def choose_by_thumb(table: Table) -> int:
    """Return what the rule of thumb plays for the seat to act, of whose state it sees a copy."""
    legal = table.legal_actions()
    if table.game.greedy is None:
        return legal[0]
    mind = table.mind(table.turn)
    mind.rng = np.uint64(len(table.rounds[-1].actions) + 1)
    return int(table.game.greedy(mind, np.array(legal, np.int32), len(legal)))


def kept_in(package: Path) -> Path:
    """Return the file in which a package keeps its playthrough."""
    return package / "tests" / "playthrough.txt"


def playthrough(game: Game, advance: Advance = advance_by_thumb) -> str:
    """Return the text of one round, of several if rounds are short."""
    table, follower = (Table(game, game.players[0], secret=bytes(range(32))) for _ in range(2))
    rounds, actions = [], 0
    while actions < ENOUGH_ACTIONS and not table.over:
        rounds.append("\n".join(_play_round(table, follower, advance)))
        actions += len(table.rounds[-1].actions)
    return f"{game.name}, {table.players} players\n" + "\n\n".join(rounds) + "\n"


def upcard_of(table: Table) -> tuple[str, ...]:
    """Return the words that name the card that lies open beside the tricks, if there is one."""
    return tuple(f"up {card}" for card in table.view(None).get("upcard", {}).get("cards", ()))


def hands_of(table: Table) -> list[str]:
    """Return a line for each seat that holds cards."""
    hands = [table.view(seat)["hand"] for seat in range(table.players)]
    return [f"seat {seat} holds {' '.join(hand)}" for seat, hand in enumerate(hands) if hand]


def _play_round(table: Table, follower: Table, advance: Advance) -> list[str]:
    """Play a round at both tables and return its lines: hands, then a line for each trick."""
    table.deal()
    follower.deal()
    hands = hands_of(table)
    head = [f"seat {table.rounds[-1].dealer} deals", "", *hands, ""]
    advance(table)
    ends = [f"facts {table.view(None)['facts']}", f"scores {table.round_scores}"]
    return [*head, *told_actions(follower, table.rounds[-1].actions, hands), "", *ends]


def told_actions(follower: Table, actions: list[int], hands: list[str]) -> list[str]:
    """Play actions at a table that was just dealt, and return a line for each trick.

    Hands are shown again before the play if some were dealt later; an open card that changes in
    the round is named with each trick.
    """
    tricks: list[tuple[str, tuple[str, ...], list[str]]] = []
    last = None
    for action in actions:
        here = (follower.phase, int(follower.state.trick))
        if follower.phase == "play" and len(hands_of(follower)) > len(hands):
            hands = hands_of(follower)
            tricks += [(line, (), []) for line in ("", *hands, "")]
        if here != last:
            tricks.append((f"{here[0]} {here[1] + 1:>2} |", upcard_of(follower), []))
        text = follower.game.format_action(follower.state, action)
        tricks[-1][2].append(f"{follower.turn}: {text}")
        last = here
        follower.play_actions([action])
    changes = len({up for _, up, _ in tricks if up}) > 1
    return ["  ".join([head, *up * changes, *words]) for head, up, words in tricks]
