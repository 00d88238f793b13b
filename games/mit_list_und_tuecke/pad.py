"""The score pad of Mit List und Tücke: the stacks of each player, and the cards face down.

The two colours kept are those that a player with cards face down still has.
"""

from typing import Any

from engine.rules.pad import Asking, Deal, number

from .sheet import COLOURS


def pad(deal: Deal) -> Asking:
    """Ask for the stacks of every player."""
    players: list[dict[str, Any]] = []
    for seat in deal.seats:
        own: dict[str, Any] = {}
        for name in (*COLOURS, "discards"):
            own[name] = yield number(f"players.{seat}.{name}", seat=seat, default=0)
        kept = [colour for colour in COLOURS if own[colour]]
        if own["discards"] and len(kept) == 2:
            own["kept"] = kept
        players.append(own)
    return {"players": players}
