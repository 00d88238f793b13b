"""A plugin for pytest: notes which lines each test runs, and how long it takes.

Every process writes both into the folder `TRACES`; `reach.py` reads them.
"""

import json
import os
from collections import Counter
from pathlib import Path

import coverage
import pytest

FOLDERS = ("engine", "games", "league/logic", "league/services")
"""What is changed, unless somebody names other folders, and therefore traced."""


class Tracer:
    """Traces what the tests of one process run."""

    def __init__(self, root: Path, folder: Path):
        self.folder = folder
        self.seconds: Counter[str] = Counter()
        self.coverage = coverage.Coverage(
            data_file=str(folder / "lines"),
            data_suffix=True,
            config_file=False,
            include=[f"{root / each}/*" for each in FOLDERS],
            concurrency="thread",
            messages=False,
        )
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        """Note what runs, fixtures included, under the id of the test."""
        self.coverage.switch_context(own_id(item))
        return (yield)

    def pytest_runtest_makereport(self, item, call):
        """Add up how long a test takes, with its fixtures."""
        self.seconds[own_id(item)] += call.duration

    def pytest_sessionfinish(self):
        """Write what is known."""
        self.coverage.stop()
        self.coverage.save()
        (self.folder / f"seconds.{os.getpid()}.json").write_text(json.dumps(self.seconds))


def own_id(item: pytest.Item) -> str:
    """Return the id of a test without its group, which only parallel workers add."""
    group = item.get_closest_marker("xdist_group")
    return item.nodeid.removesuffix(f"@{group.args[0]}") if group else item.nodeid


def pytest_configure(config):
    """Trace where tests run: in each worker, or here if there are none."""
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        config.pluginmanager.register(Tracer(config.rootpath, Path(os.environ["TRACES"])))
