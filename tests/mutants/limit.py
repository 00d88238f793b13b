"""A plugin for pytest: tests of one case come first, sweeps last; one without end fails."""

import signal

import pytest

CPU_S, WALL_S = 60, 300
"""What no quick test takes with uncompiled rules, however busy the machine is."""


def _fail(signum, frame):
    pytest.fail("this goes on for ever")


def _begin():
    signal.setitimer(signal.ITIMER_PROF, CPU_S, CPU_S)
    signal.setitimer(signal.ITIMER_REAL, WALL_S, WALL_S)


def pytest_configure():
    signal.signal(signal.SIGPROF, _fail)
    signal.signal(signal.SIGALRM, _fail)
    _begin()  # importing may be what does not end


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logstart():
    _begin()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Ask the quickest first: a sweep asks the same of many cases, and takes most of the time."""
    items.sort(key=lambda item: item.get_closest_marker("sweep") is not None)
