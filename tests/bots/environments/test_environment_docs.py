"""The page about tables for training: its code runs as it stands, and its links lead somewhere."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "environments.md").read_text()
CODE = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.only("compiled", "plain rules take minutes for so many tables")
def test_code_of_the_page_runs(capsys):
    names = {}
    for block in CODE:
        exec(block, names)
    assert capsys.readouterr().out.startswith("(1000, 74) (1000, 128)")
    assert names["columns"].max() < names["width"]
    assert set(names["hand"]) | {*names["laid"].values()} < set(names["cards"])
    assert len(names["hand"]) == 3


def test_links_of_the_page_lead_somewhere():
    links = re.findall(r"\]\(([\w.-]+)\)", PAGE)
    assert links
    assert all((DOCS / link).exists() for link in links)


def test_the_page_is_short():
    assert len(PAGE.splitlines()) <= 200
