"""Browsers of tests run side by side, but not while the network of this machine changes."""

import fcntl
import threading
import time

import pytest

from tests.faults import network

SOON_S, LONG_S = 0.1, 20
ADDRESSED_S = 2.5
"""Within this a cable would have got an address of IPv6."""


@pytest.fixture(autouse=True)
def own_locks(tmp_path, monkeypatch):
    """Lock nothing that other tests wait for."""
    monkeypatch.setattr(network, "TURN", tmp_path / "turn")
    monkeypatch.setattr(network, "STILL", tmp_path / "still")


def started(lock, done):
    """Start a thread that takes a lock and says so."""

    def take():
        with lock:
            done.set()

    thread = threading.Thread(target=take, daemon=True)
    thread.start()
    return thread


def test_browsers_run_side_by_side():
    done = threading.Event()
    with network.cables_left_alone():
        started(network.cables_left_alone(), done)
        assert done.wait(LONG_S)


def test_cables_are_laid_between_browsers():
    laid, later = threading.Event(), threading.Event()
    with network.cables_left_alone():
        started(network._cables(fcntl.LOCK_EX), laid)
        assert not laid.wait(SOON_S)
        started(network.cables_left_alone(), later)
        assert not later.wait(SOON_S), "who comes later waits for who has waited"
    assert laid.wait(LONG_S)
    assert later.wait(LONG_S)


@pytest.mark.slow
@pytest.mark.needs("rights")
def test_nothing_changes_any_more_once_cables_are_laid():
    with network.Network() as own:
        laid = network.ip("addr", "show", "dev", own._cable)
        time.sleep(ADDRESSED_S)
        assert network.ip("addr", "show", "dev", own._cable) == laid
