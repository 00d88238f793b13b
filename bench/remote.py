"""How many remote bots keep up at online tables, on PostgreSQL and Redis with real programs.

At each table sit a person and two remote bots, which listen, ask and act over HTTP as
`python -m bots serve` has them do; they answer at once, so the site is what is measured.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .league import NotThere, on_servers
from .measure import Row, say

PART = "Remote bots: two and a person at each online table, over HTTP, two web processes"
SIZES = (25, 50, 100)
"""Tables at once."""
SECONDS = 40
TIME_LIMIT_S = 400
WANTED_S = 1.0
"""How long an answer may take, from the action before to that of the bot."""
START = "import django; django.setup(); from bench import remote_run; remote_run.measure({}, {})"


def rows(_var: Path) -> Iterator[Row]:
    """Yield how many answers come a second, with how long they take in the note."""
    for tables in SIZES:
        say(f"{2 * tables} remote bots at {tables} tables for {SECONDS} s")
        try:
            [found] = on_servers(START.format(tables, SECONDS), limit_s=TIME_LIMIT_S)
        except NotThere as error:
            yield Row(part=PART, what=f"{2 * tables} bots", note=f"not available: {error}")
            continue
        yield row_of(found, tables)


def row_of(found: Mapping[str, Any], tables: int) -> Row:
    """Return the row of one measurement."""
    took = ", ".join(f"{name} {found[name]:.3f} s" for name in ("p50", "p95", "slowest"))
    before, after = found["load"]
    note = f"{found['in_time']} of {2 * tables} bots were never stood in for; {took}; "
    note += f"load of the machine {before} before, {after} after"
    return Row(
        part=PART,
        what=f"{2 * tables} bots at {tables} tables",
        speed=found["answers"] / found["seconds"],
        unit="answers/s",
        ratio=WANTED_S / found["p95"],
        beside=f"{WANTED_S:g} s at p95",
        limit=1.0,
        note=note,
    )
