"""What comes from outside reaches kernels through a table or through compact records alone.

Both prove each number before a kernel sees it (decision 28). Whoever plays actions unproven or asks
a game's kernels is named here, with the reason why the numbers are our own.
"""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[3]
OUTSIDE = ("league", "bots")
TRUSTED = {
    "bots/commands/ask.py": "what the rounds of a record hold that was replayed",
    "bots/commands/view.py": "what the rounds of a record hold that was replayed",
    "bots/environments/spiel.py": "what the table of a round has accepted",
    "bots/environments/vector.py": "actions that its kernel compares with the legal ones first",
    "bots/learned/judge.py": "a choice that is legal, tried in a copy",
    "bots/playing/positions.py": "what the rounds of a table hold",
    "bots/playing/runner.py": "what a built-in bot has chosen of what is legal",
    "bots/training/trainer.py": "what kernels play against themselves",
    "league/services/play/positions.py": "what the rounds of a table hold",
}


def asks_unproven(path):
    """Tell whether a module plays actions unproven, or asks a game for its kernels."""
    nodes = ast.walk(ast.parse(path.read_text()))
    return any(
        node.attr == "play_actions"
        or (node.attr == "kernels" and ast.unparse(node.value).endswith("game"))
        for node in nodes
        if isinstance(node, ast.Attribute)
    )


def test_nobody_else_hands_kernels_what_was_not_proved():
    modules = (path for name in OUTSIDE for path in (ROOT / name).rglob("*.py"))
    found = {path.relative_to(ROOT).as_posix() for path in modules if asks_unproven(path)}
    assert found == set(TRUSTED)
