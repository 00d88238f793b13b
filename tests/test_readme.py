"""The README is true: what it types runs, what it shows and leads to is there."""

import re
import shlex
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

import games
from bots.__main__ import main
from league.config.env import Environment

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")
PICTURE = re.compile(r'<img src="([^"]+)"[^>]* alt="([^"]+)">')
TYPED = [line for language, block in BLOCK.findall(README) for line in block.splitlines()]
PYTHON = ".venv/bin/python "
MOST_LINES, MOST_BYTES = 110, 120_000


def commands(program):
    """Return the words of each command of a program that is typed in a block."""
    lines = [line.removeprefix(PYTHON + program) for line in TYPED if line.startswith(PYTHON)]
    return [shlex.split(line, comments=True) for line in lines if not line.startswith(PYTHON)]


def rows(heading):
    """Return the cells of the table under a heading row."""
    table = README.partition(heading)[2].partition("\n\n")[0].partition("---|\n")[2]
    lines = table.strip().splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_both_commands_are_the_first_block():
    assert BLOCK.search(README)[2] == "make demo\nmake test\n"


def test_make_has_every_target_that_is_typed():
    targets = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {line.split()[1] for line in TYPED if line.startswith("make ")}
    named |= set(re.findall(r"`make ([a-z-]+)`", README))
    assert {"demo", "test"} <= named <= targets


def test_program_of_python_runs(capsys):
    [program] = [block for language, block in BLOCK.findall(README) if language == "python"]
    exec(program, {})
    totals, ranking = eval(capsys.readouterr().out.replace("] [", "], ["))
    assert len(totals) == len(ranking) == 4


@pytest.mark.slow
def test_commands_of_bots_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    typed = commands("-m bots ")
    assert [words[0] for words in typed] == ["new", "play", "arena"]
    for words in typed:
        assert main([{"60": "3"}.get(word, word) for word in words]) == 0
    assert "my-bot" in capsys.readouterr().out


def test_commands_of_the_site_are_there():
    typed = commands("manage.py ")
    assert [words[0] for words in typed] == ["migrate", "createsuperuser", "supervise"]
    for name, *rest in typed:
        command = load_command_class(get_commands()[name], name)
        command.create_parser("manage.py", name).parse_args(rest)


@pytest.mark.parametrize("path", LINK.findall(README))
def test_link_leads_somewhere(path):
    assert (ROOT / path).is_file()


@pytest.mark.parametrize(("path", "said"), PICTURE.findall(README))
def test_picture_is_there_small_and_said_in_words(path, said):
    assert (ROOT / path).stat().st_size < MOST_BYTES
    assert len(said.split()) > 5


def test_an_evening_and_the_viewer_are_shown():
    assert [Path(path).stem for path, _said in PICTURE.findall(README)] == ["evening", "viewer"]


def test_pictures_are_all_shown():
    shown = {Path(path).name for path, _said in PICTURE.findall(README)}
    own = {path.name for path in (ROOT / "docs" / "images").glob("*.png")}
    assert {name for name in own if not name.startswith("guide-")} == shown


def test_games_are_those_of_the_registry():
    cells = [half for row in rows("| game | players |") for half in (row[:2], row[3:])]
    said = {re.match(r"\[(.+)\]\(games/(.+)/rules\.md\)", name).groups(): n for name, n in cells}
    assert set(said) == {(game.name, game.folder.name) for game in games.all()}
    for (_name, folder), numbers in said.items():
        slug = folder.replace("_", "-")
        digits = [int(number) for number in re.findall(r"\d+", numbers)]
        first, last = digits[0], digits[-1]
        assert (first, last) == (games.get(slug).players[0], games.get(slug).players[-1])
        assert "–" in numbers or digits == list(games.get(slug).players)
        assert ("sides" in numbers) == (max(games.get(slug).sides(last)) < last - 1)


def test_settings_are_all_that_production_wants(tmp_path):
    named = {name for row in rows("| setting | |") for name in re.findall(r"`([A-Z_]+)", row[0])}
    assert named == {
        *("STAMMTISCH_ENV", "DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS"),
        *("SECRET_KEY", "SECRET_KEY_FILE"),
    }
    wanted = {
        "STAMMTISCH_ENV": "production",
        "DATABASE_URL": "postgres://user:password@host/name",
        "REDIS_URL": "redis://host:6379/0",
        "SECRET_KEY": "0123456789" * 5,
        "ALLOWED_HOSTS": "karten.example.org",
    }
    assert problems(wanted, tmp_path) == []
    for name in wanted.keys() - {"STAMMTISCH_ENV"}:
        assert problems({key: wanted[key] for key in wanted.keys() - {name}}, tmp_path) != []


def problems(values, base):
    """Return what the settings find wrong with an environment."""
    found = Environment(values=values, base=base)
    found.check_mode()
    for read in (found.database, found.redis_url, found.secret_key, found.allowed_hosts):
        read()
    return found.problems


def test_readme_is_read_in_half_a_minute():
    assert len(README.splitlines()) <= MOST_LINES
    assert README.index("make demo") < README.index("## First steps") < 2_600
