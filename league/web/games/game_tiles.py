"""Games to choose from: a picture made of their cards, and one line on how they are played."""

from collections.abc import Sequence
from dataclasses import dataclass

import games
from league.services.base import formats
from league.web.games.cards import Card, pack_of
from league.web.games.games import said_players, say


@dataclass(frozen=True)
class Tile:
    """A game as it is offered: three cards that tell it, and how it is played, in one line."""

    cards: Sequence[Card]
    line: str
    players: str


def tiles() -> dict[str, Tile]:
    """Return every game as a tile, by its slug."""
    return {
        game.slug: Tile(
            cards=pack_of(game.slug).cards(game.words.tile.split()),
            line=say(game.slug, game.words.line),
            players=said_players(formats.sizes(game)),
        )
        for game in games.all()
    }
