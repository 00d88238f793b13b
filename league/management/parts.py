"""Parts of the system that Stammtisch can do without, and what does not work where one is missing.

The doctor, the demo and the tests ask here, so that all three say the same of a part.
"""

import importlib.util
import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bots import sandbox
from bots.sandbox import Settings
from bots.sandbox.runtimes import LIBRARIES

PINS: Final = Path(sandbox.__file__).parent / "pins"
REDIS: Final = ("127.0.0.1", 6379)
PATIENCE_S: Final = 5.0


@dataclass(frozen=True)
class Part:
    """One part; `turns_off` is a whole clause, `mend` a command or what else to do."""

    name: str
    turns_off: str
    mend: str
    lack: Callable[[], str]
    """Says what is wrong with the part, and nothing if it is there; takes milliseconds."""
    is_for_sites: bool = False
    """Whether people who use a site would miss it, and not its developers alone."""

    def told(self, lack: str, *, count: int = 0) -> str:
        """Return in one line what is missing, what that turns off, and what mends it."""
        skipped = "1 test was" if count == 1 else f"{count} tests were"
        off = f"{self.turns_off}, {skipped} skipped" if count else self.turns_off
        return f"{lack}: {off}. {self.mend}"


def _package(names: str) -> str:
    return f"sudo apt-get install {names}"


def _programs(name: str, *programs: str) -> Callable[[], str]:
    """Return a function that says whether any of some programs is missing."""

    def lack() -> str:
        return "" if all(map(shutil.which, programs)) else f"{name} is not installed"

    return lack


def _bubblewrap() -> str:
    """Try it, for a container may forbid what it does."""
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed"
    is_well = _succeeds("bwrap", "--unshare-all", "--ro-bind", "/", "/", "true")
    return "" if is_well else "bubblewrap may make no namespaces here"


def _libraries() -> str:
    """Compare what is pinned with what was pinned when the layers were installed."""
    home = Path(os.environ.get("BOT_LIBRARIES") or Settings.libraries)
    for layer in LIBRARIES:
        pinned = PINS / f"{layer}.txt"
        installed = home / layer / pinned.name
        if not installed.exists():
            return f"The layer {layer} of libraries for bots is not installed in {home}"
        if installed.read_bytes() != pinned.read_bytes():
            return f"The layer {layer} of libraries for bots in {home} is of another version"
    return ""


def _chromium() -> str:
    place = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
    return "" if place.exists() else f"Chromium is not installed as {place}"


def _redis() -> str:
    try:
        socket.create_connection(REDIS, timeout=PATIENCE_S).close()
    except OSError:
        return "Redis does not answer on 127.0.0.1"
    return ""


def _servers() -> str:
    has_postgresql = any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if has_postgresql and shutil.which("redis-server") and shutil.which("ip"):
        return ""
    return "PostgreSQL, Redis or iproute2 is not installed"


def _openspiel() -> str:
    return "" if importlib.util.find_spec("pyspiel") else "OpenSpiel is not installed"


def _rights() -> str:
    is_well = _succeeds("unshare", "--net", "--mount", "true")
    return "" if is_well else "This user may make no networks and mounts"


def _root() -> str:
    return "This user is not root" if os.geteuid() else ""


def _control_groups() -> str:
    if not control_groups():
        return "There are no control groups for memory and processes that this user may write to"
    return ""


def _succeeds(*command: str) -> bool:
    try:
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE_S, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def control_groups() -> tuple[Path, ...]:
    """Return where this user may make control groups that limit memory and processes.

    That is one place in version 2 or two in version 1, within the groups of this process; none, if
    something is missing.
    """
    places: dict[str, Path] = {}
    for controller, place in _groups_of_this_process():
        if os.access(place, os.W_OK):
            places.setdefault(controller, place)
    wanted = ("memory", "pids")
    if not all(name in places for name in wanted):
        return ()
    return tuple(dict.fromkeys(places[name] for name in wanted))


def _groups_of_this_process() -> Iterator[tuple[str, Path]]:
    """Yield controllers of groups below those that this process is in, and where these are."""
    own = dict(line.split(":", 2)[1:] for line in _text_of(Path("/proc/self/cgroup")).splitlines())
    for line in _text_of(Path("/proc/self/mounts")).splitlines():
        _device, mount, kind, options, *_rest = line.split()
        if kind == "cgroup":
            for name in options.split(","):
                yield name, Path(mount) / own.get(name, "/").lstrip("/")
        elif kind == "cgroup2":
            place = Path(mount) / own.get("", "/").lstrip("/")
            yield from (
                (name, place) for name in _text_of(place / "cgroup.subtree_control").split()
            )


def _text_of(file: Path) -> str:
    return file.read_text() if file.exists() else ""


PARTS: Final = {
    "bubblewrap": Part(
        "bubblewrap",
        "bots that people upload cannot play",
        _package("bubblewrap libseccomp2"),
        _bubblewrap,
        is_for_sites=True,
    ),
    "node": Part(
        "Node.js",
        "bots in JavaScript cannot play",
        _package("nodejs"),
        _programs("Node.js", "node"),
        is_for_sites=True,
    ),
    "libraries": Part(
        "libraries for bots",
        "bots with NumPy or ONNX Runtime cannot play",
        "sudo bots/sandbox/libraries.sh",
        _libraries,
        is_for_sites=True,
    ),
    "gcc": Part(
        "gcc",
        "programs in C cannot be compiled",
        _package("gcc libc6-dev"),
        _programs("gcc", "gcc", "cc"),
    ),
    "chromium": Part(
        "Chromium",
        "no page was opened in a browser",
        _package("chromium fonts-dejavu-core"),
        _chromium,
    ),
    "nginx": Part(
        "nginx",
        "no page was kept by a proxy",
        _package("nginx-light"),
        _programs("nginx", "nginx"),
    ),
    "caddy": Part(
        "Caddy",
        "no page came through the proxy of compose.yaml",
        _package("caddy"),
        _programs("Caddy", "caddy"),
    ),
    "podman": Part(
        "podman",
        "the image was neither built nor started",
        _package("podman runc catatonit debootstrap"),
        _programs(
            "podman, runc, catatonit or debootstrap", "podman", "runc", "catatonit", "debootstrap"
        ),
    ),
    "redis": Part(
        "Redis",
        "live news were not sent through it",
        _package("redis-server"),
        _redis,
    ),
    "servers": Part(
        "servers",
        "nothing was done to servers to break them",
        _package("postgresql redis-server iproute2"),
        _servers,
    ),
    "openspiel": Part(
        "OpenSpiel",
        "nothing is compared with it",
        "make bench",
        _openspiel,
    ),
    "rights": Part(
        "rights",
        "networks cannot be cut and disks cannot be filled",
        "Run it as root, in a container with the capability SYS_ADMIN.",
        _rights,
    ),
    "root": Part(
        "root",
        "bots cannot be given users of their own",
        "Run it as root.",
        _root,
    ),
    "control groups": Part(
        "control groups",
        "bots cannot be given groups of their own",
        "Run it as root, where /sys/fs/cgroup can be written.",
        _control_groups,
    ),
}


def missing_on_sites() -> Iterator[str]:
    """Say in one line each what people who use a site miss here, and what mends it.

    Who has no bubblewrap is not told of Node.js: no bot of theirs plays anyway.
    """
    for part in PARTS.values():
        if part.is_for_sites and (lack := part.lack()):
            yield part.told(lack)
            if part is PARTS["bubblewrap"]:
                return
