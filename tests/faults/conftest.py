"""Servers that nobody else uses, and all programs before them."""

import tempfile
from pathlib import Path

import pytest

from . import disk, network
from .house import House
from .servers import Servers

DISK_MB = 320


@pytest.fixture
def place():
    """A folder that those can enter who have no rights: the servers."""
    with tempfile.TemporaryDirectory(prefix="faults-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)


@pytest.fixture
def small_disk(place):
    """A disk that is soon full."""
    with disk.SmallDisk(place / "disk", megabytes=DISK_MB) as small:
        yield small


@pytest.fixture
def servers(place, small_disk):
    """PostgreSQL and Redis, in a network of their own."""
    with network.Network() as own, Servers(place, own, small_disk) as both:
        yield both


@pytest.fixture
def house(place, servers):
    """All programs, as soon as they serve pages."""
    folder = place / "house"
    folder.mkdir()
    with House(folder, servers.variables) as programs:
        programs.await_page()
        yield programs
