"""Work on several cores: in order, and with nothing left when it is broken off."""

import os
import signal
import time
from functools import partial
from multiprocessing import Pipe, active_children

import pytest

from bots.contests import pool


def squared(number):
    time.sleep(0.02 * (number % 2))
    return number**2, os.getpid()


def failing(number):
    raise LookupError(f"no {number}")


def vanishing(number):
    os._exit(3)


def lasting(folder, number):
    """Finish number 0 only, once 1 has begun; leave a note whenever work is broken off."""
    begun = folder / "begun"
    if number == 0:
        while not begun.exists():
            time.sleep(0.01)
        return number
    try:
        begun.touch()
        time.sleep(60)
    finally:
        (folder / str(number)).touch()


@pytest.mark.further
def test_results_come_in_order_from_several_processes():
    found = list(pool.in_order(squared, range(9), cores=2))
    assert [square for square, _ in found] == [number**2 for number in range(9)]
    assert len({process for _, process in found} - {os.getpid()}) == 2


def test_one_core_works_right_here():
    assert [process for _, process in pool.in_order(squared, range(2), cores=1)] == [
        os.getpid()
    ] * 2


@pytest.mark.further
def test_what_work_raises_is_raised_here_with_its_place():
    with pytest.raises(LookupError, match=r"no [01]") as raised:
        list(pool.in_order(failing, range(4), cores=2))
    assert "in failing" in raised.value.__notes__[0]


def test_a_process_ends_quietly_when_its_answers_are_left_unread():
    ours, theirs = Pipe()
    ours.send((0, "answered"))
    ours.send((1, "left"))
    before = signal.getsignal(signal.SIGTERM)
    try:
        pool._serve(theirs, lambda task: ours.close() if task == "left" else None)
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_process_that_vanishes_is_told():
    with pytest.raises(RuntimeError, match="has ended"):
        list(pool.in_order(vanishing, range(4), cores=2))


@pytest.mark.further
def test_who_stops_asking_leaves_no_process_and_ends_properly(tmp_path):
    found = pool.in_order(partial(lasting, tmp_path), range(9), cores=2)
    assert next(found) == 0
    began = time.monotonic()
    found.close()
    assert time.monotonic() - began < pool.GRACE_S
    assert active_children() == []
    assert (tmp_path / "1").exists()
