"""The words of Linger Longer."""

from engine.rules.words import Fact, Row, Words
from games.shared.packs import ACE
from games.shared.scales import ranked

WORDS = Words(
    tile="HA S9 D4",
    line="The winner of a trick draws a card. The last player with cards wins.",
    facts={
        "out": Fact("Out of cards", "seats"),
    },
    tally={
        "cards": "Cards left",
    },
    sheet={
        "last": "Who is left",
        "left": "Cards left",
    },
    goal=(
        "Be the last player with cards.",
        "Only the winner of a trick draws a card. Players without cards are out.",
        "The last player scores a point for each card left. Most points win the match.",
    ),
    order=(Row("In every suit, highest first", ranked(range(ACE, 1, -1))),),
    asks={
        "play": "Everybody who has cards plays one. The highest trump wins the trick; without "
        "trumps, the highest card of the suit led.",
    },
)
