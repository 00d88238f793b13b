"""What a site's programs hold in memory: while a new host compiles the rules, and afterwards.

The programs of `manage.py supervise` start with SQLite, the embedded broker and nothing compiled.
Memory is counted in proportion (PSS): pages that processes share are counted once in all.
"""

import json
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import games

from .league import embedded, production
from .measure import Row, say

PART = "Memory of a site on one host: web server, two workers, clock (SQLite, embedded broker)"
COMPILING = "compiling"
ROLES = {
    "league.logic.compile": COMPILING,
    "uvicorn": "web server",
    "tables@": "worker of online tables",
    " beat ": "clock",
    " worker ": "worker",
    "management.processes": "supervise",
    "supervise": "supervise",
}
"""What a program is, by a word of its command; the first that fits."""
MOST_WHILE_COMPILING_MB = 1024.0
COMPILES_WITHIN_S = 600
SETTLES_S = 15
"""Workers look for what is compiled, and load it, within this."""
MB = 1024 * 1024

Held = Mapping[str, float]
"""Megabytes by role."""


def rows(_var: Path) -> Iterator[Row]:
    """Yield what all hold at the most while rules are compiled, then what each program holds."""
    say("what programs hold while everything is compiled, and then: three minutes")
    with tempfile.TemporaryDirectory() as folder, embedded(Path(folder)) as addresses:
        own = {"NUMBA_CACHE_DIR": str(Path(folder) / "kernels")}
        with site(production(addresses, Path(folder)) | own) as (supervisor, url):
            most, seconds = _watched(supervisor, url)
            _ask_for_every_game(url)
            time.sleep(SETTLES_S)
            after = held(supervisor)
    yield from rows_of(most, after, seconds)


def rows_of(most: Held, after: Held, seconds: float) -> Iterator[Row]:
    """Yield the rows of one measurement."""
    total = sum(most.values())
    yield Row(
        part=PART,
        what="all of them while the rules are compiled, at the most",
        speed=total / 1024,
        unit="GB",
        ratio=MOST_WHILE_COMPILING_MB / total,
        beside="into 1 GB",
        limit=1.0,
        note=f"{most.get(COMPILING, 0):.0f} MB of it for compiling, which took {seconds:.0f} s",
    )
    for role, size in sorted(after.items()):
        yield Row(part=PART, what=f"{role}, with everything compiled", speed=size, unit="MB")


@contextmanager
def site(environment: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Run `supervise` on a new database; give its process and the address of its web server."""
    manage = [sys.executable, "manage.py"]
    subprocess.run([*manage, "migrate", "--verbosity=0"], env=environment, check=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [*manage, "supervise", "--port", str(port)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process.pid, f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)


def _watched(supervisor: int, url: str) -> tuple[Held, float]:
    """Return what all held when they held most, until all is compiled, and how long that took."""
    begun, most = time.monotonic(), {"": 0.0}
    while not _is_compiled(url):
        waited = time.monotonic() - begun
        if waited > COMPILES_WITHIN_S:
            raise TimeoutError(f"not everything was compiled within {COMPILES_WITHIN_S} s")
        most = max(most, held(supervisor), key=lambda each: sum(each.values()))
        time.sleep(0.5)
    return most, time.monotonic() - begun


def _is_compiled(url: str) -> bool:
    """Tell whether the site says that everything is compiled; it may not answer yet."""
    with suppress(OSError), urlopen(f"{url}/readyz", timeout=10) as answer:
        return json.loads(answer.read())["compiled"] is True
    return False


def _ask_for_every_game(url: str) -> None:
    """Let the web server answer about each game."""
    for game in games.all():
        for path in (f"/games/{game.slug}/", f"/api/v1/games/{game.slug}"):
            with suppress(HTTPError), urlopen(url + path, timeout=60) as answer:
                answer.read()


def held(supervisor: int) -> Held:
    """Return what a program and all that it has started hold now, in MB by role."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            after_name = (folder / "stat").read_text().rpartition(") ")[2]
            parents[int(folder.name)] = int(after_name.split()[1])
    found: Counter[str] = Counter()
    for process in parents:
        if supervisor in _ancestors(process, parents):
            with suppress(OSError):
                found[_role(process)] += _proportional_bytes(process)
    return {role: size / MB for role, size in found.items()}


def _ancestors(process: int, parents: Mapping[int, int]) -> Iterator[int]:
    """Yield a process and all that it descends from."""
    while process:
        yield process
        process = parents.get(process, 0)


def _role(process: int) -> str:
    command = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return next((role for word, role in ROLES.items() if word in command), "other")


def _proportional_bytes(process: int) -> int:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))
