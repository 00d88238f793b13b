"""The network between the programs and their servers, which a test cuts and heals.

The servers live in a network namespace of their own, at the other end of a pair of virtual cables.
A cut is silent, as a pulled plug is: packets vanish in both directions, nobody is told.
"""

import contextlib
import fcntl
import os
import subprocess
import tempfile
from itertools import count
from pathlib import Path

HOSTS = count(os.getpid() % 8000)
"""Networks of four addresses in 198.18.0.0/15, which is set aside for tests."""


TURN = Path(tempfile.gettempdir(), f"cables-{os.getuid()}-turn")
STILL = Path(tempfile.gettempdir(), f"cables-{os.getuid()}-still")
"""Files that are locked: by who takes a turn, and as long as cables are laid or left alone."""


class NotPermitted(RuntimeError):
    """This process may not make network namespaces."""


class Namespaces:
    """Namespaces that are made when a `with` block begins, and removed when it ends.

    Raises NotPermitted, with nothing left behind.
    """

    def __enter__(self):
        with _cables(fcntl.LOCK_EX):
            try:
                self._make()
            except (OSError, subprocess.CalledProcessError) as error:
                self._remove()
                raise NotPermitted(getattr(error, "stderr", None) or str(error)) from error
        return self

    def __exit__(self, *error):
        with _cables(fcntl.LOCK_EX):
            self._remove()


def cables_left_alone():
    """Return a context in which no test changes the addresses of this machine.

    At each change Chromium ends what it asks for, with ERR_NETWORK_CHANGED.
    """
    return _cables(fcntl.LOCK_SH)


@contextlib.contextmanager
def _cables(way):
    """Lock the cables; who has waited for others goes before all who come later."""
    with STILL.open("w") as still:
        with TURN.open("w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            fcntl.flock(still, way)
        yield


class Network(Namespaces):
    """A namespace; `near` is the programs' address in it and `far` that of the servers.

    `clients` are the addresses that servers let in.
    """

    def __init__(self):
        number = next(HOSTS)
        self.name = f"faults-{os.getpid()}-{number}"
        self._cable = f"f{os.getpid()}x{number % 100}"
        block = f"198.18.{number // 64 % 256}"
        first = number % 64 * 4
        self.near, self.far = f"{block}.{first + 1}", f"{block}.{first + 2}"
        self.clients = f"{self.near}/32"

    def inside(self, *command):
        """Return a command that runs another one in the namespace."""
        return ("ip", "netns", "exec", self.name, *command)

    def cut(self):
        """Let no packet in or out of the namespace any more."""
        ip("-n", self.name, "rule", "add", "pref", "1", "blackhole")

    def heal(self):
        """Let packets through again."""
        ip("-n", self.name, "rule", "del", "pref", "1")

    def _make(self):
        ip("netns", "add", self.name)
        ip("link", "add", self._cable, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        # Of IPv6 it has no address: that would come a second later, when browsers run again.
        ip("link", "set", self._cable, "addrgenmode", "none")
        ip("addr", "add", f"{self.near}/30", "dev", self._cable)
        ip("link", "set", self._cable, "up")
        ip("-n", self.name, "addr", "add", f"{self.far}/30", "dev", "eth0")
        ip("-n", self.name, "link", "set", "eth0", "up")
        ip("-n", self.name, "link", "set", "lo", "up")
        # The rule that delivers packets comes first; a cut has to come before it.
        ip("-n", self.name, "rule", "add", "pref", "100", "lookup", "local")
        ip("-n", self.name, "rule", "del", "pref", "0")

    def _remove(self):
        try_ip("link", "del", self._cable)
        try_ip("netns", "del", self.name)


def ip(*words):
    """Run `ip`; return what it prints."""
    done = subprocess.run(("ip", *words), check=True, capture_output=True, text=True)
    return done.stdout


def try_ip(*words):
    """Run `ip`, to remove what may not be there."""
    subprocess.run(("ip", *words), stderr=subprocess.DEVNULL, check=False)
