"""How fast pages and the API answer many users at once, and whether that depends on what is stored.

A season of 2,000 matches is played by services, then multiplied in PostgreSQL; web servers run as
in production; users ask, look for three seconds on average, and ask again. Answers per second are
those of as many who do not look.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bench.league import NotThere, on_servers
from bench.measure import Row, say

PART = (
    "50 users at once, two web processes, PostgreSQL and Redis: milliseconds within which 95 % end"
)
SEASONS = (5, 50, 500)
"""Sizes that are measured: 10,000, 100,000 and 1,000,000 matches."""
TIME_LIMIT_S = 3000
WANTED_MS = {"read": 50.0, "write": 150.0}
START = "import django; django.setup(); from bench.load import run; run.measure({})"


def rows(_var: Path) -> Iterator[Row]:
    """Yield for each size and kind of request the time that 95 % of the answers took at most."""
    sizes = [int(word) for word in os.environ.get("LOAD_SEASONS", "").split()] or list(SEASONS)
    say(f"50 users, up to {max(sizes)} seasons of 2,000 matches: half an hour")
    try:
        figures = on_servers(START.format(sizes), limit_s=TIME_LIMIT_S)
    except NotThere as error:
        yield Row(part=PART, what="PostgreSQL, Redis", note=f"not available: {error}")
        return
    for figure in figures:
        yield _row(figure)


def _row(figure: Mapping[str, Any]) -> Row:
    wanted = WANTED_MS.get(figure["kind"])
    p50, p95, p99 = (1000 * figure[name] for name in ("p50", "p95", "p99"))
    note = f"{p50:.0f} / {p95:.0f} / {p99:.0f} ms at 50 / 95 / 99 %"
    if figure["failed"]:
        note += f"; {figure['failed']} failed: {figure['why']}"
    return Row(
        part=PART,
        what=f"{figure['matches']:,} matches: {figure['what']}",
        speed=figure["most"],
        unit="answers/s",
        ratio=wanted / p95 if wanted and p95 else None,
        beside=f"{wanted:g} ms at 95 %" if wanted else "",
        limit=1.0 if wanted else None,
        note=note,
    )
