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
    tally={
        "points": "Card points",
        "tricks": "Tricks",
        "contract": "%(rest)s",
        "with": "with %(count)s",
        "without": "without %(count)s",
        "game": "game %(count)s",
        "hand": "hand %(count)s",
        "schneider": "schneider %(count)s",
        "schwarz": "schwarz %(count)s",
        "schneider announced": "schneider announced %(count)s",
        "schwarz announced": "schwarz announced %(count)s",
        "ouvert announced": "ouvert %(count)s",
        "won": "Won: %(count)s × %(base)s",
        "lost": "Lost: 2 × %(count)s × %(base)s",
        "overbid": "Overbid, the bid was %(bid)s: 2 × %(count)s × %(base)s",
        "null won": "Null won: %(base)s",
        "null lost": "Null lost: 2 × %(base)s",
        "fewest points": "Ramsch: fewest card points",
        "no trick": "Ramsch: no trick",
        "all tricks": "Ramsch: all tricks",
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
