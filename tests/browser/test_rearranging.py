"""A draft is rearranged by dragging players and by key; its price is seen before it is paid."""

import pytest

from league.models import Session
from league.services.draws import drawing
from tests.league.draws import register, tables
from tests.league.factories import NOW, SessionFactory

from .conftest import DESK, PHONE

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.fixture
def draft(season, session):
    """A draft of eight players at two tables."""
    alice = season.club.memberships.get(player__name="Alice").player.account
    register(session.event, 8)
    found = SessionFactory(event=session.event, number=2, status=Session.Status.DRAFT)
    drawing.draw(session=found, checked_in_only=False, seed=7, by=alice, now=NOW)
    return found


@pytest.fixture
def as_alice(open_page, log_in, draft):
    """Return a page of the draft, as Alice sees it, who organises."""

    def do(**options):
        page = log_in(open_page(**options), "alice")
        page.goto(f"/sessions/{draft.code}/")
        return page

    return do


def grip(page, player):
    return page.get_by_role("button", name=f"Move {player.name}", exact=True)


def drag(page, one, other):
    start, end = grip(page, one).bounding_box(), grip(page, other).bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 30, end["y"] + 10, steps=8)
    page.mouse.move(end["x"] + 60, end["y"] + 20, steps=2)
    page.mouse.up()


def test_players_are_dragged_priced_swapped_and_put_back(as_alice, draft, picture):
    (one, *_), (other, *_) = before = tables(draft)
    page = as_alice(viewport=DESK)
    grip(page, one).scroll_into_view_if_needed()
    drag(page, one, other)
    page.get_by_text(f"If you swap {one.name} and {other.name}").wait_for()
    picture(page, "draft-priced-1280-light")
    assert tables(draft) == before
    page.get_by_role("status").get_by_role("button", name="Swap players").click()
    page.get_by_role("button", name="Undo the swap").wait_for()
    assert tables(draft)[0][0] == other
    page.reload()
    page.get_by_role("button", name="Undo the swap").click()
    page.get_by_role("button", name="Undo the swap").wait_for(state="detached")
    assert tables(draft) == before


def test_players_are_chosen_by_key(as_alice, draft, picture):
    (one, *_), (other, *_) = tables(draft)
    page = as_alice(viewport=PHONE)
    grip(page, one).press("Enter")
    page.get_by_text(f"{one.name}: selected").wait_for()
    page.keyboard.press("Escape")
    page.get_by_text("The selection is cleared").wait_for()
    grip(page, one).press("Enter")
    grip(page, other).press(" ")
    page.get_by_text(f"If you swap {one.name} and {other.name}").wait_for()
    page.locator("#swap button:focus").wait_for()
    picture(page, "draft-priced-390-light")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Undo the swap").wait_for()
    assert tables(draft)[0][0] == other


def test_without_scripts_the_form_is_there_and_the_grips_are_not(as_alice, draft):
    (one, *_), _other = tables(draft)
    page = as_alice(java_script_enabled=False)
    assert not grip(page, one).is_visible()
    assert page.get_by_role("button", name="Preview the swap").is_visible()
