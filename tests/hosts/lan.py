"""Hosts of a network of their own: namespaces on one switch, which share nothing else.

A host has an address, a hostname and a folder. People reach the hosts over one more cable, from the
namespace that the tests run in. A host that is lost is unplugged first, so that nobody is told.
"""

import contextlib
import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from tests.faults.network import Namespaces, ip, try_ip

MARK = "hosts"
NAMED = 'hostname "$0" && exec "$@"'
"""What a shell does to be on a host of that name; the program takes its place."""
ENDS_S = 20


@dataclass(frozen=True)
class Host:
    """A host; its programs run `inside`."""

    name: str
    address: str
    namespace: str
    clients: str
    folder: Path

    @property
    def far(self):
        """The address at which its servers listen, as `tests.faults.servers` calls it."""
        return self.address

    def inside(self, *command):
        """Return a command that runs another one on the host."""
        here = ("ip", "netns", "exec", self.namespace, "unshare", "--uts")
        return (*here, "sh", "-c", NAMED, self.name, *command)

    def pids(self):
        """Return the ids of the processes that run on the host."""
        return [int(word) for word in ip("netns", "pids", self.namespace).split()]

    def kill(self):
        """Kill all that runs on the host."""
        until = time.monotonic() + ENDS_S
        while (left := self.pids()) and time.monotonic() < until:
            for pid in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.05)


class Lan(Namespaces):
    """A switch and the hosts at it; leaving the `with` block ends all that runs on them."""

    def __init__(self, folder):
        self.folder = folder
        self.hosts = {}
        number = os.getpid()
        self._switch = f"{MARK}-{number}-switch"
        self._cable = f"h{number}"
        self._block = f"198.19.{number % 256}"

    def add(self, name):
        """Return a new host."""
        namespace = f"{MARK}-{os.getpid()}-{name}"
        address = f"{self._block}.{len(self.hosts) + 10}"
        folder = self.folder / name
        folder.mkdir()
        folder.chmod(0o711)
        host = Host(name, address, namespace, f"{self._block}.0/24", folder)
        self.hosts[name] = host
        ip("netns", "add", namespace)
        self._plug(name, namespace, "eth0", address)
        ip("-n", namespace, "link", "set", "lo", "up")
        return host

    def lose(self, host):
        """Pull a host's plug, and let its programs be gone without a word to anybody."""
        ip("-n", self._switch, "link", "set", host.name, "down")
        host.kill()

    def _make(self):
        _sweep()
        ip("netns", "add", self._switch)
        ip("-n", self._switch, "link", "add", "switch", "type", "bridge")
        ip("-n", self._switch, "link", "set", "switch", "up")
        people = ("type", "veth", "peer", "name", "people", "netns", self._switch)
        ip("link", "add", self._cable, *people)
        ip("addr", "add", f"{self._block}.1/24", "dev", self._cable)
        ip("link", "set", self._cable, "up")
        self._connect("people")

    def _plug(self, port, namespace, cable, address):
        """Lay a cable from a port of the switch to a namespace that has this address."""
        ends = ("type", "veth", "peer", "name", cable, "netns", namespace)
        ip("-n", self._switch, "link", "add", port, *ends)
        ip("-n", namespace, "addr", "add", f"{address}/24", "dev", cable)
        ip("-n", namespace, "link", "set", cable, "up")
        self._connect(port)

    def _connect(self, port):
        ip("-n", self._switch, "link", "set", port, "master", "switch", "up")

    def _remove(self):
        for host in self.hosts.values():
            host.kill()
        names = [host.namespace for host in self.hosts.values()]
        try_ip("link", "del", self._cable)
        for name in (*names, self._switch):
            try_ip("netns", "del", name)


def _sweep():
    """Remove what a run has left that was killed."""
    for name in {line.split()[0] for line in ip("netns", "list").splitlines() if line}:
        mark, _, rest = name.partition("-")
        pid = rest.partition("-")[0]
        if mark == MARK and pid.isdecimal() and not Path(f"/proc/{pid}").exists():
            Host(name, "", name, "", Path()).kill()
            try_ip("netns", "del", name)
