"""The score pad of Skat: who played what, with or without how many, and how it ended.

What is seldom asked at a table lies folded: the bid, which counts only where it is not reached,
and what was said of a hand game.
"""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from engine.rules.pad import OPEN, Asking, Choice, Deal, flag, number, one, rest, some

from .cards import CARD_POINTS
from .sheet import Announced, Named, RamschSheet
from .value import BIDS, MOST_MATADORS

RAMSCH = "ramsch"
USUAL_MATADORS = 4
LOWEST_BID = int(BIDS[0])


def pad(deal: Deal) -> Asking:
    """Ask for the declarer's game, or how the Ramsch came out."""
    declarer = yield one("declarer", (*deal.playing, RAMSCH), means="seat", of=_declarer)
    sitter = deal.dealer if deal.sits_out else None
    if declarer == RAMSCH:
        return {"dealer": sitter, "ramsch": (yield from _ramsch(deal))}
    contract = yield one("contract", get_args(Named))
    sheet = {"dealer": sitter, "declarer": declarer, "contract": contract}
    is_null = contract == "null"
    if not is_null:
        sheet["matadors"] = yield one("matadors", _matadors(contract))
        sheet["made"] = yield one("made", (None, *get_args(Announced)[:2]), default=None)
    sheet["hand"] = hand = yield flag("hand", is_folded=True)
    if hand or is_null:
        levels = ("ouvert",) if is_null else get_args(Announced)
        sheet["announced"] = yield one("announced", (None, *levels), default=None, is_folded=True)
    sheet["bid"] = yield number("bid", default=LOWEST_BID, is_folded=True)
    sheet["won"] = yield one("won", (True, False))
    return sheet


def _matadors(contract: str | None) -> Iterator[Choice]:
    """Yield with how many, and without how many."""
    most = MOST_MATADORS.get(contract or "", max(MOST_MATADORS.values()))
    for sign, row in ((1, "with"), (-1, "without")):
        for count in range(1, most + 1):
            yield Choice(sign * count, str(count), row, is_rare=count > USUAL_MATADORS)


def _ramsch(deal: Deal) -> Any:
    """Ask for the card points, of which the last follow, and what they leave open."""
    points: list[int | None] = []
    for seat in deal.playing:
        default = rest(CARD_POINTS, points) if seat == deal.playing[-1] else OPEN
        points.append((yield number(f"ramsch.points.{seat}", seat=seat, default=default)))
    by_seat = dict(zip(deal.playing, points, strict=True))
    bare = tuple(seat for seat in deal.playing if by_seat[seat] == 0)
    ramsch: dict[str, Any] = {"points": [by_seat.get(seat, 0) for seat in deal.seats]}
    if bare:
        ramsch["without_trick"] = yield some(
            "ramsch.without_trick", bare, means="seat", default=bare[:2]
        )
    if None not in points:
        tied = RamschSheet.model_construct(**ramsch).tied(deal.playing)
        if tied:
            ramsch["tie"] = yield one("ramsch.tie", tied, means="seat")
    return ramsch


def _declarer(sheet: Mapping[str, Any]) -> int | str | None:
    return RAMSCH if sheet.get("ramsch") else sheet.get("declarer")
