"""No test lets the site log an error that it has not asked for, nor a traceback.

`@pytest.mark.logs("no room left")` names what a test makes the site log: a regular expression for
each error, found in its line or in the traceback below. What programs log is looked at when they
have ended (`tests/league/programs.py`).
"""

import logging
import re
from collections.abc import Iterable
from contextlib import contextmanager

import pytest

_BEGINS = re.compile(r"^(?=\{|\d{4}-\d\d-\d\d[ T]|\[\d{4}-\d\d-\d\d )", re.MULTILINE)
"""Where a line of a program's log begins, of which a traceback is the rest."""
_WRONG = re.compile(
    r"^\S+ \S+ (?:ERROR|CRITICAL) |\[(?:ERROR|CRITICAL)\]"
    r"|\"level\": \"(?:error|critical)\"|\"traceback\": |^Traceback \(most recent call last\):",
    re.MULTILINE,
)
_REFUSAL = re.compile(r"^\S+ \S+ WARNING django\.request: ")
"""Refused requests come with a traceback, too, which says nothing of the site."""

ALWAYS = ("a transaction is tried again",)
"""What any two at once may lead to: the loser begins again, which is said with its traceback."""

_asked: list[str] = []
"""What the running test has asked for."""


class _Ear(logging.Handler):
    """Keeps errors, and whatever comes with a traceback but for refusals of requests."""

    def __init__(self):
        super().__init__()
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        self.heard: list[str] = []

    def emit(self, record):
        is_refusal = record.name == "django.request" and record.levelno == logging.WARNING
        if record.levelno >= logging.ERROR or (record.exc_info and not is_refusal):
            self.heard.append(self.format(record))


def asked_by(item: pytest.Item) -> list[str]:
    """Return what a test asks for by its marks."""
    return [each for mark in item.iter_markers("logs") for each in mark.args]


@contextmanager
def listening(asked: list[str]):
    """Fail if something is logged meanwhile that is not asked for."""
    ear, before = _Ear(), _asked[:]
    _asked[:] = asked
    logging.getLogger().addHandler(ear)
    try:
        yield
        refuse(ear.heard)
    finally:
        logging.getLogger().removeHandler(ear)
        _asked[:] = before


def refuse(errors: Iterable[str]) -> None:
    """Fail if one of these errors is none that the running test has asked for."""
    for error in errors:
        if not any(re.search(each, error) for each in (*ALWAYS, *_asked)):
            pytest.fail(f"The site has logged this, and no mark `logs` asks for it:\n{error}")


def errors_in(log: str) -> list[str]:
    """Return the errors in a program's log, of text or JSON, with what is below them."""
    parts = (part.strip() for part in _BEGINS.split(log))
    return [part for part in parts if _WRONG.search(part) and not _REFUSAL.match(part)]
