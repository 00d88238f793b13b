"""A package made by `python -m games new`: other names than the template, and it plays."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import games
from engine.kernels.binding import compile_nothing
from engine.play.table import Table
from games.__main__ import main
from games.workshop import template
from games.workshop.playthrough import playthrough

pytestmark = pytest.mark.usefixtures("registry")

ROOT = Path(__file__).parents[3]


def files(folder):
    """Return what is in a package, but for what tools keep there."""
    found = (
        path.relative_to(folder) for path in folder.rglob("*") if path.suffix in template.TEXTS
    )
    return {str(path) for path in found if not str(path).startswith(".")}


def texts(folder):
    return {path: path.read_text() for path in folder.rglob("*") if path.suffix in template.TEXTS}


def test_new_game_plays_at_once(own):
    game = games.add(own)
    compile_nothing()
    table = Table(game, 4, secret=bytes(32))
    while not table.over:
        table.deal()
        while not table.round_over:
            table.play(table.legal()[0])
    assert (game.slug, game.name, sum(table.totals)) == ("sixes", "Sixes", 32)


def test_package_is_found_by_its_entry_point(own):
    project = tomllib.loads((own / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["stammtisch.games"] == {"sixes": "sixes"}


def test_nothing_of_the_template_is_left_out_nor_called_as_there(own):
    made = {path.replace("sixes", template.MODULE) for path in files(own)}
    assert made == files(template.PATH)
    assert len(list(own.rglob("*.mo"))) == 2
    assert [text for text in texts(own).values() if template.NAME in text] == []
    assert not any(name in str(path) for path in files(own) for name in ("my_game", "my-game"))


def test_name_of_several_words(tmp_path):
    own = template.create(tmp_path / "here", "knock-out-whist")
    game = games.add(tmp_path / "here")
    assert (game.slug, game.name) == ("knock-out-whist", "Knock Out Whist")
    assert game.folder == own == tmp_path / "here" / "knock_out_whist"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("new Hearts", "'Hearts' cannot name a game: write small letters, digits"),
        (f"new {'x' * 41}", "40 at most"),
        ("new skat", "there is a game 'skat' already: choose another name"),
        (
            "new json",
            "Python has a module 'json' already: choose another name, such as `json-game`",
        ),
        ("new hearts here", "here is there already: name another folder behind the name"),
        ("show here", "here holds no pyproject.toml: `python -m games new` makes a package"),
        ("show hearts", "`python -m games new hearts` makes one"),
        ("show rolling-stone --keep", "Rolling Stone is no package"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_way_out(
    tmp_path, monkeypatch, words, said, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    with pytest.raises(SystemExit) as end:
        main(words.split())
    assert end.value.code == 2
    assert said in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(("is_checkout", "said"), [(True, "../sixes"), (False, "sixes")])
def test_folder_lies_beside_a_checkout_or_here(tmp_path, monkeypatch, capsys, is_checkout, said):
    place = tmp_path / "stammtisch"
    (place / "games/workshop" if is_checkout else place).mkdir(parents=True)
    monkeypatch.chdir(place)
    assert main(["new", "sixes"]) == 0
    assert games.add(place / said).slug == "sixes"
    assert f"python -m games show {said}\n" in capsys.readouterr().out


def test_two_packages_cannot_have_one_slug(own, tmp_path):
    template.create(tmp_path / "other", "sevens")
    (tmp_path / "other/sevens/__init__.py").write_text(
        (tmp_path / "other/sevens/__init__.py").read_text().replace('"sevens"', '"skat"')
    )
    with pytest.raises(ValueError, match="there is a game 'skat' already"):
        games.add(tmp_path / "other")


def test_added_twice_it_is_the_same(own):
    assert games.add(own) is games.add(own)


def test_without_a_command_the_commands_are_listed(capsys):
    assert main([]) == 0
    assert "make a package with a game to start from" in capsys.readouterr().out


def test_round_of_the_template_is_kept():
    kept = template.PATH / "tests" / "playthrough.txt"
    assert playthrough_of(template.PATH) == kept.read_text()


def playthrough_of(package):
    compile_nothing()
    return playthrough(games.add(package))


def test_round_is_shown_and_kept(own, capsys):
    assert main(["show", str(own)]) == 0
    shown = capsys.readouterr().out
    assert "play  1 |  1: SA  2: ST  0: SJ" in shown
    (own / "tests/playthrough.txt").unlink()
    assert main(["show", str(own), "--keep"]) == 0
    assert (own / "tests/playthrough.txt").read_text() == shown


def test_texts_that_are_new_are_written_to_be_translated(own, capsys):
    words = own / "sixes" / "words.py"
    words.write_text(words.read_text().replace('"Win tricks."', '"Take tricks."'))
    assert main(["texts", str(own), "--language", "fr"]) == 0
    said = capsys.readouterr().out
    assert "de/LC_MESSAGES/django.po: 1 texts to translate" in said
    german = (own / "sixes/locale/de/LC_MESSAGES/django.po").read_text()
    assert 'msgid "Take tricks."\nmsgstr ""' in german
    assert (own / "sixes/locale/fr/LC_MESSAGES/django.mo").is_file()


@pytest.mark.slow
def test_own_tests_types_and_style_of_a_new_package_are_in_order(own):
    env = os.environ | {
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": f"{ROOT}{os.pathsep}{own}",
        "MYPYPATH": str(ROOT),
    }
    env.pop("DJANGO_SETTINGS_MODULE", None)
    for words in (
        "pytest -q -p no:cacheprovider",
        "ruff check .",
        "ruff format --check .",
        "mypy sixes",
    ):
        done = subprocess.run(
            [sys.executable, "-m", *words.split()],
            cwd=own,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
