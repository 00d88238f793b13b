"""Starting a program with pipes to it, as somebody with fewer rights."""

import contextlib
import math
import os
import select
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from .faults import SandboxError
from .readable import ENVIRONMENT
from .slots import Slot

SETPRIV = "/usr/bin/setpriv"
ALONE = ("--clear-groups", "--inh-caps=-all", "--")


def spawn(
    words: list[str],
    slot: Slot | None,
    *,
    passed: tuple[int, ...],
    folder: Path = Path("/"),
    environment: Mapping[str, str] = ENVIRONMENT,
) -> "subprocess.Popen[bytes]":
    """Start a program with pipes, in a session of its own, as the user of the slot.

    Another program changes the user: with Popen's own `user` the memory map of a large worker
    would be copied for every bot, which takes longer than all the rest.
    """
    drop = [] if slot is None else [SETPRIV, f"--reuid={slot.uid}", f"--regid={slot.uid}", *ALONE]
    try:
        return subprocess.Popen(  # noqa: S603 - bots' words are never the first
            [*drop, *words],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=passed,
            start_new_session=True,
            env=environment,
            cwd=folder,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise SandboxError(f"{words[0]} could not be started: {error}") from None


def discard(starter: "subprocess.Popen[bytes]") -> None:
    """Kill what was started but did not become a bot."""
    starter.kill()
    starter.wait()
    for pipe in (starter.stdin, starter.stdout, starter.stderr):
        if pipe is not None:
            pipe.close()


def is_ready(descriptor: int, *, wait_s: float) -> bool:
    """Tell whether there is something to read, or becomes so within `wait_s`."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(math.ceil(1000 * wait_s)))


def told(descriptor: int, *, wait_s: float, until: bytes | None = None) -> bytes:
    """Return what comes down a status pipe until `until`, its end, or `wait_s` has passed."""
    heard, end = b"", time.monotonic() + wait_s
    while until is None or until not in heard:
        left = end - time.monotonic()
        if left <= 0 or not is_ready(descriptor, wait_s=left):
            break
        piece = os.read(descriptor, 4096)
        if not piece:
            break
        heard += piece
    return heard


class Pipe(contextlib.AbstractContextManager["Pipe"]):
    """A pipe between here and what is started; closed when that has its own ends."""

    def __init__(self) -> None:
        end, mouth = os.pipe()
        self.end = os.fdopen(end, "rb", buffering=0)
        self.mouth = os.fdopen(mouth, "wb", buffering=0)

    def __exit__(self, *_: object) -> None:
        self.end.close()
        self.mouth.close()

    def write(self, content: bytes) -> None:
        """Write what fits into an empty pipe, and close the mouth."""
        self.mouth.write(content)
        self.mouth.close()
