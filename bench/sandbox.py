"""A bot in Python in each tier of the sandbox: from spawn to first answer, and round trips.

Wall time, on all cores: that is what a table waits for. As everywhere here, a figure is that of
the best of some runs, which are short here, and each run gives its median. The bot does nothing
but read and write JSON, stopped between its moves as in a match.
"""

import contextlib
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from bots.sandbox import (
    Clock,
    Command,
    Process,
    Runtime,
    Sandbox,
    SandboxError,
    Settings,
    open_proven,
)

from .measure import Row, say

PART = "A bot in Python in the sandbox, wall time"
TIERS = ("bwrap", "landlock")
IMPORTS = {Runtime.NUMERIC: "import numpy", Runtime.ONNX: "import numpy, onnxruntime"}
RUNS = 40
STARTS = 2
ROUND_TRIPS = 100
BOTS = 6
FIRST_ANSWER_S = 0.050
WITH_LIBRARIES_S = 0.500
ROUND_TRIP_S = 100e-6

CLOCK = Clock(per_move_s=10, bank_s=1000, first_answer_s=10, wall_slack_s=60)
BOT = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"seq": request["seq"], "action": request["legal"][0]}), flush=True)
"""
REQUEST = {"type": "act", "legal": ["R10", "B3", "G14"]}


@contextmanager
def bot_folder(imports: str = "") -> Iterator[Path]:
    """Give a folder with the bot, and what it imports besides, that every user can read."""
    folder = Path(tempfile.mkdtemp(prefix="stammtisch-bench-"))
    try:
        folder.chmod(0o755)
        (folder / "bot.py").write_text(f"{imports}\n{BOT}")
        (folder / "bot.py").chmod(0o644)
        yield folder
    finally:
        shutil.rmtree(folder)


def first_answers(sandbox: Sandbox, command: Command, starts: int) -> tuple[float, float]:
    """Return the median seconds from spawn to first answer, and from kill to reaped."""
    answered, ended = [], []
    for _ in range(starts):
        begun = time.perf_counter()
        with sandbox.start(command, CLOCK) as bot:
            bot.ask(REQUEST)
            answered.append(time.perf_counter() - begun)
            begun = time.perf_counter()
        ended.append(time.perf_counter() - begun)
    return median(answered), median(ended)


def round_trips(bots: list[Process], count: int) -> float:
    """Return the median seconds of asking, each bot in turn."""
    times = []
    for number in range(count):
        begun = time.perf_counter()
        bots[number % len(bots)].ask(REQUEST)
        times.append(time.perf_counter() - begun)
    return median(times)


def rows(_var: Path) -> Iterator[Row]:
    """Yield the measurements of each tier that this machine has."""
    for tier in TIERS:
        say(f"bots in the sandbox: {tier}")
        try:
            sandbox = open_proven(Settings(tier=tier))
        except SandboxError as error:
            yield Row(part=PART, what=tier, note=f"not available: {error}")
            continue
        with bot_folder() as folder:
            yield from _of_tier(sandbox, sandbox.command(["python3", "bot.py"], folder))
        for runtime, imports in IMPORTS.items():
            with bot_folder(imports) as folder:
                yield _with_libraries(sandbox, runtime, folder)


def _with_libraries(sandbox: Sandbox, runtime: Runtime, folder: Path) -> Row:
    """Return how soon a bot answers that imports the libraries of its run-time."""
    try:
        command = sandbox.command(["python3", "bot.py"], folder, runtime=runtime)
    except SandboxError as error:
        return Row(part=PART, what=f"{sandbox.tier}, {runtime}", note=f"not available: {error}")
    first_s = min(first_answers(sandbox, command, STARTS)[0] for _ in range(RUNS // STARTS))
    return _first_answer(f"{sandbox.tier}, {runtime}", first_s, most_s=WITH_LIBRARIES_S)


def _first_answer(what: str, first_s: float, *, most_s: float) -> Row:
    """Return how soon a bot answers, beside how long it may take."""
    return Row(
        part=PART,
        what=f"{what}, first answer after {1000 * first_s:.1f} ms",
        speed=1 / first_s,
        unit="starts/s",
        ratio=most_s / first_s,
        beside=f"{1000 * most_s:.0f} ms",
        limit=1.0,
    )


def _of_tier(sandbox: Sandbox, command: Command) -> Iterator[Row]:
    runs = [first_answers(sandbox, command, STARTS) for _ in range(RUNS)]
    first_s, kill_s = map(min, zip(*runs, strict=True))
    yield _first_answer(sandbox.tier, first_s, most_s=FIRST_ANSWER_S)
    with contextlib.ExitStack() as stack:
        bots = [stack.enter_context(sandbox.start(command, CLOCK)) for _ in range(BOTS)]
        round_trips(bots, 100)
        for some in (bots[:1], bots):
            trip_s = min(round_trips(some, ROUND_TRIPS) for _ in range(RUNS))
            yield Row(
                part=PART,
                what=f"{sandbox.tier}, {len(some)} bots, round trip {1e6 * trip_s:.0f} µs",
                speed=1 / trip_s,
                unit="moves/s",
                ratio=ROUND_TRIP_S / trip_s,
                beside="100 µs",
                limit=1.0,
            )
    what = f"{sandbox.tier}, killed and reaped after {1000 * kill_s:.1f} ms"
    yield Row(part=PART, what=what, speed=1 / kill_s, unit="ends/s")
