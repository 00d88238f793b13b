"""What is changed, and what is left alone."""

from pathlib import Path

import pytest

from .candidates import Mutant, candidates, sample

MODULE = Path("games/whist.py")


def changed(source):
    """Return what all changes make of a module."""
    return {one.applied(source.encode()).decode() for one in candidates(MODULE, source.encode())}


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("a < b", {"a <= b", "pass"}),
        ("a < b <= c", {"a <= b <= c", "a < b < c", "pass"}),
        ("a is not b", {"a is b", "pass"}),
        ("a and b", {"a or b", "pass"}),
        ("not a", {"a", "pass"}),
        ("not (a)", {"(a)", "pass"}),
        ("~a", {"a", "pass"}),
        ("f(True)", {"f(False)", "pass"}),
        ("f(4)", {"f(5)", "f(3)", "pass"}),
        ("(a + b) - c", {"(a - b) - c", "(a + b) + c", "pass"}),
        ("a += b", {"a -= b", "pass"}),
        ("raise a", {"pass"}),
        ("ü < b", {"ü <= b", "pass"}),
    ],
)
def test_change_is_a_small_one(source, changes):
    expected = {change for change in changes if change != "pass"}
    assert changed(source) == expected | {"pass"}


def test_value_of_a_function_may_be_forgotten():
    assert changed("def f():\n  return a") == {"def f():\n  return None"}


@pytest.mark.parametrize(
    "source",
    [
        '"""A text."""',
        "a: int | None",
        "def f(a: int | None) -> int | None: ...",
        "@dataclass(frozen=True)\nclass A: ...",
        "Card: TypeAlias = int | None",
        "if TYPE_CHECKING:\n  a = 1",
        "@compiled_as(plain)\ndef f():\n  return 1",
        "import numba\na = 1",
        "def f():\n  return None",
    ],
)
def test_what_no_test_can_see_is_left_alone(source):
    assert changed(source) - {source} <= {source.replace("...", "pass")}


def test_change_is_shown_as_one_line():
    source = b"x = 0\nif (a\n    < b):\n  c\n"
    mutant = Mutant(MODULE, source.index(b"<"), source.index(b"<") + 1, "<=")
    assert mutant.line(source) == 3
    assert mutant.shown(source) == ("< b):", "<= b):")


def test_sample_is_the_same_for_the_same_seed(tmp_path):
    module = tmp_path / "module.py"
    module.write_text("\n".join(f"a < {n}" for n in range(20)))
    first, again, other = (sample([module], 10, seed) for seed in "112")
    assert first == again
    assert first != other


def test_sample_changes_no_place_twice(tmp_path):
    module = tmp_path / "module.py"
    module.write_text("f(1)")
    assert len(sample([module], 10, "1")) == 2
