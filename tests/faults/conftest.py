"""Servers that nobody else uses, and all programs before them."""

import os
import tempfile
from pathlib import Path

import pytest

from . import disk, network
from .house import House
from .servers import Servers, can_serve

DISK_MB = 320


def need(is_there, what):
    """Skip a test for which something is missing, but never in CI."""
    if not is_there:
        assert "CI" not in os.environ, what
        pytest.skip(what)


@pytest.fixture
def place():
    """A folder that those can enter who have no rights: the servers."""
    with tempfile.TemporaryDirectory(prefix="faults-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)


@pytest.fixture
def small_disk(place):
    """A disk that is soon full."""
    try:
        with disk.SmallDisk(place / "disk", megabytes=DISK_MB) as small:
            yield small
    except disk.NotPermitted as refusal:
        need(False, f"a small disk cannot be mounted: {refusal}")


@pytest.fixture
def servers(place, small_disk):
    """PostgreSQL and Redis, in a network of their own."""
    need(can_serve(), "PostgreSQL or Redis is not installed")
    try:
        with network.Network() as own, Servers(place, own, small_disk) as both:
            yield both
    except network.NotPermitted as refusal:
        need(False, f"a network cannot be made: {refusal}")


@pytest.fixture
def house(place, servers):
    """All programs, as soon as they serve pages."""
    folder = place / "house"
    folder.mkdir()
    with House(folder, servers.variables) as programs:
        programs.await_page()
        yield programs
