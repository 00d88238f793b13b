"""The score pad of Mulatschag: who holds which contract, trump, and the tricks of the others."""

from collections.abc import Mapping
from typing import Any, get_args

from engine.rules.pad import Asking, Choice, Deal, flag, number, one, rest

from .sheet import TRICKS, Suit

ANNOUNCED = "mulatschag"


def pad(deal: Deal) -> Asking:
    """Ask for the contract and the tricks."""
    folds = yield number("folds", default=0, is_folded=True)
    holder = yield one("holder", (*deal.seats, Choice(None, "all passed")), means="seat")
    nobody_plays = {"folds": folds, "players": [{} for _seat in deal.seats]}
    if holder is None:
        return nobody_plays
    bid = yield one("bid", (*range(1, TRICKS + 1), ANNOUNCED), of=_bid)
    trump = yield one("trump", get_args(Suit))
    last, dropped = (holder - 1) % deal.players, None
    if deal.players == 4 and bid != ANNOUNCED:
        is_out = yield flag("dropped", seat=last, is_folded=True, of=_has_dropped)
        dropped = last if is_out else None
    tricks: dict[int, int | None] = {} if dropped is None else {dropped: 0}
    for seat in sorted(deal.seats, key=lambda seat: seat == holder):
        if seat != dropped:
            default = rest(TRICKS, tricks.values()) if seat == holder else 0
            path = f"players.{seat}.tricks"
            tricks[seat] = yield one(path, range(TRICKS + 1), seat=seat, default=default)
    is_announced = bid == ANNOUNCED
    return {
        "holder": holder,
        "bid": None if is_announced else bid,
        "mulatschag": is_announced,
        "trump": trump,
        "folds": folds,
        "dropped": dropped,
        "players": [{"tricks": tricks[seat]} for seat in deal.seats],
    }


def _bid(sheet: Mapping[str, Any]) -> int | str | None:
    return ANNOUNCED if sheet.get("mulatschag") else sheet.get("bid")


def _has_dropped(sheet: Mapping[str, Any]) -> bool:
    return sheet.get("dropped") is not None
