"""Many matches at once between built-in bots that follow a policy: no Python between their moves.

They end as `runner.play_match` would end them one by one, with the same records.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bots.builtin import Builtin, driver
from engine.records.batch import BatchMatch, PolicyTable, play_matches
from engine.rules.game import Game, Options

from .runner import seeds_of_round


@dataclass(frozen=True, slots=True)
class BuiltinTable:
    """Built-in bots at a table, one for each seat, with the secrets of its deals and of chance."""

    players: Sequence[Builtin]
    secret: bytes
    seed: bytes


def can_play(players: Sequence[object]) -> bool:
    """Tell whether these players can be played together with others of their kind."""
    follow = [isinstance(player, Builtin) and player.policy >= 0 for player in players]
    return bool(follow) and all(follow)


def play_together(
    game: Game,
    tables: Sequence[BuiltinTable],
    *,
    native: bool = False,
    cycles: int = 1,
    options: Options | None = None,
) -> list[BatchMatch]:
    """Play matches to their ends; all tables have the same number of seats."""
    return play_matches(
        driver(game),
        [
            PolicyTable(table.secret, [player.policy for player in table.players])
            for table in tables
        ],
        lambda match, number: seeds_of_round(
            tables[match].seed, number + 1, len(tables[match].players)
        ),
        native=native,
        cycles=cycles,
        options=options,
    )
