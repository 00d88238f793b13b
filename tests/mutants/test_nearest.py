"""Who is asked first about a module."""

from pathlib import Path

import pytest

from .nearest import batches

FILES = {
    "league/services/cups.py": "",
    "league/web/trophies.py": "from league.services import clubs, cups",
    "league/web/clubs.py": "from league.services import clubs",
    "tests/league/services/test_cups.py": "",
    "tests/league/services/test_cups_lots.py": "",
    "tests/league/services/test_clubs.py": "",
    "tests/league/web/test_cups.py": "",
    "tests/league/web/test_draws.py": "from league.services.cups import draw",
    "tests/league/web/test_trophies.py": "",
    "tests/league/web/test_clubs.py": "",
    "tests/browser/test_cups.py": "",
    "tests/engine/test_cups.py": "",
}


@pytest.fixture
def asked(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = list(batches(tmp_path, Path("league/services/cups.py")))
    return [[test.as_posix().removeprefix("tests/") for test in batch] for batch in found]


def test_the_nearest_are_asked_first(asked):
    assert asked == [
        [
            "league/services/test_cups.py",
            "league/services/test_cups_lots.py",
            "engine/test_cups.py",
            "league/web/test_cups.py",
        ],
        ["league/web/test_draws.py"],
        ["league/web/test_trophies.py"],
        ["league/services/test_clubs.py"],
        ["league/web/test_clubs.py"],
    ]


def test_nobody_is_asked_twice(asked):
    tests = [test for batch in asked for test in batch]
    assert len(tests) == len(set(tests))


def test_a_game_is_asked_about_in_its_own_folder(tmp_path):
    for game in ("whist", "skat"):
        (tmp_path / "tests/games" / game).mkdir(parents=True)
        (tmp_path / "tests/games" / game / "test_rules.py").touch()
    nearest = next(batches(tmp_path, Path("games/whist/rules.py")))
    assert nearest == [Path("tests/games/whist/test_rules.py")]


def test_part_of_a_package_is_asked_about_where_the_package_is(tmp_path):
    (tmp_path / "tests/games").mkdir(parents=True)
    (tmp_path / "tests/games/test_whist.py").touch()
    (tmp_path / "tests/games/test_skat.py").touch()
    nearest = next(batches(tmp_path, Path("games/whist/bids.py")))
    assert nearest == [Path("tests/games/test_whist.py")]


def test_part_of_a_module_is_asked_about_where_the_whole_is(tmp_path):
    (tmp_path / "tests/games").mkdir(parents=True)
    (tmp_path / "tests/games/test_whist.py").touch()
    [batch] = batches(tmp_path, Path("games/whist_sheet.py"))
    assert batch == [Path("tests/games/test_whist.py")]
