"""Search for input that breaks a parser, guided by coverage: `python -m tests.fuzz record 60`.

Needs atheris, which not every Python has; `make fuzz` installs it. Input that breaks something is
left in the folder `var/fuzz`, and its traceback is shown. `python -m tests.fuzz keep` puts what the
last searches have found into the corpus that the next ones begin with.
"""

import os
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["bots", "engine", "games", "league.logic"]):
    from .targets import TARGETS, seeds

from . import corpus as kept

FOUND = Path("var/fuzz")


def main() -> None:
    """Fuzz one target for some seconds and leave the process, or keep what was found."""
    if sys.argv[1:] == ["keep"]:
        for folder in sorted(path for path in FOUND.iterdir() if path.name in TARGETS):
            sys.stdout.write(f"{folder.name}: {kept.keep(folder.name, folder)} inputs\n")
        return
    name, seconds = sys.argv[1], sys.argv[2]
    corpus = FOUND / name
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate([*seeds(name), *kept.kept(name)]):
        (corpus / f"seed-{number}").write_bytes(seed)
    options = [f"-max_total_time={seconds}", "-timeout=60", "-rss_limit_mb=3000"]
    options.append(f"-artifact_prefix={FOUND}{os.sep}{name}-")
    atheris.Setup([sys.argv[0], *options, str(corpus)], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
