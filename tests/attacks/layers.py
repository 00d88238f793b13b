"""Taking layers out of the sandbox, to see that each of them stops something.

Only tests can: there is no setting for it.
"""

import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from unittest.mock import patch

from bots.sandbox import Sandbox, Settings, bubblewrap, landlock, readable, seccomp, slots
from bots.sandbox.command import Limits

ALLOW_ALL = struct.pack("HBBI", 0x06, 0, 0, seccomp.ALLOW)
WHOLE_ROOT = ("--bind", "/", "/", "--dev-bind", "/dev", "/dev", "--proc", "/proc")


def _spaces(flag: str):
    kept = tuple(each for each in bubblewrap.NAMESPACES if each != flag)
    return patch.object(bubblewrap, "NAMESPACES", kept)


def _launcher(line: str, instead: str):
    assert line in landlock.LAUNCHER
    return patch.object(landlock, "LAUNCHER", landlock.LAUNCHER.replace(line, instead))


LAYERS = {
    "filter": lambda: patch.object(seccomp, "program", lambda **_: ALLOW_ALL),
    "limits": lambda: patch.object(Limits, "as_rlimits", lambda _: {}),
    "seal": lambda: patch.object(bubblewrap, "SEAL", ()),
    "network": lambda: _spaces("--unshare-net"),
    "ipc": lambda: _spaces("--unshare-ipc"),
    "processes": lambda: _spaces("--unshare-pid"),
    "user of its own": lambda: patch.object(slots, "take", lambda _: None),
    "own root": lambda: patch.object(bubblewrap, "NOBODY", (*bubblewrap.NOBODY, *WHOLE_ROOT)),
    "death with its parent": lambda: patch.object(bubblewrap, "LIFE", ("--as-pid-1",)),
    "Landlock": lambda: _launcher("lock_files(order", "len(order"),
}


@contextmanager
def without(*names: str) -> Iterator[None]:
    """Leave out layers for a while; sandboxes must be opened inside."""
    with ExitStack() as stack:
        for name in names:
            stack.enter_context(LAYERS[name]())
        yield


@cache
def _readable(settings: Settings) -> readable.Readable:
    return readable.find(settings)


def undoctored(settings: Settings) -> Sandbox:
    """Return a sandbox that the doctor has not seen, who would refuse one with a layer less."""
    tier = {"bwrap": bubblewrap.Bubblewrap, "landlock": landlock.Landlock}[settings.tier]
    return Sandbox(tier(settings, _readable(settings)), settings)
