#!/usr/bin/env python3
"""Build the wheel of rules, bots and tools, check it, try it where nothing is: `make wheel`.

The wheel is built from a copy, without what programs leave beside the code, and lies in `dist/`. In
the empty environment it is installed as anybody would, and does what its README promises.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Final

from bare import say

PROJECT: Final = Path(__file__).resolve().parents[1]
PARTS: Final = ("engine", "games", "bots", "packaging/engine")
DIST: Final = PROJECT / "dist"
README: Final = PROJECT / "packaging/engine/README.md"


def main() -> None:
    """Build, check and try; say where the wheel lies."""
    with tempfile.TemporaryDirectory(prefix="wheel-") as folder:
        wheel = build(Path(folder) / "copy")
        check(wheel)
        attempt(wheel, Path(folder) / "attempt")
    say(f"{wheel.relative_to(PROJECT)} is well: {wheel.stat().st_size / 1e6:.1f} MB")


def build(copy: Path) -> Path:
    """Return the wheel, built from a copy of its parts."""
    shutil.rmtree(DIST, ignore_errors=True)
    for part in PARTS:
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
        shutil.copytree(PROJECT / part, copy / part, ignore=ignored)
    say("building")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", DIST, copy / "packaging/engine")
    [wheel] = DIST.glob("*.whl")
    return wheel


def check(wheel: Path) -> None:
    """Let the tools for it look at the wheel."""
    say("checking")
    run(sys.executable, "-m", "twine", "check", "--strict", wheel)
    config = PROJECT / "packaging/engine/pyproject.toml"
    run(Path(sys.executable).with_name("check-wheel-contents"), "--config", config, wheel)


def attempt(wheel: Path, folder: Path) -> None:
    """Install the wheel into an empty environment, and do there what its README says."""
    say("installing it into an empty environment")
    venv.create(folder / "env", with_pip=True)
    python = folder / "env/bin/python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
    here = folder / "here"
    here.mkdir()
    text = README.read_text()
    [commands] = re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    for line in commands.splitlines():
        words = line.partition("#")[0].split()
        say(" ".join(words))
        some = ["--game", "truco"] if "check" in words else []
        run(python, *words[1:], *(["--deals", "20"] if "arena" in words else some), inside=here)
    [code] = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    run(python, "-c", code, inside=here)


def run(*words: str | Path, inside: Path = PROJECT) -> None:
    """Run a program that says something only if it fails; ends this one then."""
    done = subprocess.run(words, cwd=inside, capture_output=True, text=True, check=False)
    if done.returncode:
        say(f"{' '.join(map(str, words))} failed:\n{done.stdout}{done.stderr}")
        sys.exit(1)


if __name__ == "__main__":
    main()
