"""What put a row of the standings behind the row before it, in words."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import zip_longest

from django.utils.translation import gettext as _

from league.services.seasons.rankings import Row, Table
from league.web.seasons.season_forms import TIE_BREAK_NAMES

LOT, SCORE = "lot", "score"


def ties_of(table: Table, rows: Sequence[Row]) -> dict[int, str]:
    """Return what decided between equal points, by the number of the row behind.

    `rows` are a part of the table, in its order. One query at most, for the row before the first.
    """
    found = {}
    for at, row in enumerate(rows):
        if row.behind_by in TIE_BREAK_NAMES:
            before = rows[at - 1] if at else table[row.number - 2]
            found[row.number] = tie_in_words(before, row)
    return found


def tie_in_words(before: Row, row: Row) -> str:
    """Say by which tie-break, and by how much, a row is behind the one before."""
    name = row.behind_by or ""
    label = str(TIE_BREAK_NAMES[name])
    if name == LOT:
        return label
    seen, own = _differing(_values(before, name), _values(row, name))
    if name == SCORE:  # compared with the sign turned where a low score wins
        seen, own = Decimal(before.score), Decimal(row.score)
    return _("%(criterion)s: %(before)s to %(own)s") % {
        "criterion": label,
        "before": _number(seen),
        "own": _number(own),
    }


def _values(row: Row, name: str) -> Sequence[Decimal]:
    return next((one.values for one in row.criteria if one.name == name), ())


def _differing(before: Sequence[Decimal], own: Sequence[Decimal]) -> tuple[Decimal, Decimal]:
    """Return the first numbers that differ, from the left; who has fewer of them has 0 there."""
    pairs = zip_longest(before, own, fillvalue=Decimal(0))
    return next((one, other) for one, other in pairs if one != other)


def _number(value: Decimal) -> str:
    return f"{value.normalize():f}".replace("-", "−")
