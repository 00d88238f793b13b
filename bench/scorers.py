"""Whether 200 tables can be scored at once, in one season, without deadlock, and how fast.

Players of all tables of a session enter their results at the same moment through the API, others
confirm them, some send twice, some are refused, and all look at the standings: the worst second of
a large tournament, for all of it moves the standings of one season. Web servers run as in
production.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .league import NotThere, on_servers
from .measure import Row, say

TABLES, SESSIONS = 200, 3
PART = f"{TABLES} tables scored at once in one season, two web processes, PostgreSQL and Redis"
DATABASE, NUMBER = "st_bench_scorers", 9
TIME_LIMIT_S = 600
START = "import django; django.setup(); from bench import scorers_run; scorers_run.measure({}, {})"
FAULTS = {
    "failed": "answers that are not as they should be",
    "not_once": "matches not final exactly once",
    "deadlocks": "deadlocks",
    "differ": "rows that differ when recounted",
}
"""What may not be, by its figure."""


def rows(_var: Path) -> Iterator[Row]:
    """Yield how fast results are entered and confirmed, and what was wrong afterwards."""
    say(f"{SESSIONS} sessions of {TABLES} tables, scored at once: some minutes")
    try:
        [figures] = on_servers(
            START.format(TABLES, SESSIONS), limit_s=TIME_LIMIT_S, database=DATABASE, number=NUMBER
        )
    except NotThere as error:
        yield Row(part=PART, what="PostgreSQL, Redis", note=f"not available: {error}")
        return
    yield from rows_of(figures)


def rows_of(figures: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the rows of one measurement."""
    before, after = figures["load"]
    yield Row(
        part=PART,
        what="results entered and confirmed",
        speed=figures["final"] / figures["final_s"],
        unit="results/s",
        note=f"load of the machine {before} before, {after} after",
    )
    for kind in figures["kinds"]:
        at = " / ".join(f"{kind[name]:.2f}" for name in ("p50", "p95", "p99", "slowest"))
        yield Row(
            part=PART,
            what=kind["kind"],
            speed=kind["answers"] / kind["seconds"],
            unit="answers/s",
            note=f"{at} s at 50 / 95 / 99 / 100 %",
        )
    for name, what in FAULTS.items():
        yield Row(
            part=PART,
            what=what,
            ratio=float(not figures[name]),
            beside="none",
            limit=1.0,
            note=f"{figures[name]} {figures['why'] if name == 'failed' else ''}".strip(),
        )
