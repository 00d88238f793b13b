"""How fast pages and the API answer many users at once, and whether that depends on what is stored.

A season of 2,000 matches is played by services, then multiplied in PostgreSQL; web servers run as
in production; users ask, look for three seconds on average, and ask again. Answers per second are
those of as many who do not look.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bench.league import NotThere, production, servers
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
    with tempfile.TemporaryDirectory() as folder:
        try:
            with servers(Path(folder)) as addresses:
                say(f"50 users, up to {max(sizes)} seasons of 2,000 matches: half an hour")
                figures = measured(START.format(sizes), addresses, folder, limit_s=TIME_LIMIT_S)
        except (NotThere, subprocess.SubprocessError) as error:
            yield Row(part=PART, what="PostgreSQL, Redis", note=f"not available: {error}")
            return
    for figure in figures:
        yield _row(figure)


def measured(
    start: str, addresses: Mapping[str, str], folder: str, *, limit_s: float
) -> list[dict[str, Any]]:
    """Return the figures, a line of JSON each, that a process of its own prints.

    It is set up as in production, but for rates, which one machine alone would exceed.
    """
    environment = {**production(addresses, Path(folder)), "API_MOST_OF_ACCOUNT": "0"}
    command = [sys.executable, "-c", start]
    done = subprocess.run(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=limit_s,
    )
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


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
