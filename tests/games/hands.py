"""Hands as players hold them."""

import games


def in_order(game, cards, **facts):
    """Return the cards of a text as players of a game hold them, where a view has these facts."""
    return " ".join(games.get(game).in_hand_order({"facts": facts}, cards.split()))
