"""A change is noticed in the copy; the tree itself stays as it is."""

import signal
from pathlib import Path

import pytest

from . import alike, limit
from .__main__ import ROOT
from .candidates import Mutant, candidates
from .reach import Reach
from .trial import NOTICED, UNNOTICED, Trial

SOURCE = b"def taller(a, b):\n    return a > b\n"
TALLER = """
from games.whist import taller
def test_taller(): assert taller(2, 1)
"""
WRONG = "def test_wrong(): assert taller(1, 2)"
BENEATH = "def test_beneath(): assert 1 < 2"


PLUGINS = [
    f"tests/{name}"
    for name in ("__init__.py", "mutants/__init__.py", "mutants/limit.py", "mutants/tracing.py")
]


@pytest.fixture
def trial(tmp_path):
    trial = Trial(tmp_path, cpu_s=60)
    for name in PLUGINS:
        (trial.tree / name).parent.mkdir(parents=True, exist_ok=True)
        (trial.tree / name).write_bytes((ROOT / name).read_bytes())
    (trial.tree / "games").mkdir()
    (trial.tree / "games/whist.py").write_bytes(SOURCE)
    (trial.tree / "tests/games").mkdir()
    (trial.tree / "tests/games/test_whist.py").write_text(TALLER + WRONG)
    (trial.tree / "pytest.ini").write_text("[pytest]\nmarkers = slow\naddopts = -p no:django -rfE")
    return trial


def mutant(put):
    at = SOURCE.index(b">")
    return Mutant(Path("games/whist.py"), at, at + 1, put)


@pytest.mark.further
def test_bots_get_into_the_copy(tmp_path):
    tmp_path.chmod(0o700)
    Trial(tmp_path, cpu_s=60).copy(ROOT)
    assert tmp_path.stat().st_mode & 0o777 == 0o711


@pytest.mark.slow
def test_test_that_fails_anyway_notices_nothing(trial):
    wrong = "tests/games/test_whist.py::test_wrong"
    assert trial.outcome(mutant(">")) == (NOTICED, wrong)
    assert trial.fail_anyway([wrong]) == {wrong}
    assert trial.outcome(mutant(">")) == (UNNOTICED, "all tests pass")
    assert trial.outcome(mutant("<")) == (NOTICED, "tests/games/test_whist.py::test_taller")
    assert (trial.tree / "games/whist.py").read_bytes() == SOURCE


@pytest.mark.slow
def test_module_that_cannot_be_imported_is_noticed(trial):
    assert trial.outcome(mutant("> >")) == (NOTICED, "tests/games/test_whist.py")


@pytest.mark.slow
def test_tests_that_run_the_line_are_asked_before_others(trial, tmp_path):
    (trial.tree / "tests/games/test_whist.py").write_text(TALLER + BENEATH)
    trial.reach = Reach.measured(trial.tree, tmp_path / "traces", workers=0)
    asked = [asked for _files, asked in trial.rounds(mutant("<"))]
    taller = "tests/games/test_whist.py::test_taller"
    assert asked[:2] == [{"only": [taller]}, {"without": [taller]}]
    assert trial.outcome(mutant("<")) == (NOTICED, taller)
    assert trial.outcome(mutant(">=")) == (UNNOTICED, "all tests pass")


def wait_for_ever():
    while True:
        pass


@pytest.fixture
def handlers():
    """Put back what is called when time is over."""
    before = {each: signal.getsignal(each) for each in (signal.SIGPROF, signal.SIGALRM)}
    yield
    for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL):
        signal.setitimer(timer, 0)
    for each, handler in before.items():
        signal.signal(each, handler)


@pytest.mark.usefixtures("handlers")
def test_endless_loop_is_noticed(monkeypatch):
    monkeypatch.setattr(limit, "CPU_S", 0.2)
    limit.pytest_load_initial_conftests()
    with pytest.raises(pytest.fail.Exception, match="for ever"):
        wait_for_ever()


def test_alike_is_known_by_the_text_of_its_line():
    for one in alike.known():
        assert alike.reason(Path(one["file"]), one["before"], one["after"]) == one["why"]
        assert alike.reason(Path(one["file"]), one["after"], one["before"]) is None


def test_alike_is_still_in_its_file():
    for one in alike.known():
        source = (ROOT / one["file"]).read_bytes()
        changes = candidates(Path(one["file"]), source)
        assert (one["before"], one["after"]) in {each.shown(source) for each in changes}
