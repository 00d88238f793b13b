"""The score pad of My Game: the tricks of each player; those of the last one follow."""

from engine.rules.pad import OPEN, Asking, Deal, number, rest

from .rules import HAND_SIZE


def pad(deal: Deal) -> Asking:
    """Ask how many tricks each player has won."""
    tricks: list[int | None] = []
    for seat in deal.seats:
        left = rest(HAND_SIZE, tricks) if seat == deal.seats[-1] else OPEN
        tricks.append((yield number(f"tricks.{seat}", seat=seat, default=left)))
    return {"tricks": tricks}
