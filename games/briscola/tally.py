"""How the scores of a round of Briscola came about: the cards that count, by side."""

from types import SimpleNamespace

from engine.rules.cards import rank_of
from engine.rules.tally import Line, View, adds, says
from games.shared.packs import ACE, FRENCH, JACK, KING, QUEEN

from .rules import POINTS, contestants, sides

KEYS = {ACE: "aces", 3: "threes", KING: "kings", QUEEN: "queens", JACK: "jacks"}
"""The ranks that count, the highest first."""


def tally(view: View) -> list[Line]:
    """Return a line for each rank that counts, and in a deciding round who does not score."""
    side_of = sides(view["players"])
    piles = [[rank_of(FRENCH.parse(text)) for text in pile["cards"]] for pile in view["won"]]

    def taken(rank: int) -> list[int]:
        """Return the points that the side of each seat has taken with cards of a rank."""
        counts = [pile.count(rank) for pile in piles]
        return [
            int(POINTS[rank]) * sum(n for n, other in zip(counts, side_of, strict=True)
                                    if other == side)
            for side in side_of
        ]  # fmt: skip

    lines = [
        adds(says(key, points=int(POINTS[rank])), values=[n or None for n in taken(rank)])
        for rank, key in KEYS.items()
    ]
    outside = _outside(view)
    if outside:
        sums = [sum(column) for column in zip(*map(taken, KEYS), strict=True)]
        values = [-total if seat in outside else None for seat, total in enumerate(sums)]
        lines.append(adds(says("outside"), values=values))
    return lines


def _outside(view: View) -> list[int]:
    """Return the seats that do not score, because the round decides between others (BR6)."""
    before = zip(view["totals"], view["round_scores"], strict=True)
    state = SimpleNamespace(
        seats=view["players"],
        rounds=view["rounds"],
        played=len(view["history"]) - 1,
        totals=[total - score for total, score in before],
    )
    contest = contestants(state)
    return [seat for seat in range(view["players"]) if not contest >> seat & 1]
