"""Where compiled kernels are kept, so that a host compiles each of them once.

Numba looks only at a function's own file when it decides whether a cached compilation is still
good, but kernels call each other across files. So the cache lies in folders named after the
contents of all files that a kernel may call into: the engine's, and what `cache_by` tells.

This module knows no compiler: who only wants to know whether something is compiled need not load
one, which takes a second's fraction and seventy megabytes.
"""

import fcntl
import hashlib
import os
import platform
import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import IO

UNUSED_DAYS = 30
"""After so many days without use a folder of compiled kernels goes."""

_sources: dict[Path, str] = {}
_folders: dict[str, Path] = {}


def cache_by(sources: Iterable[Path], *, calls: Iterable[Path] = ()) -> None:
    """Tell that kernels in the files `sources` call into these and into those of `calls`.

    Call it before the files are imported. The engine's own files need not be named.
    """
    own = sorted(sources)
    reached = {*_ENGINE, *own, *calls}
    _sources.update({source: _digest(source.read_bytes()) for source in reached})
    folder = home() / _digest_of(reached)
    _folders.update({str(source): folder for source in own})


def home() -> Path:
    """Return the folder of all compiled kernels: NUMBA_CACHE_DIR, or one in the user's cache."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    user = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(chosen) if chosen else Path(user) / "stammtisch" / "kernels"


def folder_of(source: str) -> Path:
    """Return where compilations of functions in a file are kept, whether it exists or not."""
    return _folders.get(source) or home() / _digest_of(_sources)


def use(folder: Path) -> bool:
    """Make a folder of compilations, or keep it from growing old; False if that cannot be done.

    Whoever makes one removes those that nobody has used for a month.
    """
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            oldest = time.time() - UNUSED_DAYS * 86400
            for other in folder.parent.glob("?" * 16):
                if other.stat().st_mtime < oldest:
                    shutil.rmtree(other, ignore_errors=True)
        os.utime(folder)
    except OSError:
        return False  # a read-only home
    return True


@dataclass(frozen=True)
class Unit:
    """Kernels that are compiled together, such as the rules of one game.

    Once all of them are in the cache a mark says so, which holds the seconds that it took.
    """

    name: str
    source: str
    """The file of a kernel that reaches all files the others call into."""

    @property
    def mark(self) -> Path:
        """The file that is there once the unit is compiled."""
        return folder_of(self.source) / f"{self.name}.compiled"

    def is_compiled(self) -> bool:
        """Tell whether all kernels of the unit are in the cache."""
        return self.mark.exists()

    def seconds(self) -> float | None:
        """Return how long compiling it took, None if it is not compiled."""
        try:
            return float(self.mark.read_text() or 0)
        except (OSError, ValueError):
            return None

    def set_compiled(self, seconds: float) -> None:
        """Note that the unit is compiled; without effect where nothing can be kept."""
        with suppress(OSError):
            self.mark.parent.mkdir(parents=True, exist_ok=True)
            self.mark.write_text(f"{seconds:.2f}")
            self.mark.with_suffix(".wanted").unlink(missing_ok=True)

    def want(self) -> None:
        """Ask whoever compiles to take this unit next; without effect where nothing can be kept."""
        with suppress(OSError):
            self.mark.parent.mkdir(parents=True, exist_ok=True)
            self.mark.with_suffix(".wanted").touch()

    def is_wanted(self) -> bool:
        """Tell whether somebody waits for the unit."""
        return self.mark.with_suffix(".wanted").exists()

    def is_claimed(self) -> bool:
        """Tell whether a process is compiling the unit right now."""
        try:
            lock = self.claim()
        except OSError:
            return False
        if lock is None:
            return True
        lock.close()
        return False

    def claim(self) -> IO[bytes] | None:
        """Return a lock on the unit, or None while another process compiles it.

        The lock is held until the file is closed or the process ends. Raises OSError where nothing
        can be kept.
        """
        self.mark.parent.mkdir(parents=True, exist_ok=True)
        lock = self.mark.with_suffix(".lock").open("wb")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            return None
        return lock


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _digest_of(sources: Iterable[Path]) -> str:
    told = [f"{source.name} {_sources[source]}" for source in sorted(sources)]
    return _digest("\n".join([_COMPILER, *told]).encode())


def _processor() -> str:
    """Return what this processor can do, as far as the system tells."""
    with suppress(OSError, StopIteration):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line for line in lines if line.startswith(("flags", "Features")))
    return platform.processor()


_COMPILER = " ".join(
    [
        version("numba"),
        os.environ.get("NUMBA_CPU_NAME", ""),
        os.environ.get("NUMBA_CPU_FEATURES", ""),
        os.environ.get("NUMBA_BOUNDSCHECK", ""),
        platform.machine(),
        _digest(_processor().encode()),
    ]
)
_ENGINE = tuple(Path(__file__).parents[1].rglob("*.py"))
cache_by(_ENGINE)
