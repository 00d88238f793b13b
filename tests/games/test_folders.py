"""All there is of a game lies in its folder: nothing outside knows a game by name."""

import ast
from pathlib import Path

import pytest

import games

ROOT = Path(__file__).parents[2]
FILES = {
    *("__init__.py", "rules.py", "facts.py", "sheet.py", "pad.py", "greedy.py", "words.py"),
    *("rules.md", "rules.de.md"),
}
NAMED = {"skat"}
"""A pile that several games have, and the engine a place for."""
ELSEWHERE = ("migrations", "demo", "net")
"""What was called so once, a club that plays certain games, and a bot that learns one."""


def modules():
    for layer in ("engine", "bots", "league"):
        for path in sorted((ROOT / layer).rglob("*.py")):
            if not set(ELSEWHERE) & set(path.parts):
                yield path


def names_in(path):
    """Yield the texts and imports of a module."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("games."):
            yield node.module.split(".")[1]


@pytest.mark.further
def test_no_module_outside_names_a_game():
    slugs = {game.slug for game in games.all()} - NAMED
    folders = {game.folder.name for game in games.all()}
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in modules()
        for name in names_in(path)
        if name in slugs | folders - NAMED
    ]
    assert found == []


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.slug)
def test_folder_holds_what_its_neighbours_hold(game):
    assert {path.name for path in game.folder.iterdir()} >= FILES
    assert game.folder == ROOT / "games" / game.slug.replace("-", "_")
    assert (ROOT / "tests" / "games" / game.folder.name).is_dir()
