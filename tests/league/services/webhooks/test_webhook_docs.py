"""The program in docs/webhooks.md believes what is sent, and nothing else."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from league.logic.deliveries import signature

PAGE = (Path(__file__).parents[4] / "docs" / "webhooks.md").read_text()
AT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


@pytest.fixture
def is_genuine():
    [program] = re.findall(r"^```python\n(.*?)\n```$", PAGE, re.M | re.S)
    names = {}
    exec(program, names)
    return names["is_genuine"]


def test_what_is_sent_is_believed(is_genuine):
    header = signature("stw_x", body=b"{}", at=AT)
    assert is_genuine("stw_x", header, b"{}", now=AT.timestamp())


@pytest.mark.parametrize(
    ("secret", "body", "late"), [("stw_y", b"{}", 0), ("stw_x", b"[]", 0), ("stw_x", b"{}", 301)]
)
def test_anything_else_is_not(is_genuine, secret, body, late):
    header = signature("stw_x", body=b"{}", at=AT)
    assert not is_genuine(secret, header, body, now=AT.timestamp() + late)
