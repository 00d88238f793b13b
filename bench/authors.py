"""Whole matches of four bots in Python, each locked up in the sandbox, on two processes at once.

Every bot is the kit's own, asked over its pipes for each of some 290 actions of a match of Mit
List und Tücke, and stopped between them. As many matches are played side by side as in
experiments. Beside it, where it is installed, kaggle-environments
plays its smallest episode of as many actions (`rps`) with agents that are functions within its
process: no process, no clock of theirs, no sandbox. It brings 120 packages and 1.6 GB along, so it
is in no requirements file; `pip install kaggle-environments` in the virtual environment for a run.
"""

import contextlib
import gc
import importlib.util
import logging
import multiprocessing
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import games
from bots.compile import warm
from bots.conversation.process import BotProcess, ProcessPlayer
from bots.playing.runner import Sitting, play_beside
from bots.sandbox import Clock, Process, SandboxError, Settings, open_proven
from bots.sandbox.command import MOST_TABLES
from engine.play.table import Table

from .measure import Row, say

PART = "Matches of four bots in Python in the sandbox, two processes, wall time"
GAME, SEATS = "mit-list-und-tuecke", 4
PROCESSES = 2
RUNS = 4
RUN_S = 3.0
WANTED = 150.0
EPISODE_STEPS = 147
"""Of two agents each, as many as a match has actions."""
KIT = Path(__file__).parents[1] / "bots" / "sdk" / "python"

Contest = Callable[[int], list[int]]
"""Plays some matches, given the number of the first, and returns how many actions each had."""
Cost = Callable[[], float]
"""Returns the processor time so far of all that plays, in seconds."""


class Speed(NamedTuple):
    """What was played in a second, and the processor time of the match that took least."""

    matches: float
    actions: float
    match_s: float


@contextmanager
def kit_folder() -> Iterator[Path]:
    """Give a folder with the kit's bot that every user can read."""
    folder = Path(tempfile.mkdtemp(prefix="stammtisch-bench-"))
    try:
        folder.chmod(0o755)
        for file in KIT.glob("*.*"):
            shutil.copy(file, folder)
            (folder / file.name).chmod(0o644)
        yield folder
    finally:
        shutil.rmtree(folder)


@contextmanager
def ours() -> Iterator[tuple[Contest, Cost]]:
    """Give matches of four processes, which sit through all of them."""
    warm()
    game, sandbox = games.get(GAME), open_proven(Settings())
    clock = Clock(tables=MOST_TABLES)
    with kit_folder() as folder, contextlib.ExitStack() as stack:
        command = sandbox.command(["python3", "bot.py"], folder)
        bots: list[Process] = []

        def start(clock: Clock) -> Process:
            bots.append(sandbox.start(command, clock))
            return bots[-1]

        players = [
            stack.enter_context(ProcessPlayer(BotProcess(start, clock, name="kit", games=(GAME,))))
            for _seat in range(SEATS)
        ]

        def play(first: int) -> list[int]:
            secrets = [number.to_bytes(32, "big") for number in range(first, first + MOST_TABLES)]
            tables = [Table(game, players=SEATS, secret=secret) for secret in secrets]
            sittings = [
                Sitting(table, [player.beside() for player in players], bytes(32))
                for table in tables
            ]
            if faults := [fault for of_match in play_beside(sittings) for fault in of_match]:
                raise RuntimeError(f"a bot of the kit made a fault: {faults}")
            return [sum(len(done.actions) for done in table.rounds) for table in tables]

        yield play, lambda: time.process_time() + sum(bot.used for bot in bots)


@contextmanager
def kaggle() -> Iterator[tuple[Contest, Cost]]:
    """Give episodes of kaggle-environments, with agents in this process."""
    logging.disable(logging.CRITICAL)  # it tells of every game that it cannot load
    import kaggle_environments  # noqa: PLC0415 (takes seconds, and is rarely there)

    def play(_first: int) -> list[int]:
        settings = {"episodeSteps": EPISODE_STEPS}
        episode = kaggle_environments.make("rps", configuration=settings)
        episode.run(["rock", "paper"])
        return [2 * (len(episode.steps) - 1)]

    yield play, time.process_time


CONTESTS = {"ours": ours, "kaggle": kaggle}


def measure(who: str, barrier: "multiprocessing.synchronize.Barrier") -> list[Speed]:
    """Return the speed of each run; all processes begin a run together."""
    speeds = []
    with CONTESTS[who]() as (play, cost):
        play(0)
        gc.collect()
        gc.freeze()  # as a worker does
        for _run in range(RUNS):
            barrier.wait()
            begun, spent = time.perf_counter(), []
            actions: list[int] = []
            while (taken := time.perf_counter() - begun) < RUN_S:
                before = cost()
                played = play(1 + len(actions))
                spent.append((cost() - before) / len(played))
                actions += played
            speeds.append(Speed(len(actions) / taken, sum(actions) / taken, min(spent)))
    return speeds


def _tell(who: str, barrier: "multiprocessing.synchronize.Barrier", answers: object) -> None:
    answers.put(measure(who, barrier))  # type: ignore[attr-defined]


def best_of_both(who: str) -> Speed:
    """Return the speed of all processes together, and the least time of a match."""
    context = multiprocessing.get_context("spawn")
    answers, barrier = context.Queue(), context.Barrier(PROCESSES)
    processes = [
        context.Process(target=_tell, args=(who, barrier, answers)) for _ in range(PROCESSES)
    ]
    for process in processes:
        process.start()
    speeds = [answers.get(timeout=60 + 2 * RUNS * RUN_S) for _ in processes]
    for process in processes:
        process.join()
    together = max(zip(*speeds, strict=True), key=lambda run: sum(one.matches for one in run))
    least = min(one.match_s for run in speeds for one in run)
    return Speed(sum(one.matches for one in together), sum(one.actions for one in together), least)


def rows(_var: Path) -> Iterator[Row]:
    """Yield our speed, and how it compares."""
    say(f"matches of four bots in the sandbox: {RUNS} runs of {RUN_S:g} s")
    try:
        open_proven(Settings())
    except SandboxError as error:
        yield Row(part=PART, what=GAME, note=f"not available: {error}")
        return
    speed = best_of_both("ours")
    yield Row(
        part=PART,
        what=f"{GAME}, {speed.actions / speed.matches:.0f} actions each",
        speed=speed.matches,
        unit="matches/s",
        ratio=speed.matches / WANTED,
        beside=f"{WANTED:g}/s",
        limit=1.0,
    )
    what = f"least processor time of a match {1000 * speed.match_s:.0f} ms, bots included"
    yield Row(part=PART, what=what, speed=1 / speed.match_s, unit="matches/s and core")
    what = "actions, beside functions in kaggle-environments"
    if importlib.util.find_spec("kaggle_environments") is None:
        note = "kaggle-environments is not installed; see bench/authors.py"
        yield Row(part=PART, what=what, speed=speed.actions, unit="actions/s", note=note)
        return
    other = best_of_both("kaggle")
    yield Row(
        part=PART,
        what=what,
        speed=speed.actions,
        unit="actions/s",
        ratio=speed.actions / other.actions,
        beside=f"{other.actions:.0f} steps/s",
    )
