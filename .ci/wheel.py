#!/usr/bin/env python3
"""Build the wheels of rules, bots and tools and of the site, check and try them: `make wheel`.

They are built from a copy, without what programs leave beside the code, and lie in `dist/`. In an
empty environment the first one is installed as anybody would, and does what its README promises;
then the site on top of it, which fills a database, and shows itself in German.
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
PARTS: Final = ("engine", "games", "bots", "stammtisch", "league", "packaging")
BESIDE: Final = ("templates", "static", "locale", "docs")
"""What the site shows, and lies beside its code."""
WHEELS: Final = ("engine", "site")
DIST: Final = PROJECT / "dist"
README: Final = PROJECT / "packaging/engine/README.md"
SHOWN: Final = """
from django.test import Client
browser = Client(SERVER_NAME="localhost")
page = browser.get("/", headers={"accept-language": "de"})
assert page.status_code == 200, page
assert "Anmelden" in page.content.decode(), page.content
for path in ("/static/css/base.css", "/bots/protocol/", "/api/v1/games"):
    assert browser.get(path).status_code == 200, path
"""


def main() -> None:
    """Build, check and try; say where the wheels lie."""
    with tempfile.TemporaryDirectory(prefix="wheel-") as folder:
        wheels = build(Path(folder) / "copy")
        for name, wheel in zip(WHEELS, wheels, strict=True):
            check(name, wheel)
        attempt(*wheels, Path(folder) / "attempt")
    for wheel in wheels:
        say(f"{wheel.relative_to(PROJECT)} is well: {wheel.stat().st_size / 1e6:.1f} MB")


def build(copy: Path) -> list[Path]:
    """Return the wheels, built from a copy of their parts."""
    shutil.rmtree(DIST, ignore_errors=True)
    places = {part: part for part in PARTS} | {part: f"league/files/{part}" for part in BESIDE}
    for part, place in places.items():
        ignored = shutil.ignore_patterns(
            "__pycache__", "*.egg-info", "build", "*.po", "images", "decisions"
        )
        shutil.copytree(PROJECT / part, copy / place, ignore=ignored)
    return [_built(copy / "packaging" / name) for name in WHEELS]


def _built(folder: Path) -> Path:
    say(f"building the wheel of {folder.name}")
    before = set(DIST.glob("*.whl"))
    run(sys.executable, "-m", "build", "--wheel", "--outdir", DIST, folder)
    [wheel] = {*DIST.glob("*.whl")} - before
    return wheel


def check(name: str, wheel: Path) -> None:
    """Let the tools for it look at a wheel."""
    say(f"checking the wheel of {name}")
    run(sys.executable, "-m", "twine", "check", "--strict", wheel)
    config = PROJECT / "packaging" / name / "pyproject.toml"
    run(Path(sys.executable).with_name("check-wheel-contents"), "--config", config, wheel)


def attempt(engine: Path, site: Path, folder: Path) -> None:
    """Install the wheels into an empty environment, and use each before the next comes."""
    venv.create(folder / "env", with_pip=True)
    python = folder / "env/bin/python"
    here = folder / "here"
    here.mkdir()
    install(python, engine)
    use_tools(python, here)
    install(python, site)
    use_site(python, here)


def install(python: Path, wheel: Path) -> None:
    """Install a wheel as anybody would."""
    say(f"installing {wheel.name}")
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--find-links", DIST, wheel)


def use_tools(python: Path, here: Path) -> None:
    """Do what the README of rules, bots and tools says."""
    text = README.read_text()
    [commands] = re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    for line in commands.splitlines():
        words = line.partition("#")[0].split()
        say(" ".join(words))
        some = ["--game", "truco"] if "check" in words else []
        run(python, *words[1:], *(["--deals", "20"] if "arena" in words else some), inside=here)
    for code in re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        run(python, "-c", code, inside=here)


def use_site(python: Path, here: Path) -> None:
    """Start a site in a folder where nothing is, and look at it."""
    for words in (["demo", "--empty", "--no-serve"], ["manage", "shell", "-c", SHOWN]):
        say(f"python -m stammtisch {' '.join(words[:2])}")
        run(python, "-m", "stammtisch", *words, inside=here)


def run(*words: str | Path, inside: Path = PROJECT) -> None:
    """Run a program that says something only if it fails; ends this one then."""
    done = subprocess.run(words, cwd=inside, capture_output=True, text=True, check=False)
    if done.returncode:
        say(f"{' '.join(map(str, words))} failed:\n{done.stdout}{done.stderr}")
        sys.exit(1)


if __name__ == "__main__":
    main()
