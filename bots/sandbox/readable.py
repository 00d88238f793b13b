"""What of this machine a bot may read: interpreters, the standard library, shared libraries.

Never all of /usr, where container images keep the sources of applications.
"""

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .faults import SandboxError
from .runtimes import ONE_THREAD
from .settings import Settings

PRLIMIT = Path("/usr/bin/prlimit")
DEVICES = (Path("/dev/null"), Path("/dev/urandom"))
DATA = (Path("/etc/ld.so.cache"),)
"""Files besides programs: where libraries lie."""
ENVIRONMENT = {"PATH": "/usr/bin", "HOME": "/bot", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
"""All that a bot without libraries finds in its environment."""

_ASK = """
import json, os, sys, sysconfig
get = sysconfig.get_config_var
shared = os.path.join(get("LIBDIR"), get("INSTSONAME")) if get("Py_ENABLE_SHARED") else None
folders = {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
print(json.dumps([os.path.realpath(sys.executable), shared, sorted(folders)]))
"""


@dataclass(frozen=True)
class Readable:
    """Where what lies: `paths` maps a place as a bot sees it to the place on this machine."""

    paths: dict[Path, Path]
    links: dict[Path, str]
    """Symbolic links such as /lib, with what they say."""


def environment(layers: Sequence[Path]) -> dict[str, str]:
    """Return all that a bot finds in its environment if it finds these layers of libraries."""
    if not layers:
        return ENVIRONMENT
    return ENVIRONMENT | ONE_THREAD | {"PYTHONPATH": ":".join(map(str, layers))}


def find(settings: Settings) -> Readable:
    """Ask this machine; raises SandboxError if bots cannot run on it."""
    paths: dict[Path, Path] = {}
    links: dict[Path, str] = {}
    for path in (*_python(settings.python), *_node(settings.node), PRLIMIT, *_libraries()):
        if path.exists():
            paths[path] = path.resolve()
    for path in (Path("/lib"), Path("/lib64")):
        if path.is_symlink():
            links[path] = str(path.readlink())
        elif path.exists():
            paths[path] = path
    if PRLIMIT not in paths:
        raise SandboxError(f"{PRLIMIT} is missing: install util-linux")
    return Readable(paths, links)


def _python(python: Path) -> Iterator[Path]:
    """Yield the interpreter and its standard library, without what was installed to it."""
    try:
        done = subprocess.run(  # noqa: S603 - a setting of whoever runs the worker
            [python, "-I", "-S", "-c", _ASK], capture_output=True, check=True, timeout=20, cwd="/"
        )
        real, shared, folders = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise SandboxError(
            f"{python} is no working Python: set BOT_PYTHON to one that every user of this "
            f"machine can start ({error})"
        ) from None
    yield python
    yield Path(real)
    if shared is not None:
        yield Path(shared)
    yield from map(Path, folders)


def _node(node: Path) -> Iterator[Path]:
    if os.access(node, os.X_OK):
        yield node
        yield node.resolve()


def _libraries() -> Iterator[Path]:
    """Yield the folders of the C library and others of this architecture, and their list."""
    yield from Path("/usr/lib").glob("*-linux-gnu")
    yield from (Path("/usr/lib64"), *DATA)
