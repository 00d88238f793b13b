"""The second choice's program: gives up rights one by one, then becomes the bot.

It is handed to the bots' interpreter as text, as that may not reach this file, with a call of
`main` after it; so it imports nothing of ours, and little else, as every bot waits for it. It
tells on a pipe whether it came to the end, before any word of the bot's.
"""

from __future__ import annotations

import ctypes
import os
import resource

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
ABI_QUESTION = 1
PATH_BENEATH = 1
SET_PARENT_DEATH_SIGNAL, SET_SECCOMP, SET_NO_NEW_PRIVILEGES = 1, 22, 38
SIGKILL, FILTER_MODE = 9, 2

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
FILE_RIGHTS_BY_ABI = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
NETWORK_RIGHTS, NETWORK_ABI = 3, 4
SCOPES, SCOPES_ABI = 3, 6

libc = ctypes.CDLL(None, use_errno=True)


class Ruleset(ctypes.Structure):
    """What a ruleset forbids where no rule allows it."""

    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scopes", ctypes.c_uint64),
    )


class Beneath(ctypes.Structure):
    """A rule: what is allowed with all that lies under a path."""

    _pack_ = 1
    _fields_ = (("rights", ctypes.c_uint64), ("parent", ctypes.c_int32))


class Filter(ctypes.Structure):
    """A seccomp program: its length in instructions, and where it lies."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


def must(result: int, what: str) -> int:
    """Return the result of a call; raises OSError naming it if it failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), what)
    return result


def lock_files(readable: list[str], devices: list[str]) -> None:
    """Let this process only read what it is told, with all that this kernel can forbid."""
    abi = must(libc.syscall(CREATE_RULESET, None, 0, ABI_QUESTION), "Landlock")
    rights = FILE_RIGHTS_BY_ABI[max(n for n in FILE_RIGHTS_BY_ABI if n <= abi)]
    wanted = Ruleset(rights)
    size = 8
    if abi >= NETWORK_ABI:
        wanted.network, size = NETWORK_RIGHTS, 16
    if abi >= SCOPES_ABI:
        wanted.scopes, size = SCOPES, 24
    rules = must(libc.syscall(CREATE_RULESET, ctypes.byref(wanted), size, 0), "Landlock's rules")
    for path in readable:
        # pathlib would take longer to import than all the rest.
        is_folder = os.path.isdir(path)  # noqa: PTH112
        allow(rules, path, EXECUTE | READ_FILE | (READ_DIR if is_folder else 0))
    for path in devices:
        allow(rules, path, READ_FILE | WRITE_FILE)
    must(libc.syscall(RESTRICT_SELF, rules, 0), "Landlock's lock")
    os.close(rules)


def allow(rules: int, path: str, rights: int) -> None:
    """Add a rule for one path."""
    parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    rule = Beneath(rights, parent)
    must(libc.syscall(ADD_RULE, rules, PATH_BENEATH, ctypes.byref(rule), 0), path)
    os.close(parent)


def filter_calls(program: bytes) -> None:
    """Let the kernel look at every system call from now on."""
    text = ctypes.create_string_buffer(program, len(program))
    wanted = Filter(len(program) // 8, ctypes.addressof(text))
    must(libc.prctl(SET_SECCOMP, FILTER_MODE, ctypes.byref(wanted), 0, 0), "seccomp")


def become(order: dict[str, Any]) -> None:
    """Execute the bot; that a bot's own program is none is not told as a failure of ours."""
    try:
        os.execve(order["argv"][0], order["argv"], order["environment"])  # noqa: S606
    except OSError as error:
        if not order["own"]:
            raise
        os.write(2, f"{order['own']}: {error.strerror}\n".encode())
        os._exit(126)


def main(order: dict[str, Any]) -> None:
    """Lock this process in and become the bot; tell on the status pipe what failed."""
    status, program = order["status"], order["filter"]
    for descriptor in (status, program):
        os.set_inheritable(descriptor, False)
    try:
        must(libc.prctl(SET_PARENT_DEATH_SIGNAL, SIGKILL, 0, 0, 0), "parent-death signal")
        if os.getppid() != order["parent"]:
            raise OSError("the worker is gone")
        must(libc.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0), "no new privileges")
        lock_files(order["readable"], order["devices"])
        for number, value in order["limits"]:
            resource.setrlimit(number, (value, value))
        instructions = os.read(program, 1 << 16)
        os.write(status, b"locked\n")
        filter_calls(instructions)
        become(order)
    except BaseException as error:
        os.write(status, f"failed: {error}\n".encode())
    os._exit(1)
