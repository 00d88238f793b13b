"""A plugin for pytest: what `ASKED` says is run; a test without end fails.

`ASKED` is a file of JSON: `only`, the ids of tests in the order in which they are to run, or
`without`, those that are left out; then tests of one case come first, sweeps last.
"""

import json
import os
import signal
from pathlib import Path

import pytest

CPU_S, WALL_S = 60, 300
"""What no quick test takes with uncompiled rules, however busy the machine is."""


def _fail(signum, frame):
    pytest.fail("this goes on for ever")


def _begin():
    signal.setitimer(signal.ITIMER_PROF, CPU_S, CPU_S)
    signal.setitimer(signal.ITIMER_REAL, WALL_S, WALL_S)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests():
    """Begin before any code is imported: that may be what does not end."""
    signal.signal(signal.SIGPROF, _fail)
    signal.signal(signal.SIGALRM, _fail)
    _begin()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logstart():
    _begin()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Ask the quickest first: a sweep asks the same of many cases, and takes most of the time."""
    asked = json.loads(Path(os.environ["ASKED"]).read_text()) if "ASKED" in os.environ else {}
    if "only" in asked:
        place = {test: number for number, test in enumerate(asked["only"])}
        items[:] = [item for item in items if item.nodeid in place]
        items.sort(key=lambda item: place[item.nodeid])
    else:
        without = set(asked.get("without", []))
        items[:] = [item for item in items if item.nodeid not in without]
        items.sort(key=lambda item: item.get_closest_marker("sweep") is not None)
