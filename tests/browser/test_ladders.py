"""A ladder in the browser: it fits phone and desk, and polls itself."""

import functools
import random

import pytest
from playwright.sync_api import expect

from tests.league.factories import BotFactory
from tests.league.ladders import finish, later, make_ladder, open_tables, rate_player

from .conftest import DESK, PHONE

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

NAMES = ("random", "greedy", "easy", "medium", "hard", "Fuchs 3", "Karlchen 12")


@pytest.fixture
def ladder(season):
    """A ladder of seven bots that have played some tables, better ones more often winning."""
    found = make_ladder(season.club, bots=0, name="Bots of the Linde")
    for name in NAMES:
        rate_player(found, BotFactory(builtin=name if name.islower() else f"b{name}", name=name))
    luck = random.Random(7)
    strength = {row.player_id: 10 * n for n, row in enumerate(found.ratings.order_by("pk"))}

    @functools.cache
    def score_in(player, _duplicate):
        return int(luck.gauss(strength[player], 25))

    def score(player, match):
        return score_in(player, match.duplicate_id)

    for minute in range(6):
        opened = open_tables(found, now=later(minute))
        finish(opened[1:] if minute == 5 else opened, score, now=later(minute))
    return found


@pytest.fixture
def pages(ladder):
    best = ladder.ratings.order_by("-ordinal").first()
    rated = ladder.duplicates.filter(status="rated").last()
    return {
        "ladder": f"/seasons/{ladder.code}/",
        "ladder-player": f"/seasons/{ladder.code}/players/{best.player.code}/",
        "head-to-head": f"/seasons/{ladder.code}/head-to-head/",
        "duplicate": f"/duplicates/{rated.code}/",
        "ladder-match": f"/matches/{rated.matches.first().code}/",
        "new-ladder": "/clubs/linde/ladders/new/",
        "club-with-ladder": "/clubs/linde/",
    }


def test_every_page_fits_every_screen(as_alice, pages, too_wide):
    assert too_wide(as_alice(), pages) == []


def test_ladder_is_complete_on_paper(open_page, pages, picture):
    page = open_page(viewport=DESK)
    page.emulate_media(media="print")
    page.goto(pages["ladder"])
    picture(page, "ladder-print")
    expect(page.locator(".interval__bar").first).to_be_visible()
    expect(page.get_by_role("heading", name="Bots", exact=True)).to_be_hidden()


def test_leaderboard_follows_what_is_rated(open_page, ladder, pages):
    page = open_page(viewport=PHONE)
    page.goto(pages["ladder"])
    before = page.locator("#ladder tbody .num").all_inner_texts()
    finish(ladder.duplicates.filter(status="open"), lambda player, match: player)
    page.wait_for_function(
        "old => [...document.querySelectorAll('#ladder tbody .num')]"
        ".map(cell => cell.innerText).join() !== old",
        arg=",".join(before),
    )
