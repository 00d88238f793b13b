"""How the scores of an island of Democracy came about: the points of each tribe."""

from engine.rules.tally import Line, View, adds, leads, says

from .rules import PACK
from .sheet import MAJORITY, tribes_of


def tally(view: View) -> list[Line]:
    """Return the points of each suit that the seats have captured, and the tribes they win."""
    points = view["facts"]["points"]
    suits = [
        leads(says("suit", suit=suit), values=[own[suit] for own in points]) for suit in PACK.suits
    ]
    tribes = [int(tribes_of(*(own[suit] for suit in PACK.suits))) for own in points]
    return [*suits, adds(says("tribes", majority=MAJORITY), values=tribes)]
