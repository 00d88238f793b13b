"""`python -m tests.mutants --sample 60 --seed 1 league/logic/draws`: do tests notice changes?

Runs the quick tests once to learn which of them run which lines. Then takes a sample of all small
changes, makes them one at a time in a copy of the tree and asks there the tests that run the line,
then the others about the module. Exit status 1 if fewer than 97 of 100 are noticed.
"""

import argparse
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from . import alike
from .candidates import Mutant, sample
from .reach import Reach
from .tracing import FOLDERS
from .trial import ALIKE, NOTICED, Outcome, Trial

ROOT = Path(__file__).parent.parent.parent
TASTE = {"greedy.py"}
"""Rules of thumb: whether one is good is measured in matches, not tested line by line."""
WANTED = 0.97


def main() -> None:
    """Try a sample of mutants and leave the process."""
    asked = _asked()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the copy goes, and the tests there end
    mutants = sample(_modules(asked.paths or FOLDERS), asked.sample, asked.seed)
    with tempfile.TemporaryDirectory(prefix="mutants") as home:
        trial = Trial(Path(home), asked.seconds)
        trial.copy(ROOT)
        trial.reach = _reach(asked, Path(home))
        results = _results(trial, mutants, asked.minutes)
    sys.exit(_told(results))


def _results(trial: Trial, mutants: list[Mutant], minutes: int) -> dict[Mutant, Outcome]:
    """Return what became of each mutant; a test that fails anyway has noticed nothing."""
    results: dict[Mutant, Outcome] = {}
    ends = time.monotonic() + minutes * 60
    left = mutants
    while left:
        for number, mutant in enumerate(left, start=1):
            if time.monotonic() > ends:
                break
            started = time.monotonic()
            results[mutant] = _outcome(trial, mutant)
            took = time.monotonic() - started
            told = f"{_place(mutant)}  {' by '.join(results[mutant])}"
            _say(f"{number}/{len(left)}  {took:4.0f} s  {told}")
        failing = trial.fail_anyway(by for kind, by in results.values() if kind == NOTICED)
        left = [mutant for mutant, (_kind, by) in results.items() if by in failing]
        for mutant in left:
            del results[mutant]
        if time.monotonic() > ends:
            _say(f"{minutes} minutes are over: {len(mutants) - len(results)} are left untried.")
            break
    return results


def _outcome(trial: Trial, mutant: Mutant) -> Outcome:
    source = (ROOT / mutant.path).read_bytes()
    why = alike.reason(mutant.path, *mutant.shown(source))
    return Outcome(ALIKE, why) if why else trial.outcome(mutant)


def _told(results: dict[Mutant, Outcome]) -> int:
    """Show all changes in a table and return the exit status."""
    rows = []
    for mutant, (kind, why) in results.items():
        before, after = mutant.shown((ROOT / mutant.path).read_bytes())
        rows.append(f"{kind:<12} {_place(mutant)}  {before}  →  {after}  ({why})")
    for row in sorted(rows):
        _say(row)
    kinds = [kind for kind, _why in results.values()]
    same, noticed = kinds.count(ALIKE), kinds.count(NOTICED)
    share = noticed / max(1, len(kinds) - same)
    _say(f"{noticed} of {len(kinds) - same} are noticed, {share:.1%}; {same} more change nothing.")
    return int(share < WANTED)


def _reach(asked: argparse.Namespace, home: Path) -> Reach:
    """Return which tests run which lines: as it was noted before, if that is wanted."""
    if asked.traces and any(asked.traces.glob("seconds.*")):
        return Reach.read(ROOT, asked.traces)
    _say("Running the quick tests, to learn which lines they run …")
    return Reach.measured(ROOT, asked.traces or home / "traces", asked.workers)


def _place(mutant: Mutant) -> str:
    return f"{mutant.path}:{mutant.line((ROOT / mutant.path).read_bytes())}"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _modules(names: list[str] | tuple[str, ...]) -> list[Path]:
    """Return the modules in folders, from the root of the tree; files stay as they are."""
    paths = [ROOT / name for name in names]
    found = [each for path in paths for each in (path.rglob("*.py") if path.is_dir() else [path])]
    return [path.relative_to(ROOT) for path in found if path in paths or path.name not in TASTE]


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", help=f"files or folders; {', '.join(FOLDERS)}")
    parser.add_argument("--sample", type=int, default=60, help="so many changes")
    parser.add_argument("--seed", default="1", help="which ones")
    parser.add_argument("--seconds", type=int, default=240, help="of tests for each")
    parser.add_argument("--minutes", type=int, default=90, help="for those that are tried")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="run the quick tests")
    parser.add_argument("--traces", type=Path, help="folder: what they run, for the next time, too")
    return parser.parse_args()


if __name__ == "__main__":
    main()
