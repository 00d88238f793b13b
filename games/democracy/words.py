"""The words of Democracy."""

from collections.abc import Mapping
from typing import Any

from engine.rules.words import Fact, Row, Words
from games.shared.scales import ranked, worth

from .rules import JOKERS_OF, PACK
from .sheet import POINTS, RANKING


def _jokers(players: int, facts: Mapping[str, Any]) -> str | None:
    """Return the jokers of a table that has some."""
    return PACK.format_cards(JOKERS_OF.get(players, ())) or None


WORDS = Words(
    tile="SA H9 X1",
    line="Everybody chooses a card in secret for every trick, to win the tribes of an island.",
    phrases={
        "lead": "%(name)s plays %(cards)s.",
        "a card face down": "%(name)s has chosen a card.",
    },
    unseen={"play": "%(name)s has chosen a card."},
    facts={
        "day": Fact("Day"),
        "pool": Fact("Cards in the pool"),
        "stock": Fact(glanced=False),
    },
    tally={
        "suit": "%(suit)s",
        "tribes": "Tribes: suits with at least %(majority)s points",
    },
    led="",
    goal=(
        "Win thirteen of the 25 points of a suit, and you win its tribe. Most tribes win the "
        "match.",
        "For every trick, all choose a card in secret. Then the cards are shown together.",
        "The winner takes all these cards, and the card turned up.",
    ),
    order=(
        Row("In every suit, highest first", ranked(reversed(RANKING))),
        Row("The six of trump beats the five of trump if both are played"),
        Row("A joker is a five that is not a trump", _jokers),
    ),
    counts=worth(POINTS, reversed(RANKING)),
    asks={
        "play": "The suit of the card turned up is trump for this trick; a joker means no trump. "
        "Everybody puts down a card in secret.",
    },
    meanings={
        "play": "Any card will do. The highest trump wins, or else the highest card of any suit. "
        "If the highest tie, everybody wins their own card.",
    },
)
