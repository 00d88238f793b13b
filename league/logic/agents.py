"""What a browser says it is, in two words.

The header `User-Agent` is full of other browsers' names, each of which wanted to be let in where
the one before was. So the order counts: what is only said by one comes first.
"""

import re
from typing import Final, NamedTuple

LONGEST: Final = 40

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


class Agent(NamedTuple):
    """A browser and the system it runs on; empty what is not known."""

    browser: str
    system: str


def agent_of(header: str) -> Agent:
    """Return what a header `User-Agent` says; of a program it is the first word."""
    browser = next((name for mark, name in _BROWSERS if mark in header), "")
    system = next((name for mark, name in _SYSTEMS if mark in header), "")
    return Agent(browser or _first_word(header), system)


def _first_word(header: str) -> str:
    found = re.match(r"[\w.-]+", header, re.ASCII)
    return found[0][:LONGEST] if found else ""
