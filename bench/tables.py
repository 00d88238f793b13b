"""How fast bots answer people at online tables, on PostgreSQL and Redis with real workers.

At 200 tables at once one person each plays against bots of every strength, the strongest too.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from .league import NotThere, embedded, servers
from .measure import Row, say

PART = "Online tables: a person and bots of all strengths at each, two worker processes for them"
TABLES, SECONDS = 200, 60
TIME_LIMIT_S = 400
WANTED_S = 1.0
"""How long a bot may take to answer."""
START = "import django; django.setup(); from bench import tables_run; tables_run.measure({}, {})"


def rows(_var: Path) -> Iterator[Row]:
    """Yield how many answers come a second, with how long they take in the note."""
    for name, place in (("PostgreSQL, Redis", servers), ("SQLite, embedded broker", embedded)):
        say(f"{TABLES} online tables for {SECONDS} s: {name}")
        with tempfile.TemporaryDirectory() as folder:
            try:
                with place(Path(folder)) as addresses:
                    environment = {
                        **os.environ,
                        **addresses,
                        "STAMMTISCH_ENV": "development",
                        "STAMMTISCH_VAR": folder,
                        "DJANGO_SETTINGS_MODULE": "league.config.settings",
                        "PYTHONWARNINGS": "ignore:You're running the worker",
                    }
                    done = subprocess.run(
                        [sys.executable, "-c", START.format(TABLES, SECONDS)],
                        env=environment,
                        stdout=subprocess.PIPE,
                        text=True,
                        check=True,
                        timeout=TIME_LIMIT_S,
                    )
            except (NotThere, subprocess.SubprocessError) as error:
                yield Row(part=PART, what=name, note=f"not available: {error}")
                continue
        found = json.loads(done.stdout.splitlines()[-1])
        took = ", ".join(f"{name} {found[name]:.3f} s" for name in ("p50", "p95", "slowest"))
        before, after = found["load"]
        note = f"{took}; load of the machine {before} before, {after} after"
        yield Row(
            part=PART,
            what=name,
            speed=found["answers"] / SECONDS,
            unit="answers/s",
            ratio=WANTED_S / found["p95"],
            beside=f"{WANTED_S:g} s at p95",
            limit=1.0,
            note=note,
        )
