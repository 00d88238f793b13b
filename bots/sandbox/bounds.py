"""What bounds a bot, with control groups and without: shown by `manage.py doctor`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from . import cgroup

NO_GROUPS: Final = 0
VERSIONS: Final = (NO_GROUPS, 1, 2)
"""The versions of control groups that a worker may have."""

_PROCESS: Final = "the limits of its process"
_WATCH: Final = "its worker, who looks"
_GROUP: Final = "its control group"
_ALWAYS: Final = {
    "mapped memory": (_PROCESS,),
    "memory, page tables and swap included": (_WATCH,),
    "memory that the kernel keeps": (),
    "threads and processes": (_PROCESS, "the filter of system calls"),
    "processor time": ("the clock of the match", _PROCESS),
}
_GROUPED: Final = {
    "memory, page tables and swap included",
    "memory that the kernel keeps",
    "threads and processes",
}


def version_of(groups: Sequence[Path]) -> int:
    """Return the version of the control groups that a worker was given, NO_GROUPS without any."""
    return cgroup.version(groups[0]) if groups else NO_GROUPS


def bounds(version: int) -> dict[str, tuple[str, ...]]:
    """Return what bounds each thing that a bot takes, the closest first; nothing, if none does."""
    is_grouped = version != NO_GROUPS
    return {
        what: by + (_GROUP,) * (is_grouped and what in _GROUPED) for what, by in _ALWAYS.items()
    }
