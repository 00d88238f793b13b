"""Where the time of a match of bots goes: in the worker step by step, and in PostgreSQL.

One process plays batches of matches as a worker does, with a watch around each step. What a step
waits for PostgreSQL is part of its time.
"""

from collections.abc import Iterator
from pathlib import Path

from .league import NotThere, on_servers
from .measure import Row, say

PART = "Where the time of a match of four bots goes, one worker process, PostgreSQL"
SESSIONS = 8
"""Sessions of 400 tables that are measured."""
TIME_LIMIT_S = 150
START = "import django; django.setup(); from bench import stages_run; stages_run.measure({})"


def rows(_var: Path) -> Iterator[Row]:
    """Yield how long each step takes, the longest first, and what PostgreSQL works meanwhile."""
    say(f"{SESSIONS} sessions of bots, step by step")
    try:
        [figures] = on_servers(START.format(SESSIONS), limit_s=TIME_LIMIT_S)
    except NotThere as error:
        yield Row(part=PART, what="PostgreSQL", note=f"not available: {error}")
        return
    for name, (whole, own) in sorted(figures["steps"].items(), key=lambda item: -item[1][0]):
        note = f"{own:.0f} of them on the processor"
        yield Row(part=PART, what=name, speed=whole, unit="µs a match", note=note)
    for name, note in (
        ("all steps", "{own:.0f} of them on the processor"),
        ("PostgreSQL", "on the processor, by its process for this worker"),
        ("a season is held", "so long no other worker counts results of the same season"),
    ):
        whole, own = figures[name]
        yield Row(part=PART, what=name, speed=whole, unit="µs a match", note=note.format(own=own))
    for name, what in (("kept", "the database grows"), ("logged", "its log of changes")):
        yield Row(part=PART, what=what, speed=figures[name], unit="bytes a match")
