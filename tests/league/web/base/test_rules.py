"""Pages of `docs`: their tables can be read aloud, and scrolled by key."""

import re

import pytest

import games
from league.web.base import documents
from league.web.games.rules import rules_of

PAGES = {game.slug: rules_of(game.slug, "en").html for game in games.all()}
PAGES["protocol"] = documents.protocol()


@pytest.fixture(params=PAGES)
def html(request):
    return PAGES[request.param]


def test_no_cell_of_a_table_heads_nothing(html):
    assert html.count("<table>") > 0
    assert re.findall(r"<th[^>]*></th>|<thead>\s*</thead>", html) == []


def test_every_table_is_in_a_frame_that_has_a_name(html):
    frames = re.findall(r'<div class="scroll" tabindex="0" role="group" aria-label="(.*?)">', html)
    assert len(frames) == html.count("<table>")
    assert "" not in frames


def test_a_heading_of_columns_stays_one():
    assert "<th>rank, highest first</th>" in PAGES["briscola"]


def test_a_frame_is_named_by_the_heading_above():
    assert 'aria-label="Cards"' in PAGES["briscola"]


def test_players_are_not_told_of_modules(html):
    assert "Status:" not in html
    assert "games/" not in html.replace('href="/games/', "")
