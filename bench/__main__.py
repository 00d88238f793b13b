"""`python -m bench [part …]`: measure, print a table, write `docs/speed.md`.

The rows also go to `var/bench.json`.
"""

import argparse
import json
import platform
from collections.abc import Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path

from . import (
    authors,
    crowd,
    draws,
    environments,
    league,
    load,
    locks,
    memory,
    openspiel,
    playouts,
    registry,
    remote,
    sandbox,
    scorers,
    search,
    speed,
    stages,
    tables,
    validate,
)
from .measure import Row, as_json, one_core, render

VAR = Path("var")
ON_ONE_CORE = {
    "playouts": playouts,
    "registry": registry,
    "openspiel": openspiel,
    "search": search,
    "validate": validate,
    "draws": draws,
    "environments": environments,
}
PARTS = {
    **ON_ONE_CORE,
    "sandbox": sandbox,
    "authors": authors,
    "league": league,
    "stages": stages,
    "tables": tables,
}
LONG = {
    "crowd": crowd,
    "load": load,
    "locks": locks,
    "memory": memory,
    "remote": remote,
    "scorers": scorers,
}
"""Measured only when asked for by name."""


def main(words: Sequence[str] | None = None) -> None:
    """Measure the parts asked for, all of them by default."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "parts", nargs="*", metavar="part", help=f"one of: {', '.join(PARTS | LONG)}"
    )
    asked = parser.parse_args(words).parts or list(PARTS)
    if unknown := set(asked) - set(PARTS | LONG):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    rows: list[Row] = []
    for part in asked:
        with one_core() if part in ON_ONE_CORE else nullcontext():
            measured = list((PARTS | LONG)[part].rows(VAR))
        speed.keep(part, measured, at=datetime.now(UTC).date())
        rows.extend(measured)
    print(render(rows))
    VAR.mkdir(exist_ok=True)
    told = {"python": platform.python_version(), "machine": platform.machine()}
    (VAR / "bench.json").write_text(json.dumps(told | {"rows": as_json(rows)}, indent=1) + "\n")


if __name__ == "__main__":
    main()
