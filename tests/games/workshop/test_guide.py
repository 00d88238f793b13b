"""The guide for authors of games: what it tells to write and to type works."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from games.__main__ import command_line, main
from games.workshop import template

from .guide import GUIDE, pieces, rename, write

ROOT = Path(__file__).parents[3]
MOST_LINES = 200
TYPED = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]
LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")
PATH = re.compile(r"`((?:games|engine|docs)/[\w/.*-]+)`")


@pytest.fixture
def ladies(tmp_path, registry):
    """The package of the guide, with all that it tells to write."""
    template.create(tmp_path / "ladies", "ladies")
    rename(tmp_path / "ladies", "ladies")
    for file, code in pieces():
        write(tmp_path / "ladies", "ladies", file, code)
    return tmp_path / "ladies"


def test_game_of_the_guide_plays_as_it_says(ladies, capsys):
    assert main(["show", str(ladies), "--keep"]) == 0
    kept = (ladies / "tests/playthrough.txt").read_text()
    assert re.search(r"facts {'queens': \[(\d, \d, \d)\]}\nscores \[\1\]\n", kept)


@pytest.mark.further
def test_game_of_the_guide_obeys_all_laws(ladies, capsys):
    assert main(["texts", str(ladies)]) == main(["show", str(ladies), "--keep"]) == 0
    status = main(["check", str(ladies), "--plain", "--matches", "1"])
    assert status == 0, capsys.readouterr().out


@pytest.mark.slow
def test_tests_of_the_guide_pass(ladies):
    env = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    env.pop("DJANGO_SETTINGS_MODULE", None)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=ladies,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_failure_is_told_as_the_guide_shows(tmp_path, registry, capsys):
    own = tmp_path / "ladies"
    template.create(own, "ladies")
    [first, *_] = pieces()
    write(own, "ladies", *first)
    words = ["check", str(own), "--plain", "--matches", "1", "--law", "scores_are_told"]
    assert main(words) == 1
    [shown] = re.findall(r"```text\n(.*?)```", GUIDE, re.DOTALL)
    assert shown in capsys.readouterr().out


@pytest.mark.parametrize("line", [line for line in TYPED if line.startswith("python -m games")])
def test_command_that_is_typed_is_there(line):
    assert command_line().parse_args(shlex.split(line)[3:]).run


def test_commands_of_the_site_that_are_typed_are_there():
    typed = [shlex.split(line)[2:] for line in TYPED if "manage.py" in line]
    for name, *rest in typed:
        command = load_command_class(get_commands()[name], name)
        command.create_parser("manage.py", name).parse_args(rest)
    assert typed


def test_every_command_is_told_of():
    assert {line.split()[3] for line in TYPED if "-m games" in line} == {
        *("new", "check", "show", "texts"),
    }


@pytest.mark.parametrize("path", sorted({*PATH.findall(GUIDE)}))
def test_place_that_is_named_is_there(path):
    assert list(ROOT.glob(path))


@pytest.mark.parametrize("link", LINK.findall(GUIDE))
def test_link_leads_somewhere(link):
    assert (ROOT / "docs" / link.partition("#")[0]).exists()


def test_guide_is_short_and_found():
    assert len(GUIDE.splitlines()) <= MOST_LINES
    for place in ("README.md", "CONTRIBUTING.md", "games/README.md", "docs/architecture.md"):
        assert "games-guide.md" in (ROOT / place).read_text(), place
