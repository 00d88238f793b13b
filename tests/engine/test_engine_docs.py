"""The page about the engine: its examples print what they say, and its links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "engine.md").read_text()
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.mark.only("compiled", "plain rules take minutes for so many matches")
def test_examples_of_the_page_print_what_they_say():
    examples = doctest.DocTestParser().get_doctest(PAGE, {}, "engine.md", "docs/engine.md", 0)
    said = []
    found = doctest.DocTestRunner(optionflags=FLAGS).run(examples, out=said.append)
    assert found.attempted > 40
    assert not found.failed, "".join(said)


def test_links_of_the_page_lead_somewhere():
    links = re.findall(r"\]\(([\w.-]+)(?:#[\w-]+)?\)", PAGE)
    assert links
    assert all((DOCS / link).exists() for link in links)


def test_the_page_is_short():
    assert len(PAGE.splitlines()) <= 200
