"""The commands that docs/operations.md gives for a site on several hosts."""

import shlex
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOC = ROOT / "docs" / "operations.md"
HEADING = "\n## Several hosts\n"
WHERE = "# on "
ONCE, WEB, WORKER, CLOCK = "one host, once", "each web host", "each worker host", "one worker host"


def commands(where):
    """Return the commands, each a tuple of words, for those hosts."""
    return [_words(line) for line in _lines(where)]


def _lines(where):
    """Yield the lines below the comment that says where they are for."""
    block = DOC.read_text().partition(HEADING)[2].partition("```\n")[2].partition("```")[0]
    place = ""
    for line in block.splitlines():
        if line.startswith(WHERE):
            place = line.removeprefix(WHERE)
        elif place == where:
            yield line


def _words(line):
    """Return the words of a command; Python is the one that has the packages."""
    python, *words = shlex.split(line)
    assert python == "python", line
    return (sys.executable, *words)
