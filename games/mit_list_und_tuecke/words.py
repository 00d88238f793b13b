"""The words of Mit List und Tücke."""

from engine.rules.words import Fact, Words

WORDS = Words(
    tile="B7 G10 R3",
    line="Two players share every trick. Collect many cards of two colours and few of the others.",
    phrases={
        "take": "%(name)s takes %(cards)s; the rest goes to %(next)s.",
        "take and lead": "%(name)s takes %(cards)s; the rest leaves the game.",
        "keep": "%(name)s keeps %(suit)s.",
    },
    labels={
        "keep": "Keep %(suit)s",
    },
    facts={
        "stacks": Fact("", "hidden"),
        "kept": Fact("", "hidden"),
        "discards": Fact("", "hidden"),
    },
    tally={
        "largest": "Largest stack",
        "second": "Second largest stack",
        "rest": "All other cards",
        "score": "Both multiplied, divided by the others",
    },
    sheet={
        "discards": "Discards",
        "kept": "Colours kept, if four were won",
    },
    sheet_hint="For each player, enter how many cards lie in each stack at the end of the round. A "
    "player who won four colours also enters the two that were kept and the number of cards face "
    "down.",
    led="%(suit)s is trump",
    stopped="%(name)s cannot add to the three colours on the table: the round ends at once, and "
    "these cards count for nobody.",
)
