"""Control groups for one bot, where the worker was given places for them.

Limits of a process bound what it may map; a group bounds what it really holds, the kernel's
share included. In version 2 one group limits everything. In version 1 memory and processes are
limited in two trees, so the worker is given a place in each.
"""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .command import Limits
from .faults import SandboxError


@dataclass(frozen=True)
class Maximum:
    """A limit of a group: what is written into which file, by the version's name for it."""

    what: str
    files: Mapping[str, int]
    is_needed: bool = True
    """Kernels may be built without counting swap; the worker's watch over memory counts it."""


def maxima(limits: Limits) -> tuple[Maximum, ...]:
    """Return what a group may hold, in the order in which it is to be written."""
    memory = (limits.memory_bytes or limits.address_bytes) + limits.scratch_bytes
    return (
        Maximum("memory", {"memory.max": memory, "memory.limit_in_bytes": memory}),
        # Version 1 counts memory and swap together.
        Maximum(
            "swap", {"memory.swap.max": 0, "memory.memsw.limit_in_bytes": memory}, is_needed=False
        ),
        Maximum("processes", {"pids.max": limits.threads}),
    )


def join(parents: Sequence[Path], pid: int, limits: Limits) -> tuple[Path, ...]:
    """Put a process that does not run yet into new groups; return these. Raises SandboxError."""
    groups = tuple(parent / f"bot-{pid}" for parent in parents)
    try:
        leave(groups)  # a worker that was killed leaves its groups behind, empty
        for group in groups:
            group.mkdir(exist_ok=True)
        for maximum in maxima(limits):
            _limit(groups, maximum)
        for group in groups:
            (group / "cgroup.procs").write_text(str(pid))
    except OSError as error:
        leave(groups)
        raise SandboxError(
            f"a bot cannot join {' and '.join(map(str, groups))}: {error.strerror}; delegate a "
            "control group of version 2 to the user of the worker, with `+memory +pids` in its "
            "cgroup.subtree_control, or one of version 1 for memory and one for pids"
        ) from None
    return groups


def leave(groups: Sequence[Path]) -> None:
    """Remove the groups of a process that is gone."""
    for group in groups:
        with contextlib.suppress(OSError):
            group.rmdir()


def _limit(groups: Sequence[Path], maximum: Maximum) -> None:
    """Write a limit into every group that has a file for it; raises OSError if none has."""
    found = list(_files(groups, maximum))
    for file, value in found:
        file.write_text(str(value))
    if maximum.is_needed and not found:
        raise OSError(0, f"no group there limits {maximum.what}")


def _files(groups: Sequence[Path], maximum: Maximum) -> Iterator[tuple[Path, int]]:
    for group in groups:
        for name, value in maximum.files.items():
            if (group / name).exists():
                yield group / name, value
