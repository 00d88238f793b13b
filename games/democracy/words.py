"""The words of Democracy."""

from engine.rules.words import Fact, Words

WORDS = Words(
    tile="SA H9 X1",
    line="Everybody chooses a card in secret for every trick, to win the tribes of an island.",
    phrases={
        "lead": "%(name)s plays %(cards)s.",
        "a card face down": "%(name)s has chosen a card.",
    },
    facts={
        "day": Fact("Day"),
        "pool": Fact("Cards in the pool"),
    },
    tally={
        "suit": "%(suit)s",
        "tribes": "Tribes: suits with at least %(majority)s points",
    },
    led="",
)
