"""The score pad of Rolling Stone: who went out, and how many cards the others have left."""

from collections.abc import Mapping
from typing import Any

from engine.rules.pad import Asking, Choice, Deal, number, one

NOBODY = "nobody"


def pad(deal: Deal) -> Asking:
    """Ask who went out, and what the others have left."""
    out = yield one("out", (*deal.seats, Choice(NOBODY)), means="seat", of=_out)
    cards: dict[int, int | None] = {}
    for seat in deal.seats:
        if seat != out:
            cards[seat] = yield number(f"cards.{seat}", seat=seat)
    return {"cards": [cards.get(seat, 0) for seat in deal.seats]}


def _out(sheet: Mapping[str, Any]) -> int | str:
    return next((seat for seat, cards in enumerate(sheet["cards"]) if not cards), NOBODY)
