"""The score pad of Fipsen: the contract, trump, and how the declarer fared."""

from typing import Any, get_args

from engine.rules.pad import Asking, Deal, flag, one
from games.shared.packs import SUITS

from .sheet import Named

DURCH = {"5", "kieker"}
"""What is for all tricks without the word."""


def pad(deal: Deal) -> Asking:
    """Ask for the contract and how it was played."""
    declarer = yield one("declarer", deal.seats, means="seat")
    bid = yield one("bid", get_args(Named))
    sheet: dict[str, Any] = {"declarer": declarer, "bid": bid}
    if bid == "kieker":
        sheet["surrendered"] = yield flag("surrendered")
    else:
        for name in ("hand", "ruten", *(("durch",) if bid not in DURCH else ())):
            sheet[name] = yield flag(name)
    if not sheet.get("surrendered"):
        yield from _play(sheet)
    return sheet


def _play(sheet: dict[str, Any]) -> Any:
    """Ask for trump and how it ended."""
    if sheet.get("ruten"):
        sheet["trump"] = "diamonds"
    else:
        sheet["trump"] = yield one("trump", SUITS)
    if not sheet.get("durch") and sheet["bid"] not in DURCH:
        sheet["played_on"] = yield flag("played_on")
    sheet["made"] = yield one("made", (True, False))
