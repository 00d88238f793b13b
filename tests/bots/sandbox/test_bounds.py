"""What bounds a bot is told the same on the page of the sandbox."""

from pathlib import Path

import pytest

from bots.sandbox.bounds import VERSIONS, bounds, version_of

PAGE = Path(__file__).parents[3] / "docs" / "sandbox.md"


def test_the_page_has_what_bounds_each_thing():
    _above, table = PAGE.read_text().split("| | without control groups |")
    rows = [line.strip("| ").split(" | ") for line in table.split("\n\n")[0].splitlines()[2:]]
    unbounded = {what: [cell == "–" for cell in cells] for what, *cells in rows}
    assert unbounded == {
        what: [not bounds(version)[what] for version in VERSIONS] for what in bounds(1)
    }


@pytest.mark.parametrize(("files", "version"), [(["cgroup.controllers"], 2), ([], 1)])
def test_version_is_told_by_the_files_of_a_group(tmp_path, files, version):
    for name in files:
        (tmp_path / name).touch()
    assert version_of([tmp_path]) == version


def test_without_groups_there_is_no_version():
    assert version_of([]) == 0
