"""The score pad of Gong Zhu: who captured the pig, the sheep, the doubler, and which hearts.

Whoever took the most hearts is named; of the others the hearts are ticked.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, get_args

from engine.rules.pad import Asking, Deal, one, some

from .sheet import SCORING_CARDS, Exposable

HEARTS = tuple(card for card in SCORING_CARDS if card.startswith("H"))
SINGLE = {"SQ": "pig", "DJ": "sheep", "CT": "doubler"}


def pad(deal: Deal) -> Asking:
    """Ask who captured each scoring card."""
    captured: list[list[str]] = [[] for _seat in deal.seats]
    for card, name in SINGLE.items():
        of = partial(_holder, card=card)
        seat = yield one(card, deal.seats, means="seat", word=name, of=of)
        if seat is not None:
            captured[seat].append(card)
    most = yield one("most_hearts", deal.seats, means="seat", of=_with_most)
    if most is not None:
        yield from _hearts(captured, most)
    exposed = yield some("exposed", get_args(Exposable), is_folded=True)
    return {"exposed": list(exposed), "players": [{"captured": cards} for cards in captured]}


def _hearts(captured: list[list[str]], most: int) -> Any:
    """Ask for the hearts of the others; all that are left have gone to one."""
    left = list(HEARTS)
    for seat, own in enumerate(captured):
        if seat != most:
            taken = yield some(
                f"players.{seat}.hearts", left, seat=seat, of=partial(_hearts_of, seat=seat)
            )
            own.extend(taken)
            left = [card for card in left if card not in taken]
    captured[most].extend(left)


def _cards(sheet: Mapping[str, Any]) -> Sequence[Sequence[str]]:
    return [player.get("captured", ()) for player in sheet["players"]]


def _holder(sheet: Mapping[str, Any], card: str) -> int | None:
    return next((seat for seat, cards in enumerate(_cards(sheet)) if card in cards), None)


def _hearts_of(sheet: Mapping[str, Any], seat: int) -> list[str]:
    return [card for card in _cards(sheet)[seat] if card in HEARTS]


def _with_most(sheet: Mapping[str, Any]) -> int:
    counts = [sum(card in HEARTS for card in cards) for cards in _cards(sheet)]
    return counts.index(max(counts))
