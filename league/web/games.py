"""Facts about games, as pages print them."""

from django.utils.translation import gettext

import games


def game_name(slug: str) -> str:
    """Return the name of a game in the visitor's language; the slug if nobody knows the game."""
    try:
        return gettext(games.get(slug).name)
    except games.UnknownGame:
        return slug
