"""Why somebody has a bye, or sits at a table of the odd size, as far as turns and standings tell.

Codes only: whoever shows them finds the words. They are true of a draw however it came about, also
of one that somebody has changed by hand.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, TypeAlias

from .model import Draw, Entrant, NoDraw, Past, Rules
from .turns import Turns, byes_had, short_tables_had
from .units import units_of

WHYS: Final = (
    "bracket",
    "movement",
    "joined",
    "only",
    "fewest",
    "last",
    "lot",
    "tables",
    "forced",
    "early",
)
"""What decides, where `others` are those who have it not and might have it instead.

| code | what it says |
|---|---|
| `bracket` | the bracket has it so |
| `movement` | the movement made in advance has it so, and nobody has changed that |
| `joined` | who must share a table is taken together |
| `only` | there are no others |
| `fewest` | every other has had it more often |
| `last` | no other has had it less often; those who as often are higher in the standings |
| `lot` | as `last`, but some who have had it as often are level in the standings |
| `tables` | no other has had it less often; among those who as often the best tables decide |
| `forced` | one of the others has had it as often and is lower in the standings |
| `early` | one of the others has had it less often |
"""


Planned: TypeAlias = Collection[tuple[int, bool]]
"""Who has what a movement gave them: a player, and whether it is a bye or an odd table."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a player sits at an odd table, or at None has a bye."""

    key: int
    table: int | None
    why: str


def reasons(
    draw: Draw,
    entrants: Collection[Entrant],
    past: Past,
    rules: Rules,
    planned: Planned = (),
) -> list[Reason]:
    """Return the reason of every bye and every seat of a person at an odd table, byes first.

    None for entrants whose rules contradict each other.
    """
    people = [one for one in entrants if not one.is_bot]
    try:
        alone = {unit[0] for unit in units_of(people, rules) if len(unit) == 1}
    except NoDraw:
        return []
    score = {one.key: one.score if past.sessions else Decimal(0) for one in people}
    had = byes_had(score, past)
    byes = [key for key in draw.byes if key in score]
    seated = [key for table in draw.tables for key in table if key in score]
    others = [key for key in seated if key in alone]
    found = []
    for key in byes:
        why = _by_turn(key, others, alone, had) or _by_standing(key, others, had, score)
        found.append(Reason(key, None, _by_plan(key, rules, planned, is_bye=True) or why))
    return found + list(_odd(draw, seated, alone, short_tables_had(score, past), rules, planned))


def _by_plan(key: int, rules: Rules, planned: Planned, *, is_bye: bool) -> str | None:
    """Return which plan decides, None if none does."""
    if rules.byes_by == "bracket":
        return "bracket"
    return "movement" if (key, is_bye) in planned else None


def _by_standing(
    key: int, others: Collection[int], had: Turns, score: Mapping[int, Decimal]
) -> str:
    """Return what decides among those who have had a bye as often."""
    lowest = min(score[one] for one in others if had[one] == had[key])
    if lowest == score[key]:
        return "lot"
    return "last" if lowest > score[key] else "forced"


def _odd(  # noqa: PLR0917 - what a draw is made of
    draw: Draw,
    seated: Collection[int],
    alone: Collection[int],
    had: Turns,
    rules: Rules,
    planned: Planned,
) -> Iterator[Reason]:
    usual = {key for table in draw.tables if len(table) == rules.size for key in table}
    others = [key for key in seated if key in usual and key in alone]
    for number, table in enumerate(draw.tables, start=1):
        for key in table:
            if len(table) != rules.size and key in had:
                why = _by_turn(key, others, alone, had) or "tables"
                yield Reason(key, number, _by_plan(key, rules, planned, is_bye=False) or why)


def _by_turn(key: int, others: Collection[int], alone: Collection[int], had: Turns) -> str | None:
    """Return what decides before standings do, None if nothing."""
    if key not in alone:
        return "joined"
    if not others:
        return "only"
    least = min(had[one] for one in others)
    if least == had[key]:
        return None
    return "fewest" if least > had[key] else "early"
