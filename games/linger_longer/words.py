"""The words of Linger Longer."""

from engine.rules.words import Fact, Words

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
)
