"""The words of Briscola."""

from engine.rules.words import Row, Words
from games.shared.scales import ranked, worth

from .rules import POINTS, RANKING

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
    goal=(
        "Win tricks that hold card points. Most points win the match.",
        "The highest trump wins the trick. Without trumps, the highest card of the suit led wins.",
        "After each trick everybody draws a card while there are any. Of four players, those "
        "opposite are partners.",
    ),
    order=(Row("In every suit, highest first", ranked(reversed(RANKING))),),
    counts=worth(POINTS, reversed(RANKING)),
    asks={
        "play": "Each player adds one card to the trick. Its winner draws first and leads the "
        "next.",
    },
    meanings={
        "play": "You may play any card: nobody has to follow suit.",
    },
)
