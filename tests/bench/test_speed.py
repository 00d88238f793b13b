"""The page about speed is what was measured, part by part, each told where and when."""

from datetime import date

import pytest
from django.conf import settings

from bench import speed
from bench.measure import Row

ROW = Row(part="Cards", what="ours", speed=2e6, unit="moves/s", ratio=2.0, beside="C", limit=1.0)


@pytest.fixture
def kept(monkeypatch, tmp_path):
    """Keep a part in files of the test; return what reads them."""
    monkeypatch.setattr(speed, "RESULTS", tmp_path / "speed.json")
    monkeypatch.setattr(speed, "PAGE", tmp_path / "speed.md")
    speed.keep("cards", [ROW], at=date(2026, 11, 24))
    return speed.PAGE.read_text


def test_page_is_what_was_measured(monkeypatch):
    monkeypatch.chdir(settings.BASE_DIR)
    assert speed.PAGE.read_text() == speed.render(speed.load())


def test_page_shows_a_speed_beside_what_it_is_compared_with(kept):
    assert "## Cards" in kept()
    assert "| ours | 2.00 M moves/s | 2.00 × C | ≥ 1 ×, ok |  |" in kept()


def test_page_says_when_where_and_how_a_part_was_measured(kept):
    assert f"`python -m bench cards`, 2026-11-24, {speed.machine()}." in kept()


def test_a_part_measured_anew_takes_its_own_place_only(kept):
    speed.keep("dice", [Row(part="Dice", what="theirs", note="not available")], at=date.max)
    speed.keep("cards", [Row(part="Cards", what="ours now", speed=1.0)], at=date.max)
    assert "ours now" in kept()
    assert "2.00 M" not in kept()
    assert "| theirs | – |  |  | not available |" in kept()
