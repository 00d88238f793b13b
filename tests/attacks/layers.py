"""Taking layers out of the sandbox, to see that each of them stops something.

Only tests can: there is no setting for it.
"""

import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

from bots.sandbox import (
    Sandbox,
    Settings,
    bubblewrap,
    landlock,
    memory,
    readable,
    seccomp,
    slots,
)
from bots.sandbox.command import Limits

ALLOW_ALL = struct.pack("HBBI", 0x06, 0, 0, seccomp.ALLOW)
MORE_FOLDERS = (Path("/etc"), Path("/tmp"))


def _without_spaces(*flags: str):
    kept = tuple(each for each in bubblewrap.NAMESPACES if each not in flags)
    return patch.object(bubblewrap, "NAMESPACES", kept)


def _without_life(flag: str):
    return patch.object(bubblewrap, "LIFE", tuple(x for x in bubblewrap.LIFE if x != flag))


def _without_line(line: str):
    assert line in landlock.LAUNCHER
    return patch.object(landlock, "LAUNCHER", landlock.LAUNCHER.replace(line, "pass"))


LAYERS = {
    "filter": lambda: [patch.object(seccomp, "program", lambda **_: ALLOW_ALL)],
    "limits": lambda: [patch.object(Limits, "as_rlimits", lambda _: {})],
    "seal": lambda: [patch.object(bubblewrap, "SEAL", ())],
    "few folders": lambda: [patch.object(readable, "DATA", MORE_FOLDERS)],
    "network": lambda: [_without_spaces("--unshare-net")],
    "ipc": lambda: [_without_spaces("--unshare-ipc")],
    "processes": lambda: [_without_spaces("--unshare-pid"), _without_life("--as-pid-1")],
    "user of its own": lambda: [patch.object(slots, "take", lambda _: None)],
    "death with its parent": lambda: [
        _without_life("--die-with-parent"),
        _without_line(PARENT_DEATH),
    ],
    "watch": lambda: [patch.object(memory.Watch, "look", lambda *_: None)],
    "Landlock": lambda: [_without_line('lock_files(order["readable"], order["devices"])')],
}
PARENT_DEATH = 'must(libc.prctl(SET_PARENT_DEATH_SIGNAL, SIGKILL, 0, 0, 0), "parent-death signal")'


@contextmanager
def without(*names: str) -> Iterator[None]:
    """Leave out layers for a while; sandboxes must be opened and used inside."""
    with ExitStack() as stack:
        for name in names:
            for one in LAYERS[name]():
                stack.enter_context(one)
        yield


def undoctored(tier: str, **others) -> Sandbox:
    """Return a sandbox that the doctor has not seen, who would refuse one with a layer less."""
    settings = Settings(tier=tier, **others)
    kind = {"bwrap": bubblewrap.Bubblewrap, "landlock": landlock.Landlock}[tier]
    return Sandbox(kind(settings, readable.find(settings)), settings)
