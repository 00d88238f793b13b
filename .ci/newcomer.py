#!/usr/bin/env python3
"""Run the README's commands as somebody does who has just cloned the project: `make newcomer`.

A bare Debian root, with Python, make and git and nothing else, gets a clone of what is committed,
in the empty home of an ordinary user. There the commands under "Try it" run, once on two cores and
once on one, the demo a second time as well. The first that fails or takes too long ends it.

    .ci/newcomer.py                 all commands of the README
    .ci/newcomer.py "make test"     these commands instead, the first of them from nothing
    .ci/newcomer.py --check         only say whether it can run here; exit status 1 if not

Wants root and debootstrap. What goes into the root from outside is what pip needs to find packages:
its configuration, and the files and folders that are named there.

    CORES="2 1"              on how many cores, run after run
    SLOW=1.5                 how many times longer than its limit a command may take
    NEWCOMER_CACHE, DEBIAN_MIRROR    where the bare root is kept and made from: see bare.py
"""

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bare import PROJECT, USER, Failed, bare_root, give_pip, lacks, pip_variables, quietly, run, say

LIMITS_S: Final = {
    ("make demo", 2): 90,
    ("make demo", 1): 180,
    ("again: make demo", 2): 10,
    ("again: make demo", 1): 20,
    ("make test", 2): 300,
    ("make test", 1): 600,
}
OTHERWISE_S: Final = 600
"""For commands that the README does not have."""

ENTER: Final = r"""
set -eu
root=$1 user=$2; shift 2
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/dev/shm"
while [ "$1" != -- ]; do
  mkdir -p "$root$1"; mount --bind -o ro "$1" "$root$1"; shift
done
shift
chroot --userspec="$user:$user" "$root" env -i "$@"
"""
"""Runs in namespaces of its own, with which mounts and processes go away."""


@dataclass(frozen=True)
class Took:
    """How long a command took on some cores, of how long it may take."""

    command: str
    cores: int
    seconds: float
    limit_s: float
    fault: str = ""


def main(words: list[str]) -> None:
    """Run all commands on all numbers of cores, and tell how long each took."""
    if why := hindrance():
        raise Failed(why)
    if words == ["--check"]:
        return
    commands = words or commands_of(PROJECT / "README.md")
    usable = sorted(os.sched_getaffinity(0))
    took: list[Took] = []
    for cores in map(int, os.environ.get("CORES", "2 1").split()):
        if cores > len(usable):
            say(f"left out: {cores} cores, for this machine has {len(usable)}")
            continue
        with newcomer(usable[:cores]) as run:
            for command in with_second_start(commands):
                took.append(timed(run, command, cores))
                if took[-1].fault:
                    raise Failed(f"{table(took)}\n\n`{command}` {took[-1].fault}.")
    say(f"all commands are well\n\n{table(took)}")


def hindrance() -> str:
    """Return why no bare root can be made and entered here; nothing if it can."""
    if os.geteuid():
        return "It makes and mounts a bare Debian, so it wants root: sudo make newcomer"
    if why := lacks("debootstrap"):
        return why
    tried = subprocess.run(
        ["unshare", "--mount", "--pid", "--fork", "mount", "-t", "tmpfs", "tmpfs", "/mnt"],
        capture_output=True,
        text=True,
        check=False,
    )
    return f"Nothing can be mounted here: {tried.stderr.strip()}" if tried.returncode else ""


def commands_of(readme: Path) -> list[str]:
    """Return the commands under "Try it"; a demo that would serve until Ctrl-C stops before."""
    section = readme.read_text().partition("\n## Try it\n")[2].partition("\n## ")[0]
    block = re.search(r"^```\w*\n(.*?)^```$", section, re.M | re.S)
    found = [line for line in block[1].splitlines() if line.startswith("make ")] if block else []
    if not found:
        raise Failed(f'{readme} has no commands of make under "Try it".')
    return [f"{line} SERVE=no" if line == "make demo" else line for line in found]


