"""The score pad of Democracy: the points of each suit, those of the last player by default."""

from engine.rules.pad import Asking, Deal, number, rest
from games.shared.packs import SUITS

from .sheet import SUIT_POINTS


def pad(deal: Deal) -> Asking:
    """Ask for the points of each suit that every player captured."""
    players: list[dict[str, int | None]] = []
    for seat in deal.seats:
        own: dict[str, int | None] = {}
        for suit in SUITS:
            taken = [player[suit] for player in players]
            default = rest(SUIT_POINTS, taken) if seat == deal.seats[-1] else 0
            own[suit] = yield number(f"players.{seat}.{suit}", seat=seat, default=default)
        players.append(own)
    return {"players": players, "pagat": bool(getattr(deal.options, "pagat", False))}
