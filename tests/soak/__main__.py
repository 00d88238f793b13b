"""`python -m tests.soak --hours 2 --seed 1`: load a site for hours and watch what grows.

What is measured goes to `var/soak`, sample by sample, with a page and a chart of it. Exit status 1
if a bound was broken; the last lines say which, by how much. `--docs` puts page and chart into
`docs`, `--read` looks again at what the last run has measured.
"""

import argparse
import json
import shutil
import signal
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from bench import speed
from tests import quiet
from tests.faults.waiting import await_true

from . import page, receiver
from .length import Length
from .load import Load
from .samples import DUE, UNRATED, Sampler
from .series import Run
from .site import Site
from .verdict import judge

FOLDER = Path("var/soak")
SAMPLES, END = "samples.jsonl", "end.json"
TABLES = 20
UNDONE = "SELECT count(*) FROM league_job WHERE status IN ('waiting', 'running')"
SETTLES_S = 300


def main():
    """Run a soak, or read the last one; tell what came of it, and leave the process."""
    asked = _asked()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that all ends that was started
    if not asked.read:
        _soak(Length(asked.hours), asked.seed)
    run = _read(FOLDER)
    checks = judge(run)
    page.write(run, checks, FOLDER)
    if asked.docs:
        page.publish(FOLDER)
    print(page.told(checks))  # noqa: T201
    sys.exit(not all(check.is_kept for check in checks))


def _asked():
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--docs", action="store_true", help="write docs/soak.md and its chart")
    parser.add_argument("--read", action="store_true", help="measure nothing, read the last run")
    return parser.parse_args()


def _soak(length, seed):
    """Load a site and measure it; what is found goes into files."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    logs = FOLDER / "logs"
    logs.mkdir(parents=True)
    end = {"hours": length.hours, "seed": seed, "machine": speed.machine()}
    end |= {"at": time.strftime("%Y-%m-%d", time.gmtime()), "every_s": length.every_s}
    with receiver.receiving(seed) as hooks, Site(logs, naptime_s=length.naptime_s) as site:
        end["naptime_s"] = length.naptime_s
        _say("the club is founded")
        made = site.scene("prepare", length.evenings, TABLES, hooks.server_port)
        with site.served() as url:
            _say("the programs start")
            await_true(_pages(url, site), "pages", seconds=180)
            load = Load(url, made, seed=seed)
            end["backup"] = _loaded(load, site, length)
            end["told"] = load.told()
            _say("all that has begun is done")
            site.scene("close_ladders")
            end["left"] = _settled(site.postgres)
            end["ended"] = site.supervisor.ended()
        end["answered"] = dict(hooks.answered)
        _say("everything is computed afresh")
        found = site.scene("verdict")
        end["entered_wrong"] = found.pop("entered") != load.people.told
        end["found"] = found
    texts = {file.stem: file.read_text() for file in sorted(logs.glob("*.log"))}
    end["errors"] = [error for text in texts.values() for error in quiet.errors_in(text)]
    (FOLDER / END).write_text(json.dumps(end, indent=1))


def _loaded(load, site, length):
    """Let people use the site until the time is over; return what a backup amid it said."""
    backup = None
    samples = FOLDER / SAMPLES
    with (
        load,
        Sampler(site, samples, every_s=length.every_s, streams=lambda: load.streams.open) as (
            sampler
        ),
    ):
        began, evenings = time.monotonic(), 0
        while (now := time.monotonic() - began) < length.seconds:
            if name := site.supervisor.ended():
                raise RuntimeError(f"the {name} ended: see {FOLDER / 'logs'}")
            if sampler.failure:
                raise RuntimeError(f"no samples are taken any more: {sampler.failure}")
            if evenings < length.evenings and now >= evenings * length.evening_s:
                load.begin_evening()
                evenings += 1
                _say(f"{now / 60:.1f} of {length.seconds / 60:.1f} min: an evening begins")
            if backup is None and now >= length.seconds / 2:
                backup = _backup(site)
                _say(backup["said"])
            time.sleep(0.5)
    return backup


def _backup(site):
    """Make a backup while the site runs, and check it; return how long it took and what it said."""
    file = FOLDER.absolute() / "site.backup"
    began = time.monotonic()
    said = site.manage("backup", str(file)).splitlines()
    took_s = time.monotonic() - began
    line = next(line for line in said if " rows of " in line).partition(": ")[2]
    site.manage("restore", str(file), "--check")
    file.unlink()
    rows = int(line.partition(" rows of ")[0])
    return {
        "took_s": round(took_s, 1),
        "rows": rows,
        "said": f"a backup: {line}, in {took_s:.1f} s",
    }


def _settled(postgres):
    """Wait until nothing waits any more; return how much of each still does."""
    questions = {"jobs": UNDONE, "matches not rated": UNRATED, "deliveries due": DUE}
    until = time.monotonic() + SETTLES_S
    while True:
        left = {what: postgres.count(question) for what, question in questions.items()}
        if not any(left.values()) or time.monotonic() > until:
            return left
        time.sleep(1)


def _pages(url, site):
    """Return a function that tells whether pages are served."""

    def are_served():
        if name := site.supervisor.ended():
            raise RuntimeError(f"the {name} ended: see {FOLDER / 'logs'}")
        try:
            with urlopen(url, timeout=60) as answer:
                return answer.status == 200
        except (URLError, OSError):
            return False

    return are_served


def _read(folder):
    lines = (folder / SAMPLES).read_text().splitlines()
    return Run(json.loads((folder / END).read_text()), [json.loads(line) for line in lines])


def _say(text):
    print(text, file=sys.stderr, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