def with_second_start(commands: list[str]) -> Iterator[str]:
    """Yield the commands, and a demo once more: it has all it needs by then."""
    for command in commands:
        yield command
        if command.startswith("make demo"):
            yield f"again: {command}"


def limit_s(command: str, cores: int) -> float:
    """Return how long a command may take."""
    for (start, of_cores), seconds in LIMITS_S.items():
        if command.startswith(start) and cores == of_cores:
            return seconds * float(os.environ.get("SLOW", "1"))
    return OTHERWISE_S * float(os.environ.get("SLOW", "1"))


def timed(run: "Newcomer", command: str, cores: int) -> Took:
    """Run a command, which is ended when its time is over."""
    say(f"{command}, on {cores} {'cores' if cores > 1 else 'core'}")
    limit = limit_s(command, cores)
    began = time.monotonic()
    fault = run(command.removeprefix("again: "), limit)
    took = Took(command, cores, time.monotonic() - began, limit, fault)
    say(f"{took.seconds:.0f} s: {command}")
    return took


def table(took: list[Took]) -> str:
    """Return how long commands took, as a table of text."""
    width = max(len(one.command) for one in took)
    rows = [f"cores  {'command':{width}}   took  limit"]
    for one in took:
        times = f"{one.seconds:5.0f} s {one.limit_s:4.0f} s"
        rows.append(f"{one.cores:5}  {one.command:{width}} {times}  {one.fault}".rstrip())
    return "\n".join(rows)


@dataclass(frozen=True)
class Newcomer:
    """Somebody at a machine of their own, who runs commands in a clone of the project."""

    root: Path
    cores: list[int]
    folders: list[Path]
    settings: dict[str, str]

    def __call__(self, command: str, limit_s: float) -> str:
        """Run a command; return what was wrong with it, if anything."""
        home = f"/home/{USER}"
        own = {
            "HOME": home,
            "USER": USER,
            "LANG": "C.UTF-8",
            "PATH": "/usr/local/bin:/usr/bin:/bin",
        }
        inside = f"cd {home}/stammtisch && {command}"
        process = subprocess.Popen(
            ["taskset", "--cpu-list", ",".join(map(str, self.cores))]
            + ["unshare", "--mount", "--propagation=private", "--pid", "--fork", "--kill-child"]
            + ["sh", "-c", ENTER, "enter", str(self.root), USER, *map(str, self.folders), "--"]
            + [f"{name}={value}" for name, value in (self.settings | own).items()]
            + ["bash", "-c", inside],
            stdin=subprocess.DEVNULL,
        )
        try:
            status = process.wait(timeout=limit_s)
        except subprocess.TimeoutExpired:
            return f"took longer than {limit_s:.0f} s"
        finally:
            process.kill()
            process.wait()
        return f"failed with exit status {status}" if status else ""


@contextmanager
def newcomer(cores: list[int]) -> Iterator[Newcomer]:
    """Give somebody a machine with a clone of what is committed; take it away afterwards."""
    bare = bare_root()
    with removed_folder() as folder:
        root = folder / "root"
        quietly("cp", "--archive", "--reflink=auto", bare, root)
        home = root / "home" / USER
        quietly("git", "clone", "--quiet", "--no-hardlinks", PROJECT, home / "stammtisch")
        folders = give_pip(root, home)
        quietly("chroot", root, "chown", "--recursive", f"{USER}:{USER}", f"/home/{USER}")
        yield Newcomer(root, cores, folders, pip_variables())


@contextmanager
def removed_folder() -> Iterator[Path]:
    """Make a folder and remove it, though processes that were killed may still write to it."""
    folder = Path(tempfile.mkdtemp(prefix="newcomer-"))
    try:
        yield folder
    finally:
        for _ in range(100):
            shutil.rmtree(folder, ignore_errors=True)
            if not folder.exists():
                break
            time.sleep(0.1)


if __name__ == "__main__":
    run(main)
