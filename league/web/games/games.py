"""Facts about games, as pages print them."""

from collections.abc import Sequence

from django.utils.translation import gettext, gettext_lazy

import games

SHEET_HINTS = {
    "mit-list-und-tuecke": gettext_lazy(
        "For each player, enter how many cards lie in each stack at the end of the round. A "
        "player who won four colours also enters the two that were kept and the number of "
        "cards face down."
    )
}
"""What to write on a game's score sheet."""


def game_name(slug: str) -> str:
    """Return the name of a game in the visitor's language; the slug if nobody knows the game."""
    try:
        return gettext(games.get(slug).name)
    except games.UnknownGame:
        return slug


def said_players(players: Sequence[int]) -> str:
    """Return numbers of players as people write them: 4, or 2–6, or 2, 4."""
    if len(players) > 1 and players[-1] - players[0] == len(players) - 1:
        return f"{players[0]}–{players[-1]}"
    return ", ".join(map(str, players))
