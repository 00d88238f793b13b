"""How a worker wants its bots locked up. No configuration is read here: callers pass theirs."""

from dataclasses import dataclass
from pathlib import Path

TIERS = ("auto", "bwrap", "landlock", "unsafe")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What `open_proven` is given.

    `auto` takes bubblewrap, or Landlock where bubblewrap cannot work and `needs_threads` is not
    set. `unsafe` starts bots like any program; it wants both `debug` and `allow_unsafe`.
    """

    tier: str = "auto"
    needs_threads: bool = False
    """Whether bots in other languages than Python and C, or with threads, must be able to play."""
    debug: bool = False
    allow_unsafe: bool = False
    python: Path = Path("/usr/bin/python3")
    """The interpreter of bots: one that every user can reach, never that of the worker."""
    node: Path = Path("/usr/bin/node")
    libraries: Path = Path("/usr/local/lib/stammtisch-bots")
    """Where `libraries.sh` puts the layers of libraries that bots may import."""
    first_uid: int = 60_600
    """A worker that is root gives each bot one of `uids` user ids from here; nobody else's.

    Neither people nor Debian's packages nor systemd's services are given these.
    """
    uids: int = 256
    cgroups: tuple[Path, ...] = ()
    """Control groups that the worker may make groups in for each bot: one of version 2, or one of
    version 1 for memory and one for pids."""
    start_s: float = 5.0
    """How long the sandbox itself may take to start a bot."""
    scratch_mount: Path = Path("/mnt")
    """Where the file system of a bot's /tmp is mounted before it gets there, seen by no one."""
