"""Play now in a browser: two presses from the front page to a table, alone and with others."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from league.models import Club, Event
from league.services.play import table_watch
from tests.league.factories import EventFactory, SeasonFactory

from .conftest import person

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.fixture(autouse=True)
def offers(season):
    """Events of four games whose tables Play now fills."""
    Club.objects.filter(pk=season.club_id).update(is_trusted=True)
    for game in ("mit-list-und-tuecke", "skat", "gong-zhu", "briscola", "linger-longer"):
        of_game = SeasonFactory(club=season.club, game=game)
        EventFactory(season=of_game, name="Play now", draw=Event.Draw.ONLINE, play_now=True)


def test_two_presses_lead_to_a_table(open_page, log_in, on_screens):
    page = log_in(open_page(), "bob")
    page.goto("/")
    page.get_by_role("link", name="Play now").and_(page.locator(".button")).click()
    assert on_screens(page, "play-now") == []
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_text("AI players take the free seats in")).to_be_visible()
    assert on_screens(page, "play-now-waits") == []
    table_watch.watch(now=timezone.now() + timedelta(minutes=1))
    expect(page.locator(".own-hand")).to_be_visible()


def test_two_who_want_the_same_meet(open_page, log_in):
    person("Dora")
    page, other = log_in(open_page(), "bob"), log_in(open_page(), "dora")
    other.goto("/play/")
    page.goto("/play/")
    page.get_by_role("radio", name="Skat").check()
    page.get_by_role("button", name="Play now").click()
    expect(other.get_by_role("region", name="Waiting for players")).to_contain_text("Bob")
    other.get_by_role("radio", name="Skat").check()
    other.get_by_role("button", name="Play now").click()
    expect(page.get_by_text("Dora")).to_be_visible()
    assert page.url == other.url
