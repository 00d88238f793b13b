"""The words of Briscola."""

from engine.rules.words import Words

WORDS = Words(
    tile="CA C3 CK",
    line="Win tricks and card points. Nobody has to follow suit.",
    tally={
        "aces": "Aces, %(points)s each",
        "threes": "Threes, %(points)s each",
        "kings": "Kings, %(points)s each",
        "queens": "Queens, %(points)s each",
        "jacks": "Jacks, %(points)s each",
        "outside": "Not tied for first: scores nothing",
    },
    sheet={
        "scoring": "Who scores, in a round that decides a tie",
    },
)
