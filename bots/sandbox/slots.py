"""User ids for bots of a worker that is root: one each, as long as its process lives.

A slot is taken by binding an abstract socket of its number, which no two processes can and which
the kernel gives back when the worker ends, however it ends.
"""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from .faults import SandboxError
from .settings import Settings


@dataclass(frozen=True)
class Slot:
    """A user and group id that one bot has for itself."""

    uid: int
    lock: socket.socket

    def free(self) -> None:
        """Give the id back; nothing of the bot may run any more."""
        self.lock.close()


def take(settings: Settings) -> Slot | None:
    """Return a free slot, or None for a worker that is no root; raises SandboxError."""
    if os.geteuid() != 0:
        return None
    for uid in range(settings.first_uid, settings.first_uid + settings.uids):
        lock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            lock.bind(f"\0stammtisch-bot-{uid}")
        except OSError:
            lock.close()
            continue
        return Slot(uid, lock)
    raise SandboxError(
        f"all {settings.uids} user ids from {settings.first_uid} are taken by bots of this "
        "machine: run fewer workers or raise the setting `uids`"
    )


@contextmanager
def taken(settings: Settings) -> Iterator[Slot | None]:
    """Take a slot for a bot that is started inside; it is free again if that fails."""
    slot = take(settings)
    try:
        yield slot
    except BaseException:
        if slot is not None:
            slot.free()
        raise
