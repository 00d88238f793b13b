"""What bounds a bot that is locked up: shown by `manage.py doctor`."""

from typing import Final

_PROCESS: Final = "the limits of its process"
_WATCH: Final = "its worker, which measures it"
_GROUP: Final = "its control groups"
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


def bounds(*, has_groups: bool) -> dict[str, tuple[str, ...]]:
    """Return what bounds each thing that a bot takes, the closest first; nothing, if none does.

    Control groups bound the same in both of their versions.
    """
    return {
        what: (*by, _GROUP) if has_groups and what in _GROUPED else by
        for what, by in _ALWAYS.items()
    }
