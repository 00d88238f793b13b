"""The bracket of a cup: columns joined by lines on a desk, rounds under one another on a phone."""

import pytest
from django.urls import reverse

from tests.league.cups import make_cup, next_round, win
from tests.league.factories import ClubFactory, make_member

from .conftest import DESK, PHONE

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.fixture
def cup_page(live_server, open_page):
    """Return a function that opens the page of a cup of seven, its first round played."""
    club = ClubFactory()
    alice = make_member(club, "Alice", "organiser")
    cup, players = make_cup(club, 7, table_size=2)
    win(next_round(cup, alice), players)

    def show(size):
        page = open_page(viewport=size)
        page.goto(reverse("web:event", args=[cup.code]))
        page.get_by_text("As a list, with links").click()
        return page

    return show


def middles(page, number):
    """Return the heights in the middle of the cards of a round."""
    boxes = page.locator(f".bracket__round:nth-of-type({number}) .bracket__card").all()
    return [box["y"] + box["height"] / 2 for box in (one.bounding_box() for one in boxes)]


def test_each_table_stands_in_the_middle_of_those_its_players_come_from(cup_page):
    page = cup_page(DESK)
    for number in (1, 2):
        before, after = middles(page, number), middles(page, number + 1)
        halfway = [(one + other) / 2 for one, other in zip(before[::2], before[1::2], strict=True)]
        assert after == pytest.approx(halfway, abs=1)


def test_rounds_are_under_one_another_on_a_phone(cup_page):
    page = cup_page(PHONE)
    lefts = [one.bounding_box()["x"] for one in page.locator(".bracket__round").all()]
    assert len(lefts) == 3
    assert len(set(lefts)) == 1
    assert middles(page, 1)[-1] < middles(page, 2)[0] < middles(page, 3)[0]


def test_the_drawing_scrolls_in_its_own_frame_on_a_phone(cup_page):
    page = cup_page(PHONE)
    frame = page.locator(".drawn-frame")
    assert frame.evaluate("one => one.scrollWidth > one.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.get_by_role("img", name="Bracket of").is_visible()
