"""How the scores of a round of Rolling Stone came about: who has the fewest cards."""

import numpy as np

from engine.rules.tally import Line, View, adds, leads, says

from .rules import POINTS, score_of


def tally(view: View) -> list[Line]:
    """Return the cards that are left, and the points for the fewest, shared if they tie."""
    cards = [hand["count"] for hand in view["hands"]]
    scores = [int(score_of(np.array(cards), seat)) for seat in range(len(cards))]
    winners = sum(score > 0 for score in scores)
    words = says("shared", points=POINTS, count=winners) if winners > 1 else says("fewest")
    return [
        leads(says("cards"), values=cards),
        adds(words, values=[score or None for score in scores]),
    ]
