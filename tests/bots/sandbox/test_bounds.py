"""What bounds a bot is told the same on the page of the sandbox."""

from pathlib import Path

from bots.sandbox.bounds import bounds

PAGE = Path(__file__).parents[3] / "docs" / "sandbox.md"
NOTHING = "–"


def test_the_page_has_what_bounds_each_thing():
    _above, table = PAGE.read_text().split("| | without control groups | with them |\n")
    rows = [line.strip("| ").split(" | ") for line in table.split("\n\n")[0].splitlines()[1:]]
    assert rows == [
        [what, *(", ".join(bounds(has_groups=are)[what]) or NOTHING for are in (False, True))]
        for what in bounds(has_groups=True)
    ]
