"""The words of Rolling Stone."""

from collections.abc import Mapping
from typing import Any

from engine.rules.words import Fact, Row, Words
from games.shared.packs import ACE
from games.shared.scales import ranked

from .rules import LOWEST


def _ranks(players: int, facts: Mapping[str, Any]) -> str:
    """Return the ranks of the pack of a table."""
    return ranked(range(ACE, LOWEST[players] - 1, -1))


WORDS = Words(
    tile="S8 S9 SK",
    line="Players who cannot follow suit pick up the trick. The first player without cards wins.",
    phrases={
        "pick up": "%(name)s cannot follow and picks up the trick.",
    },
    labels={
        "pick up": "Pick up the trick",
    },
    terms={
        "last card": "last card played",
        "repetition": "the position came for the third time",
        "500 tricks": "500 tricks played",
    },
    facts={
        "end": Fact("Why the round ended"),
        "times": Fact("This position was there", usual=1),
        "places": Fact("Places"),
    },
    tally={
        "cards": "Cards left",
        "fewest": "Fewest cards",
        "shared": "Fewest cards: %(points)s points, shared by %(count)s",
    },
    sheet={
        "out": "Who went out",
    },
    goal=(
        "Be the first player without cards.",
        "A player who cannot follow suit picks up the trick.",
        "A round is worth 60 points to its winner. Most points win the match.",
    ),
    order=(Row("In every suit, highest first", _ranks),),
    asks={
        "play": "If all follow suit, the trick is laid aside, and whoever played the highest card "
        "leads. There are no trumps.",
    },
    meanings={
        "play": "To lead, any card will do. Otherwise play a card of the suit led.",
        "pick up": "You have no card of the suit led. The cards of the trick go to your hand, and "
        "you lead the next.",
    },
)
