"""How the scores of a round of Linger Longer came about: the cards that are left."""

from engine.rules.tally import Line, View, adds, says


def tally(view: View) -> list[Line]:
    """Return the one line of a round."""
    return [adds(says("cards"), values=[hand["count"] or None for hand in view["hands"]])]
