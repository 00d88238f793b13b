"""A bare Debian, made once, and what pip needs in it to find packages as this machine does.

`make newcomer` runs the README's commands in a copy of it, `make image` builds the image upon it.
Whoever starts these has no packages yet, so this is Python alone.

    NEWCOMER_CACHE=FOLDER    where it is kept; ~/.cache/stammtisch/newcomer if unset
    DEBIAN_MIRROR=URL        where debootstrap gets packages; where this machine does if unset
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parents[1]
SUITE: Final = "bookworm"
"""The Debian with the oldest Python that will do."""
PACKAGES: Final = "python3,python3-venv,make,git,ca-certificates"
USER: Final = "you"


class Failed(Exception):
    """A command failed or took too long, or there is no root to run it in."""


def bare_root() -> Path:
    """Return the folder of the bare Debian, which is made once, in less than a minute."""
    cache = Path(os.environ.get("NEWCOMER_CACHE") or Path.home() / ".cache/stammtisch/newcomer")
    bare, unfinished = cache / SUITE, cache / f"{SUITE}.{os.getpid()}"
    if not bare.exists():
        say(f"making a bare Debian in {bare}")
        cache.mkdir(parents=True, exist_ok=True)
        try:
            options = ["--variant=minbase", f"--include={PACKAGES}"]
            quietly("debootstrap", *options, SUITE, unfinished, *mirror())
            quietly("chroot", unfinished, "useradd", "--create-home", "--shell=/bin/bash", USER)
            unfinished.rename(bare)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
    return bare


def mirror() -> list[str]:
    """Return where this machine gets Debian's packages, if it says so."""
    if named := os.environ.get("DEBIAN_MIRROR"):
        return [named]
    for place in (Path("/etc/apt/sources.list.d/debian.sources"), Path("/etc/apt/sources.list")):
        text = place.read_text() if place.exists() else ""
        if found := re.search(r"^(?:URIs:|deb(?: \[.*?\])?)\s+(\S+)", text, re.M):
            return [found[1]]
    return []


def pip_variables() -> dict[str, str]:
    """Return what the environment says to pip, and of the way to the network."""
    wanted = re.compile(r"PIP_|SSL_CERT_|REQUESTS_CA_BUNDLE$|(https?|no|all)_proxy$", re.I)
    return {name: value for name, value in os.environ.items() if wanted.match(name)}


def give_pip(root: Path, home: Path) -> list[Path]:
    """Copy what pip needs to find packages into a root; return the folders to mount there."""
    for place in ("/etc/resolv.conf", "/etc/hosts"):
        if Path(place).exists():
            shutil.copyfile(place, f"{root}{place}")
    said = list(pip_variables().values())
    places = {"/etc/pip.conf": root / "etc"}
    for own in (".config/pip/pip.conf", ".pip/pip.conf"):
        places[str(Path.home() / own)] = (home / own).parent
    for place, folder in places.items():
        if Path(place).exists():
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(place, folder)
            said.append(Path(place).read_text())
    return named_places("\n".join(said), root)


def named_places(said: str, root: Path) -> list[Path]:
    """Copy the files that pip is told of into a root; return the folders that it is told of."""
    folders = set()
    for name in re.findall(r"(?:(?<=file://)|(?<![^\s=]))/[^\s,;]+", said):
        place = Path(name)
        if place.is_file():
            inside = Path(f"{root}{place}")
            inside.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(place, inside)
        elif place.is_dir() and place.name == "simple":
            folders.add(place.parent)  # the files of an index are beside its pages
        elif place.is_dir():
            folders.add(place)
    return sorted(folders)


def quietly(*command: object) -> None:
    """Run a command that only has something to say if it fails."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")


def say(text: str) -> None:
    """Tell what comes next."""
    sys.stdout.write(f"\n== {text}\n")
    sys.stdout.flush()


def lacks(*programs: str) -> str:
    """Return which of some programs is missing and what installs it; nothing if all are there."""
    missing = " ".join(name for name in programs if shutil.which(name) is None)
    return f"{missing} is not installed: apt-get install {missing}" if missing else ""


def run(main: Callable[[list[str]], None]) -> None:
    """Run a script to its end, or to Ctrl-C or SIGTERM, at which it takes away what it has made."""
    signal.signal(signal.SIGTERM, _end)
    try:
        main(sys.argv[1:])
    except Failed as failed:
        sys.exit(f"\n== {failed}")
    except KeyboardInterrupt:
        sys.exit("\n== ended by Ctrl-C")


def _end(_number: int, _frame: object) -> None:
    sys.exit("ended")
