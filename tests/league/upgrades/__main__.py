"""`python -m tests.league.upgrades 47e6081`: keep a dump of a revision's demo.

The revision's files are laid out in a folder of their own. There its demo is filled by its own
program, and its own program writes the dump. The packages are those of this environment: when a
revision no longer runs with them, its dump is already here.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from . import dumps

ROOT = Path(__file__).parent.parent.parent.parent
WRITING = Path(__file__).with_name("writing.py")
TRIES = 3
"""The first demos gave up where the rules were compiled for longer; the next run goes on."""


def main():
    """Write the dump of the revision that is named, and say how large it is."""
    if len(sys.argv) != 2:
        sys.exit("Name one revision: make dump-demo REVISION=47e6081")
    revision = _git("rev-parse", "--short=7", "--verify", f"{sys.argv[1]}^{{commit}}").strip()
    with tempfile.TemporaryDirectory(prefix="upgrade") as home:
        content = _content(Path(home), revision)
    packed = dumps.packed(content)
    if len(packed) > dumps.LARGEST_BYTES:
        sys.exit(f"The dump has {len(packed)} bytes, more than {dumps.LARGEST_BYTES}.")
    file = dumps.FOLDER / f"{revision}{dumps.ENDING}"
    file.write_bytes(packed)
    rows = sum(len(table["rows"]) for table in content["tables"].values())
    _say(f"{file.relative_to(ROOT)}: {rows} rows, {len(packed)} bytes")


def _content(home, revision):
    tree = home / "tree"
    _lay_out(tree, revision)
    environment = _environment(home, tree)
    _run(tree, environment, "manage.py", "compiletexts")
    _fill(tree, environment)
    written = home / "dump.json"
    _run(tree, environment, str(WRITING), str(written))
    return json.loads(written.read_text())


def _lay_out(tree, revision):
    tree.mkdir()
    archive = subprocess.run(
        ["git", "archive", revision], cwd=ROOT, check=True, stdout=subprocess.PIPE
    ).stdout
    subprocess.run(["tar", "--extract", "--directory", tree], input=archive, check=True)


def _environment(home, tree):
    """Return the variables of a demo that touches nothing but its own folder."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return kept | {
        "STAMMTISCH_VAR": str(home / "var"),
        "PYTHONPATH": str(tree),
        "DJANGO_SETTINGS_MODULE": "league.config.settings",
    }


def _fill(tree, environment):
    for left in reversed(range(TRIES)):
        try:
            _run(tree, environment, "manage.py", "demo", "--no-serve")
            return
        except subprocess.CalledProcessError:
            if not left:
                sys.exit("The demo of this revision did not end well; what it said is above.")


def _run(tree, environment, *words):
    subprocess.run([sys.executable, *words], cwd=tree, env=environment, check=True)


def _git(*words):
    done = subprocess.run(["git", *words], cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"git does not know this revision: {done.stderr.strip()}")
    return done.stdout


def _say(line):
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
