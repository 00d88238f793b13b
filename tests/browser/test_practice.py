"""Practice in a browser: opened from a game's page, with hints and a way back, on every screen."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from league.models import OnlineTable
from league.services.play import hints
from league.services.seasons import game_ratings
from tests.league.services.play.thoughts import Thought
from tests.league.web.online import online_event, play, seat_people

from .conftest import PASSWORD

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.fixture
def practice(open_page, log_in, season, answers, monkeypatch):
    """Bob's page of a practice table of Skat at which he has bid or passed."""
    monkeypatch.setattr(hints.runner, "consider", Thought)
    page = log_in(open_page(), "bob")
    page.goto(reverse("web:game", args=["skat"]))
    page.get_by_role("link", name="Practise against AI players").click()
    page.get_by_label("AI", exact=True).select_option("greedy")
    page.get_by_role("button", name="Practise", exact=True).click()
    page.locator("#do-pass").click()
    expect(page.locator("#take-back")).to_be_visible()
    return page


def test_practice_fits_every_screen(practice, on_screens):
    practice.locator("#hint").click()
    expect(practice.locator("#hint-found")).to_contain_text(" would choose: ")
    assert on_screens(practice, "practice") == []


def test_one_takes_back_what_one_did(practice):
    practice.locator("#take-back").click()
    expect(practice.locator("#do-pass")).to_be_visible()
    expect(practice.locator("#take-back")).to_have_count(0)


def test_a_hint_goes_with_the_next_card(practice):
    practice.locator("#hint").click()
    expect(practice.locator("#hint-found strong")).to_be_visible()
    practice.locator("button.hold[name]").first.click()
    expect(practice.locator("#hint-found")).to_have_count(0)


def test_the_end_of_a_match_shows_ratings_as_they_come(open_page, log_in, season, on_screens):
    table, people = seat_people(online_event(season.club, "briscola"), 2)
    table = play(table, people, 1000)
    OnlineTable.objects.filter(pk=table.pk).update(finished_at=timezone.now())
    people[0].set_password(PASSWORD)
    people[0].save()
    page = log_in(open_page(), people[0].username)
    page.goto(reverse("web:table", args=[table.code]))
    end = page.locator("#table-end")
    expect(end).to_contain_text("The new ratings appear here")
    game_ratings.rate_waiting()
    expect(end).to_contain_text("Rating 25.0 → ")
    assert on_screens(page, "table-end") == []
    end.get_by_role("button", name="Again with the same players").click()
    expect(page.locator("#table")).to_have_class("table table--gathering")
