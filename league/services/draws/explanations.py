"""What a draw costs and a change of it would, in codes and numbers that programs and pages read."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from league.logic.draws import check, explain, reasons
from league.logic.draws.check import Breach
from league.logic.draws.explain import Part, Price, TableCost
from league.logic.draws.model import Draw
from league.logic.draws.reasons import Planned
from league.models import Session

from .draw_settings import Setting

MOST_CAUSES = 6
"""Causes that are kept of each part of a table's cost, the costliest."""


def explained(draw: Draw, setting: Setting, planned: Planned = ()) -> dict[str, Any]:
    """Return what a draw costs, part by part and table by table, with the codes of players.

    `breaches` are the rules not kept that concern no table, or several, `reasons` why players have
    a bye or sit at an odd table; `planned` are those to whom a movement gave that. The `weights`
    are kept with it: with them and its seed a draw can be made again.
    """
    made_of = (setting.entrants, setting.past, setting.rules)
    tables = explain.explain(draw, *made_of)
    others = [one for one in check.breaches(draw, *made_of) if one.table is None]
    return {
        "total": sum(table.total for table in tables),
        "tables": [_table(table, setting) for table in tables],
        "breaches": _breaches(others, setting),
        "reasons": [
            {"players": _codes((one.key,), setting), "table": one.table, "why": one.why}
            for one in reasons.reasons(draw, *made_of, planned)
        ],
        "open": list(setting.still_open),
        "weights": asdict(setting.rules.weights),
        "checked_in_only": setting.checked_in_only,
    }


def planned_in(draw: Draw) -> Planned:
    """Return who has what in a draw that a movement made."""
    byes = {(key, True) for key in draw.byes}
    return byes | {(key, False) for table in draw.tables for key in table}


def still_planned(
    session: Session, setting: Setting, *, substitutes: Mapping[str, str] | None = None
) -> Planned:
    """Return who still has what a movement gave them, as the session's draw was explained last.

    A session that was drawn again is no longer as planned. `substitutes` are codes of players by
    the codes of those whose places they have just taken.
    """
    came = substitutes or {}
    said = (session.explanation or {}).get("reasons", ())
    planned = [one for one in said if one["why"] == "movement"]
    return {
        (key, one["table"] is None)
        for one in planned
        for key, player in setting.players.items()
        if player.code in [came.get(code, code) for code in one["players"]]
    }


def priced(found: Price, setting: Setting) -> dict[str, Any]:
    """Return the price of a change as programs read it."""
    return {
        "severity": str(found.severity),
        "total": found.total,
        "parts": [_part(part, setting) for part in found.parts if part.causes],
        "breaches": _breaches(found.breaches, setting),
        "mended": _breaches(found.mended, setting),
    }


def _table(cost: TableCost, setting: Setting) -> dict[str, Any]:
    return {
        "table": cost.table,
        "total": cost.total,
        "parts": [_part(part, setting, MOST_CAUSES) for part in cost.parts if part.cost],
        "breaches": _breaches(cost.breaches, setting),
    }


def _part(part: Part, setting: Setting, most: int | None = None) -> dict[str, Any]:
    """Return a part with its causes, at most so many."""
    causes = [
        {"players": _codes(cause.keys, setting), "cost": cause.cost, "times": cause.times}
        for cause in part.causes[:most]
    ]
    return {"name": part.name, "cost": part.cost, "causes": causes}


def _breaches(found: Iterable[Breach], setting: Setting) -> list[dict[str, Any]]:
    return [
        {"code": one.code, "players": _codes(one.keys, setting), "table": one.table}
        for one in found
    ]


def _codes(keys: Iterable[int], setting: Setting) -> list[str]:
    return [setting.players[key].code for key in keys]
