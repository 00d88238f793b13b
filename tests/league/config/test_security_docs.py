"""What docs/security.md says is shown by a test, or it says that it is not met, and why."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "security.md").read_text()
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGE)))
CHECKLIST = PAGE.partition("## OWASP ASVS")[2]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in CHECKLIST.splitlines()
    if line.startswith("| ") and not line.startswith("| requirement")
]


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_test_that_is_named_exists(path, name):
    text = (ROOT / path).read_text()
    assert not name or re.search(rf"^(async )?def {name}\(", text, re.MULTILINE)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_requirement_is_shown_or_said_not_to_be_met(row):
    _requirement, how, shown_by = row
    named = re.findall(r"`([\w./]+)(?:::\w+)?`", shown_by)
    assert all((ROOT / path).exists() for path in named)
    assert named or re.match(r"not met: .{20}", how)


def test_list_is_one():
    assert len(ROWS) > 70
