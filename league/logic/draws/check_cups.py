"""Every breach of a rule in a session of a cup, found without its bracket."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from .check import Breach
from .courses import Seated, Sitting
from .model import Draw


def cup_breaches(
    draw: Draw, before: Sequence[Sitting], *, here: Collection[int], sizes: Collection[int]
) -> list[Breach]:
    """Return all breaches of the next session of a cup, ordered.

    | code | what is wrong |
    |---|---|
    | `size` | the table has a size that is not allowed |
    | `twice` | they have more than one place |
    | `stranger` | they are not there |
    | `gave_up` | they have given up a table of the cup |
    | `missing` | they won their last table, or had a bye, and have neither a seat nor a bye |
    | `met` | they met in the last session, though there are tables for all of theirs who go on |

    `before` are the sessions so far, of which all tables are final.
    """
    found = [
        *_attendance(draw, here, sizes),
        *_forfeits(draw, before),
        *(_dropped(draw, before, here) if before else ()),
        *(_met(draw, before[-1]) if before else ()),
    ]
    return sorted(found, key=lambda breach: (breach.code, breach.table or 0, breach.keys))


def _attendance(draw: Draw, here: Collection[int], sizes: Collection[int]) -> Iterator[Breach]:
    for number, table in enumerate(draw.tables, start=1):
        if len(table) not in sizes:
            yield Breach("size", table, number)
    places = Counter(key for table in draw.tables for key in table) + Counter(draw.byes)
    for key, count in places.items():
        if count > 1:
            yield Breach("twice", (key,))
        if key not in here:
            yield Breach("stranger", (key,))


def _forfeits(draw: Draw, before: Sequence[Sitting]) -> Iterator[Breach]:
    tables = [table for sitting in before for table in sitting.tables if table.end is not None]
    gave_up = {key for table in tables if table.end for key in table.end.gave_up}
    for number, table in enumerate(draw.tables, start=1):
        for key in gave_up.intersection(table):
            yield Breach("gave_up", (key,), number)
    for key in gave_up.intersection(draw.byes):
        yield Breach("gave_up", (key,))


def _dropped(draw: Draw, before: Sequence[Sitting], here: Collection[int]) -> Iterator[Breach]:
    """Yield who must go on and does not.

    Nobody must from a table for the third place, from a bye before it, or where it alone is left.
    """
    *earlier, last = before
    lost = _losers(before)
    if len(draw.tables) == 1 and _is_of_losers(draw.tables[0], before):
        return
    tables = [table for table in last.tables if not _is_of_losers(table.keys, earlier)]
    winners = [winner for table in tables for winner in _winners(table)]
    placed = {key for table in draw.tables for key in table} | set(draw.byes)
    for key in (*winners, *(key for key in last.byes if key not in lost)):
        if key in here and key not in placed:
            yield Breach("missing", (key,))


def _winners(table: Seated) -> tuple[int, ...]:
    """Return who won a table, nobody while it is open or where all gave up."""
    return table.end.onward[:1] if table.end else ()


def _losers(sittings: Iterable[Sitting]) -> set[int]:
    """Return who did not win the last table they played to its end."""
    lost: set[int] = set()
    for table in (table for sitting in sittings for table in sitting.tables if table.end):
        lost |= set(table.keys)
        lost -= set(_winners(table))
    return lost


def _is_of_losers(keys: Sequence[int], before: Sequence[Sitting]) -> bool:
    """Tell whether two meet who both have lost before, or one of them with who steps in."""
    lost = _losers(before)
    played = {key for sitting in before for table in sitting.tables for key in table.keys}
    return len(keys) == 2 and bool(lost & set(keys)) and set(keys) <= lost | (set(keys) - played)


def _met(draw: Draw, last: Sitting) -> Iterator[Breach]:
    """Yield pairs of one table of the last session who share one again without need."""
    for before in last.tables:
        going = [key for table in draw.tables for key in table if key in before.keys]
        for number, table in enumerate(draw.tables, start=1):
            again = [key for key in table if key in before.keys]
            if len(again) > 1 and len(going) <= len(draw.tables):
                yield Breach("met", tuple(sorted(again)), number)
