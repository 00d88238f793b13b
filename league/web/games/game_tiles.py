"""Games to choose from: a picture made of their cards, and one line on how they are played."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

import games
from league.web.games.cards import Card, pack_of
from league.web.games.games import said_players

PICTURES: Final = {
    "briscola": "CA C3 CK",
    "cinch": "HJ H5 D5",
    "democracy": "SA H9 X1",
    "fipsen": "CA SA D7",
    "gong-zhu": "SQ DJ CT",
    "linger-longer": "HA S9 D4",
    "loo": "CJ HA DK",
    "mit-list-und-tuecke": "B7 G10 R3",
    "mulatschag": "ES W HK",
    "rolling-stone": "S8 S9 SK",
    "skat": "CJ SJ HA",
    "truco": "C4 H7 SA",
}
"""Three cards that tell a game: those that decide it, where there are such."""
LINES: Final = {
    "briscola": gettext_lazy("Win tricks and card points. Nobody has to follow suit."),
    "cinch": gettext_lazy("Two sides bid for trump. Fourteen points lie in a few trumps."),
    "democracy": gettext_lazy(
        "Everybody chooses a card in secret for every trick, to win the tribes of an island."
    ),
    "fipsen": gettext_lazy("One player plays against three, for as many tricks as they have bid."),
    "gong-zhu": gettext_lazy("Chase the pig: stay clear of the cards that cost points."),
    "linger-longer": gettext_lazy(
        "The winner of a trick draws a card. The last player with cards wins."
    ),
    "loo": gettext_lazy("Drop out or stay in. Players who stay in and take no trick must pay."),
    "mit-list-und-tuecke": gettext_lazy(
        "Two players share every trick. Collect many cards of two colours and few of the others."
    ),
    "mulatschag": gettext_lazy("The highest bidder names trump. Get rid of your 21 points."),
    "rolling-stone": gettext_lazy(
        "Players who cannot follow suit pick up the trick. The first player without cards wins."
    ),
    "skat": gettext_lazy("Bid, then play alone against the other two."),
    "truco": gettext_lazy("Two sides bluff for three tricks: raise the stake, or run."),
}


@dataclass(frozen=True)
class Tile:
    """A game as it is offered; games from elsewhere have neither picture nor line."""

    cards: Sequence[Card]
    line: str | Promise
    players: str


def tiles() -> dict[str, Tile]:
    """Return every game as a tile, by its slug."""
    return {
        game.slug: Tile(
            cards=pack_of(game.slug).cards(PICTURES.get(game.slug, "").split()),
            line=LINES.get(game.slug, ""),
            players=said_players(game.players),
        )
        for game in games.all()
    }
