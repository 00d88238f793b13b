"""The words of My Game, in English; `locale/` has translations."""

from collections.abc import Mapping
from typing import Any

from engine.rules.words import Row, Words
from games.shared.packs import ACE
from games.shared.scales import ranked

from .rules import LOWEST


def _ranks(players: int, facts: Mapping[str, Any]) -> str:
    """Return the ranks of the pack of a table."""
    return ranked(range(ACE, LOWEST[players] - 1, -1))


WORDS = Words(
    tile="SA HK D9",
    line="Follow suit. The highest card of the suit led wins the trick, and every trick counts.",
    tally={
        "tricks": "Tricks",
    },
    sheet={
        "tricks": "Tricks",
    },
    goal=(
        "Win tricks.",
        "Follow suit. There are no trumps.",
        "Every trick counts a point. Most points win the match.",
    ),
    order=(Row("In every suit, highest first", _ranks),),
    asks={
        "play": "The highest card of the suit led wins the trick, and its player leads the next.",
    },
    meanings={
        "play": "To lead, any card will do. Otherwise play a card of the suit led if you have one.",
    },
)
