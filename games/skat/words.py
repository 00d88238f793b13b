"""The words of Skat."""

from engine.rules.words import Fact, Words

WORDS = Words(
    tile="CJ SJ HA",
    line="Bid, then play alone against the other two.",
    phrases={
        "pick up": "%(name)s picks up the skat.",
        "hand": "%(name)s plays from the hand.",
        "yes": "%(name)s holds.",
    },
    labels={
        "pick up": "Pick up the skat",
        "hand": "Play from the hand",
        "yes": "Yes",
    },
    terms={
        "grand": "grand",
        "null": "null",
        "null ouvert": "null ouvert",
        "ramsch": "ramsch",
        "schneider": "schneider",
        "schwarz": "schwarz",
        "ouvert": "ouvert",
    },
    facts={
        "hand": Fact("Hand"),
    },
    phases={
        "declare": "Game",
        "skat": "Skat",
    },
    sheet={
        "announced": "Announced",
        "hand": "Hand",
        "matadors": "Matadors",
        "ramsch": "Ramsch",
        "tie": "Who wins the tie",
        "with": "with",
        "without": "without",
        "without_trick": "Without a trick",
    },
)
