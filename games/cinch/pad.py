"""The score pad of Cinch: who declared, the bid, and the points of the declarers."""

from engine.rules.pad import Asking, Deal, one, rest

from .sheet import ALL_POINTS


def pad(deal: Deal) -> Asking:
    """Ask for the contract and the points of the sides."""
    declarers = yield one("declarers", (0, 1), means="side")
    bid = yield one("bid", range(ALL_POINTS + 1))
    own = declarers or 0
    points: dict[int, int | None] = {}
    points[own] = yield one(f"points.{own}", range(ALL_POINTS + 1), side=own)
    points[1 - own] = yield one(
        f"points.{1 - own}",
        range(ALL_POINTS - (points[own] or 0) + 1),
        side=1 - own,
        default=rest(ALL_POINTS, [points[own]]),
        is_folded=True,
    )
    return {"declarers": declarers, "bid": bid, "points": [points[0], points[1]]}
