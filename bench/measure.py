"""How everything here is measured: runs interleaved on one core, ratios pair by pair.

The machine may be busy with other things, which slows some runs. So the runs of what is compared
take turns (A B A B …), a ratio is the median of the ratios of neighbours, a speed is that of the
best run, and the time is this process's own on the processor.
"""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from statistics import median
from typing import Any

Work = Callable[[], int]
"""Does a fixed piece of work and returns how many units it did, such as moves."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of the table: a speed, or the reason why there is none.

    `ratio` is measured against `limit` where there is one, `beside` says what it is a ratio to.
    """

    part: str
    what: str
    speed: float | None = None
    unit: str = ""
    ratio: float | None = None
    beside: str = ""
    limit: float | None = None
    note: str = ""

    @property
    def mark(self) -> str:
        """Whether the limit is kept: `ok`, `below`, or nothing without one."""
        if self.limit is None or self.ratio is None:
            return ""
        return "ok" if self.ratio >= self.limit else "below"


@dataclass(frozen=True)
class Speeds:
    """The speeds of interleaved runs, units per second, in the order they were run."""

    runs: Mapping[str, Sequence[float]]

    def best(self, name: str) -> float:
        """Return the speed of the fastest run."""
        return max(self.runs[name])

    def ratio(self, name: str, other: str) -> float:
        """Return the median of the ratios of neighbouring runs."""
        return median(a / b for a, b in zip(self.runs[name], self.runs[other], strict=True))


def say(text: str) -> None:
    """Tell whoever waits what is being done."""
    print(text, file=sys.stderr, flush=True)


@contextlib.contextmanager
def one_core() -> Iterator[None]:
    """Keep this process on the last of its cores, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def speed_of(work: Work) -> float:
    """Return the speed of one run, in units per second on the processor."""
    begun = time.process_time()
    units = work()
    return units / (time.process_time() - begun)


def interleave(works: Mapping[str, Work], *, runs: int) -> Speeds:
    """Run each work once to warm up, then all of them in turn `runs` times."""
    for work in works.values():
        work()
    speeds: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(runs):
        for name, work in works.items():
            speeds[name].append(speed_of(work))
    return Speeds(speeds)


def format_speed(speed: float) -> str:
    """Return a speed with three digits and k or M: `18.2 M`, `119 k`, `54.0`."""
    for size, letter in ((1e6, " M"), (1e3, " k"), (1.0, "")):
        if speed >= size:
            digits = speed / size
            return f"{digits:.{0 if digits >= 100 else 1 if digits >= 10 else 2}f}{letter}"
    return f"{speed:.2f}"


HEADINGS = ("", "speed", "unit", "ratio", "beside", "limit", "")


def _cells(row: Row) -> tuple[str, ...]:
    return (
        "  " + row.what,
        "–" if row.speed is None else format_speed(row.speed),
        row.unit,
        "" if row.ratio is None else f"{row.ratio:.2f} ×",
        row.beside,
        "" if row.limit is None else f"≥ {row.limit:g} ×",
        f"{row.mark} {row.note}".strip(),
    )


def render(rows: Sequence[Row]) -> str:
    """Return the rows as one aligned table, a heading for each part."""
    lines: list[tuple[str, ...]] = [HEADINGS]
    for part, members in groupby(rows, key=lambda row: row.part):
        lines.append((part,))
        lines.extend(_cells(row) for row in members)
    widths = [max(len(line[i]) for line in lines if len(line) > 1) for i in range(len(HEADINGS))]
    right = {1, 3, 5}
    return "\n".join(
        "  ".join(
            cell.rjust(width) if i in right else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=False))
        ).rstrip()
        for line in lines
    )


def as_json(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return the rows as JSON-able values, with their marks."""
    return [asdict(row) | {"mark": row.mark} for row in rows]
