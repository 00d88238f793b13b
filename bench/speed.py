"""The page about speed: `docs/speed.md`, written from what `python -m bench` measured last.

Rows go to `docs/speed.json`, part by part with the day, the machine and the command, so that a part
that is measured alone takes the place of its older self only.
"""

import json
import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Any

from .measure import Row, format_speed

RESULTS = Path("docs/speed.json")
PAGE = Path("docs/speed.md")
COLUMNS = ("", "speed", "beside", "wanted", "")

Results = dict[str, dict[str, Any]]
"""By the name of a part: `at`, `machine`, `command`, and `rows` as dictionaries."""


def load() -> Results:
    """Return what was measured last."""
    found: Results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    return found


def keep(part: str, rows: Sequence[Row], *, at: date) -> None:
    """Store what a part has measured today in the place of what it measured before."""
    results = load()
    told = [{key: value for key, value in asdict(row).items() if value} for row in rows]
    results[part] = {
        "at": at.isoformat(),
        "machine": machine(),
        "command": f"python -m bench {part}",
        "rows": told,
    }
    RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    PAGE.write_text(render(results))


def machine() -> str:
    """Return what the figures depend on most: the processor, its cores, and Python."""
    cores = os.cpu_count() or 1
    named = f"{cores} core{'s' if cores > 1 else ''} of {_processor()}"
    return f"{named}, Python {platform.python_version()}"


def render(results: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the page about what was measured."""
    lines = [
        "# How fast it is",
        "",
        "Written by `make bench`. What is compared runs in turns on one core; a ratio is the",
        "median of neighbouring runs, a speed that of the best run. Each part says where and when",
        "it was measured; its command measures it again and puts the figures in their place. How",
        "fast pages come, and what a site needs: [operations](operations.md). How strong bots are:",
        "[strength](strength.md).",
    ]
    for part, result in results.items():
        lines += _part(part, result)
    return "\n".join(lines) + "\n"


def _part(part: str, result: Mapping[str, Any]) -> Iterator[str]:
    said = f"`{result['command']}`, {result['at']}, {result['machine']}."
    rows = [Row(**{"part": part, **row}) for row in result["rows"]]
    for heading, members in groupby(rows, key=lambda row: row.part):
        yield from ("", f"## {heading}", "", said, "")
        yield f"| {' | '.join(COLUMNS)} |"
        yield f"|{'---|' * len(COLUMNS)}"
        yield from (f"| {' | '.join(_cells(row))} |" for row in members)


def _cells(row: Row) -> tuple[str, ...]:
    speed = "–" if row.speed is None else f"{format_speed(row.speed)} {row.unit}"
    beside = "" if row.ratio is None else f"{row.ratio:.2f} × {row.beside}"
    wanted = "" if row.limit is None else f"≥ {row.limit:g} ×, {row.mark}"
    return row.what, speed, beside, wanted, row.note


def _processor() -> str:
    """Return the name of the processor where the system tells it, else of its instructions."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text().splitlines() if told.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


if __name__ == "__main__":
    PAGE.write_text(render(load()))
