"""How the scores of a round of My Game came about: by tricks."""

from engine.rules.tally import Line, View, adds, says


def tally(view: View) -> list[Line]:
    """Return the one line of a round."""
    return [adds(says("tricks"), values=view["facts"]["tricks"])]
