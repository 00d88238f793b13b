"""The desk, the wizard, the projector view and sheets that count as one types, in a browser."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Timer
from tests.league.factories import (
    NOW,
    BotFactory,
    JobFactory,
    MatchFactory,
    PlayerFactory,
    RegistrationFactory,
    ResultFactory,
    SessionFactory,
)

from .conftest import DESK

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

WALL = {"width": 1920, "height": 1080}


@pytest.fixture
def busy(season, session, match):
    """A club with something of everything to do, and twelve tables in play."""
    names = ("Annemarie von der Linde-Hohenstein", "Ben", "Cleo", "Dan", "Eva", "Fritz")
    for number in range(2, 13):
        players = [PlayerFactory(name=f"{name} {number}") for name in names]
        MatchFactory(session=session, table_number=number, players=players)
        season.standings.create(player=players[0], gross=number, points=number, matches=3)
    entered = ResultFactory(match=MatchFactory(session=session, table_number=13)).match
    entered.disputes.create(reason="The second row is not ours.", opened_at=NOW)
    SessionFactory(event=session.event, number=2, status="draft", publish_at=NOW)
    RegistrationFactory(event=session.event, status="waiting", player__name="Wim")
    bots = MatchFactory(session=session, table_number=14, players=[BotFactory(), BotFactory()])
    JobFactory(match=bots, status="failed", reason="no worker answers")
    ends_at = timezone.now() + timedelta(minutes=42)
    Timer.objects.create(session=session, ends_at=ends_at)
    return session


@pytest.fixture
def addresses(busy):
    """Every page, by name."""
    return {
        "home-organiser": "/",
        "desk": "/clubs/linde/desk/",
        "desk-list": "/clubs/linde/desk/?list=missing",
        "club-new": "/new-club/",
        "season-wizard": "/clubs/linde/seasons/new/",
        "screen": f"/sessions/{busy.code}/screen/?hold=1",
        "screen-standings": f"/sessions/{busy.code}/screen/?step=2&hold=1",
    }


def test_every_page_fits_every_screen(as_alice, addresses, too_wide):
    assert too_wide(as_alice(), addresses) == []


def test_the_wall_shows_twelve_tables_at_once(open_page, addresses, picture):
    page = open_page(viewport=WALL)
    for name in ("screen", "screen-standings"):
        page.goto(addresses[name])
        picture(page, f"{name}-1920-light")
        height = page.evaluate("document.documentElement.scrollHeight")
        assert height <= WALL["height"], name


def test_the_timer_counts_down_on_its_own(open_page, addresses):
    page = open_page(viewport=DESK)
    page.goto(addresses["screen"])
    timer = page.get_by_role("timer")
    before = timer.inner_text()
    page.wait_for_function(
        "text => document.querySelector('#timer span').textContent < text", arg=before
    )
    assert timer.inner_text() < before


def test_a_gong_sounds_when_the_time_is_up_where_somebody_asked_for_it(open_page, addresses):
    page = open_page(viewport=DESK)
    page.add_init_script(
        "window.tones = 0; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (at) { tones++; start.call(this, at); }"
    )
    page.goto(addresses["screen"])
    near = "document.querySelector('#timer [data-runs]').dataset.left = %d"
    page.evaluate(near % 2)
    page.wait_for_function("() => document.querySelector('#timer span').textContent == '0:00'")
    assert page.evaluate("tones") == 0
    page.reload()
    page.get_by_label("Gong at the end").check()
    assert page.evaluate("tones") == 3
    page.evaluate(near % 4)
    page.wait_for_function("() => tones == 12")


def test_an_organiser_goes_from_nothing_to_a_running_season(as_alice, season):
    page = as_alice()
    page.goto("/")
    page.get_by_role("link", name="Run a club").click()
    page.get_by_label("Name of the club").fill("Rote Laterne")
    page.get_by_role("button", name="Create", exact=True).click()
    page.get_by_label("Name", exact=True).fill("Spring")
    page.get_by_text("Bid, then play alone").click()
    page.get_by_role("button", name="Create and start").click()
    page.get_by_text("Now create its first event").wait_for()
    page.get_by_role("link", name="Close the season").click()
    page.get_by_role("button", name="Close the season").click()
    page.get_by_text("The season is closed").wait_for()


def test_a_sheet_says_its_score_and_its_faults_as_it_is_typed(as_alice, match, picture):
    page = as_alice(viewport=DESK)
    page.goto(f"/matches/{match.code}/result/")
    stacks = ((("blue", 6), ("green", 4)), (("red", 6), ("yellow", 4)), (("blue", 4), ("green", 2)))
    for seat, cards in enumerate((*stacks, (("red", 2),))):
        for colour, count in cards:
            page.locator(f'[name="rounds.0.sheet.players.{seat}.{colour}"]').fill(str(count))
    page.locator('[id="rounds.0"] output strong').first.wait_for()
    picture(page, "enter-so-far-1280-light")
    field = page.locator('[name="rounds.0.sheet.players.0.blue"]')
    field.fill("many")
    page.locator('[id="rounds.0.sheet.players.0.blue-error"]').wait_for()
    assert field.evaluate("field => field === document.activeElement")
    field.fill("6")
    page.locator('[id="rounds.0.sheet.players.0.blue-error"]').wait_for(state="detached")
