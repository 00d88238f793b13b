"""The words of Rolling Stone."""

from engine.rules.words import Fact, Words

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
        "times": Fact("This position was there"),
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
)
