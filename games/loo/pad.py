"""The score pad of Loo: who stayed in, and the tricks of each of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.rules.pad import OPEN, Asking, Choice, Deal, number, one, rest, some

from .sheet import ANTE, TRICKS, Sheet

NOBODY = "nobody"


def pad(deal: Deal) -> Asking:
    """Ask who stayed in, and what they took or pay."""
    pot = yield number("pot", default=_pot(deal), is_folded=True)
    named = yield some(
        "stayed",
        (*deal.seats, NOBODY),
        means="seat",
        default=OPEN,
        of=lambda sheet: _who(sheet, "stayed") or (NOBODY,),
    )
    stayed = [seat for seat in named or () if seat != NOBODY]
    players: list[dict[str, Any]] = [{"stayed": seat in stayed} for seat in deal.seats]
    if len(stayed) > 1:
        flush = yield one(
            "flush",
            (Choice(None, NOBODY), *stayed),
            means="seat",
            default=None,
            is_folded=True,
            of=lambda sheet: next(iter(_who(sheet, "flush")), None),
        )
        yield from _tricks(players, stayed) if flush is None else _flush(players, stayed, flush)
    return {"dealer": deal.dealer, "pot": pot, "players": players}


def _tricks(players: list[dict[str, Any]], stayed: Sequence[int]) -> Any:
    """Ask for the tricks of those who stayed; the last has the rest."""
    taken: list[int | None] = []
    for seat in stayed:
        default = rest(TRICKS, taken) if seat == stayed[-1] else OPEN
        path = f"players.{seat}.tricks"
        taken.append((yield one(path, range(TRICKS + 1), seat=seat, default=default)))
        players[seat]["tricks"] = taken[-1]


def _flush(players: list[dict[str, Any]], stayed: Sequence[int], flush: int) -> Any:
    """Ask who pays after a flush: by default all others."""
    others = tuple(seat for seat in stayed if seat != flush)
    players[flush]["flush"] = True
    ask = some("pays", others, means="seat", default=others, of=lambda sheet: _who(sheet, "pays"))
    pays = yield ask
    for seat in pays:
        players[seat]["pays"] = True


def _pot(deal: Deal) -> int:
    """Return the pot of a deal: what the last one left, and the ante."""
    return ANTE + (deal.before.next_pot if isinstance(deal.before, Sheet) else 0)


def _who(sheet: Mapping[str, Any], name: str) -> tuple[int, ...]:
    """Return the seats of which a sheet says something."""
    return tuple(seat for seat, player in enumerate(sheet["players"]) if player.get(name))
