"""The words of Briscola."""

from engine.rules.words import Words

WORDS = Words(
    tile="CA C3 CK",
    line="Win tricks and card points. Nobody has to follow suit.",
    sheet={
        "scoring": "Who scores, in a round that decides a tie",
    },
)
