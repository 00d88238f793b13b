"""The score pad of Linger Longer: who is left, with how many cards."""

from collections.abc import Mapping
from typing import Any

from engine.rules.pad import Asking, Deal, one


def pad(deal: Deal) -> Asking:
    """Ask who has cards left, and how many."""
    last = yield one("last", deal.seats, means="seat", of=_last)
    left = yield one("left", range(1, deal.players + 1), default=1, of=_left)
    return {"cards": [left if seat == last else 0 for seat in deal.seats]}


def _last(sheet: Mapping[str, Any]) -> int | None:
    return next((seat for seat, cards in enumerate(sheet["cards"]) if cards), None)


def _left(sheet: Mapping[str, Any]) -> int:
    return max(sheet["cards"])
