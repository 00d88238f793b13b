"""A network of hosts, ended in order whatever ends the tests."""

import signal

import pytest

from tests.faults.conftest import place

from . import release
from .house import House
from .lan import Lan

__all__ = ["place"]


@pytest.fixture
def ends_in_order():
    """Let a request to end be an interruption, so that nothing is left running."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.fixture
def house(place, ends_in_order):
    """Hosts with nothing on them but PostgreSQL and Redis on theirs."""
    with Lan(place) as lan, House(lan, place) as hosts:
        yield hosts


@pytest.fixture
def before(place):
    """The release from which hosts are upgraded; without history it is this one, and none is."""
    if release.is_there():
        return release.laid_out(place / "before")
    print(f"\nLEFT OUT: the upgrade. This clone has no revision {release.LAST}; fetch the history.")  # noqa: T201
    return release.TODAY
