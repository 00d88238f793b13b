"""A control group for one bot, where the worker was given a place for such.

Limits of a process bound what it may map; a group bounds what it really holds, the kernel's
share included. Version 2 only.
"""

import contextlib
from pathlib import Path

from .command import Limits
from .faults import SandboxError


def join(parent: Path, pid: int, limits: Limits) -> Path:
    """Put a process that does not run yet into a new group; return that. Raises SandboxError."""
    group = parent / f"bot-{pid}"
    try:
        # A worker that was killed leaves its groups behind, empty.
        group.mkdir(exist_ok=True)
        for name, value in maxima(limits).items():
            (group / name).write_text(str(value))
        (group / "cgroup.procs").write_text(str(pid))
    except OSError as error:
        leave(group)
        raise SandboxError(
            f"a bot cannot join {group}: {error.strerror}; delegate a control group of version 2 "
            "to the user of the worker, with `+memory +pids` in its cgroup.subtree_control"
        ) from None
    return group


def maxima(limits: Limits) -> dict[str, int]:
    """Return what a group may hold, by the names of its files."""
    memory = limits.memory_bytes or limits.address_bytes
    return {"memory.max": memory + limits.scratch_bytes, "pids.max": limits.threads}


def leave(group: Path) -> None:
    """Remove the group of a process that is gone."""
    with contextlib.suppress(OSError):
        group.rmdir()
