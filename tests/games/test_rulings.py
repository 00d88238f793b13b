"""Every ruling is listed on the page of its game and cited by a test; no test cites another.

A ruling is cited by the docstring of a test or a class of tests, or by a comment.
"""

import ast
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

import games

TESTS = Path(__file__).parents[1]
GENERAL = TESTS.parent / "games" / "README.md"

RULINGS = {
    "README": "G1 G2 G3 G4 G5 G6 G7 G7a G7b G7c G7d G8 G9",
    "mit-list-und-tuecke": "ML1 ML2 ML3 ML3a ML4 ML5 ML6 ML7 ML8 ML9",
    "mulatschag": "MU1 MU2 MU3 MU4 MU5 MU6 MU7 MU8 MU9 MU10 MU11 MU12 MU13 MU14 MU15 MU16",
    "truco": "TR1 TR2 TR3 TR4 TR5 TR6 TR7 TR8 TR9 TR10 TR11 TR12 TR13",
    "briscola": "BR1 BR2 BR3 BR4 BR5 BR5a BR6",
    "skat": "SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK8 SK9 SK10 SK11 SK12",
    "fipsen": "FI1 FI2 FI2a FI3 FI4 FI5 FI6 FI7 FI8 FI9 FI10",
    "democracy": "DE1 DE2 DE2a DE3 DE4 DE5 DE6 DE7",
    "loo": "LO1 LO1a LO2 LO3 LO4 LO5 LO6 LO7 LO8 LO8a LO9 LO10 LO11",
    "linger-longer": "LI1 LI2 LI3 LI4 LI4a LI5",
    "cinch": "CI1 CI2 CI3 CI4 CI5 CI6 CI7",
    "rolling-stone": "RS1 RS2 RS3 RS4 RS5",
    "gong-zhu": "GZ1 GZ1a GZ2 GZ3 GZ4 GZ5 GZ6",
}
"""The rulings of every page, those of all games first."""

LETTERS = {re.match("[A-Z]+", rulings)[0] for rulings in RULINGS.values()}
RULING = re.compile(rf"\b(?:{'|'.join(LETTERS)})[0-9]+[a-z]?\b")
SLUGS = ["README", *(game.slug for game in games.all())]

pytestmark = pytest.mark.xdist_group("rulings")  # one worker reads all tests, and not each


@cache
def cited():
    """Return the rulings that tests cite."""
    return {
        ruling
        for file in TESTS.rglob("test_*.py")
        for text in (*docstrings(file), *comments(file))
        for ruling in RULING.findall(text)
    }


def docstrings(file):
    """Yield the docstrings of what is in a file; its own is too general to cite anything."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


def comments(file):
    with file.open("rb") as source:
        for token in tokenize.tokenize(source.readline):
            if token.type == tokenize.COMMENT:
                yield token.string


@pytest.mark.parametrize("slug", SLUGS)
def test_page_lists_its_rulings(slug):
    page = GENERAL if slug == "README" else games.get(slug).folder / "rules.md"
    assert rulings_on(page, "## Rulings taken") == RULINGS[slug].split()


@pytest.mark.parametrize("slug", SLUGS[1:])
def test_german_page_lists_the_same_rulings(slug):
    page = games.get(slug).folder / "rules.de.md"
    assert rulings_on(page, "## Regelentscheidungen") == RULINGS[slug].split()


def rulings_on(page, heading):
    """Return the rulings that a page lists below a heading."""
    below = page.read_text(encoding="utf-8").split(heading)[1]
    heads = re.findall(r"^\| ([^|]+) \|", below, re.MULTILINE)
    return ", ".join(heads).split(", ")


@pytest.mark.parametrize("ruling", [ruling for slug in SLUGS for ruling in RULINGS[slug].split()])
def test_ruling_is_cited_by_a_test(ruling):
    assert ruling in cited()


def test_no_unknown_ruling_is_cited():
    assert cited() <= set(" ".join(RULINGS.values()).split())
