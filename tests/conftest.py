"""What every test may rely on."""

import fcntl
import gc
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.nodeid import NodeId
from django.db import connections
from hypothesis import settings

from bots.compile import compile_all
from engine.kernels import binding
from league.logic import compile as compiling

from . import parts, quiet, sweeps

ROOT = Path(__file__).parent.parent

settings.register_profile("stammtisch", deadline=None)
settings.load_profile("stammtisch")


def pytest_configure(config):
    """Compile rules and draws once, before parallel workers would each want them.

    Searches are compiled by the tests that play them, while others go on.
    """
    if binding.COMPILED and not hasattr(config, "workerinput"):
        rules = compiling.works(with_searches=False)
        compile_all(rules, program=compiling.__name__, out=sys.stderr, waits=True)


@pytest.fixture(autouse=True)
def compiles(monkeypatch):
    """Let tests compile what they call for, whatever servers were imported before."""
    monkeypatch.setattr(binding, "_compiles", binding.COMPILED)


@pytest.fixture(autouse=True)
def hearing(request):
    """Fail a test in which the site logs an error that nobody asked for."""
    with quiet.listening(quiet.asked_by(request.node)):
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Skip a test that needs what is missing before anything is made for it."""
    parts.check(item)


def pytest_terminal_summary(terminalreporter):
    """Tell what missing parts have turned off, and what installs them."""
    skipped = terminalreporter.stats.get("skipped", [])
    for line in parts.told(report.longrepr[2] for report in skipped):
        terminalreporter.write_line(line, yellow=True)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark sweeps before `-m` looks; then add the group of a test to its id, for the scheduler.

    pytest-xdist 3.8 sets an attribute that pytest 9.2 has no more, and all are without a group:
    https://github.com/pytest-dev/pytest-xdist/issues/1386
    """
    sweeps.mark_slow(items)
    if turn := os.environ.get("SWEEP_TURN"):
        left_out = set(sweeps.out_of_turn(items, turn))
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    yield
    if hasattr(config, "workerinput"):
        for item in items:
            for mark in item.iter_markers("xdist_group"):
                item._id = NodeId.parse(f"{item.nodeid}@{mark.args[0]}")


def pytest_collection_finish():
    """Let few searches for garbage be made, and none of what stays: modules, tests, kernels."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb):
    """Take up the copy that `django_db_modify_db_settings` makes of a migrated database."""
    return django_db_keepdb or _is_sqlite()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings, tmp_path_factory, request):
    """Keep SQLite's test database in a file: in memory, threads would fail instead of wait."""
    if _is_sqlite():
        path = tmp_path_factory.mktemp("database") / "test.sqlite3"
        connections["default"].settings_dict["TEST"]["NAME"] = str(path)
        shutil.copyfile(request.getfixturevalue("migrated"), path)


def _is_sqlite():
    return connections["default"].vendor == "sqlite"


@pytest.fixture(scope="session")
def migrated(tmp_path_factory, worker_id):
    """A migrated SQLite database; the worker that is first makes it while the others wait."""
    if made := os.environ.get("MIGRATED"):
        return Path(made)  # tests/mutants has made one for all its runs
    own = tmp_path_factory.getbasetemp()
    folder = own if worker_id == "master" else own.parent
    path, unfinished = folder / "migrated.sqlite3", folder / "unfinished.sqlite3"
    with (folder / "migrating").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            subprocess.run(
                [sys.executable, ROOT / "manage.py", "migrate", "--verbosity=0", "--skip-checks"],
                env=os.environ | {"DATABASE_URL": f"sqlite:///{unfinished}"},
                check=True,
            )
            unfinished.rename(path)
    return path
