"""The score pad of Briscola: the card points of each side, the last of which follow."""

from engine.rules.pad import OPEN, Asking, Deal, number, rest, some

from .rules import CARD_POINTS, sides


def pad(deal: Deal) -> Asking:
    """Ask for the card points of each side."""
    teams = sorted(set(sides(deal.players)))
    points: list[int | None] = []
    for side in teams:
        default = rest(CARD_POINTS, points) if side == teams[-1] else OPEN
        points.append((yield number(f"points.{side}", side=side, default=default)))
    scoring = yield some("scoring", teams, means="side", is_folded=True)
    return {"players": deal.players, "points": points, "scoring": scoring or None}
