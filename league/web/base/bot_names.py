"""Names of players in words: of built-in bots, and of people who wanted to be forgotten."""

from collections.abc import Sequence

from league.models import Player
from league.models.people import NAMES_OF_BOTS


def bot_name(builtin: str) -> str:
    """Return the name of a built-in bot in words, as it is where there are none."""
    return str(NAMES_OF_BOTS.get(builtin, builtin))


def player_name(player: Player) -> str:
    """Return the name of a player as pages print it."""
    return player.shown_name


def choices_of_bots(builtins: Sequence[str]) -> list[tuple[str, str]]:
    """Return built-in bots as choices."""
    return [(builtin, bot_name(builtin)) for builtin in builtins]
