"""Records and sheets of the games at the width of a phone and of a desk."""

import pytest
from django.urls import reverse

from league.models import Record
from league.services.play import bot_matches
from league.services.results import results
from tests.league.factories import (
    NOW,
    BotFactory,
    EventFactory,
    MatchFactory,
    PlayerFactory,
    SeasonFactory,
    SessionFactory,
)

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

GAMES = {
    "briscola": 4,
    "cinch": 4,
    "democracy": 5,
    "fipsen": 4,
    "gong-zhu": 4,
    "loo": 10,
    "mulatschag": 4,
    "skat": 3,
    "truco": 4,
}
STEPS = {
    "cinch": (3, 9, 20),
    "fipsen": (3, 9, 200),
    "gong-zhu": (3, 40),
    "loo": (12, 25, 200),
    "mulatschag": (4, 11, 14, 25),
    "skat": (2, 5, 12),
}


@pytest.fixture
def table(season):
    """Return a match of a game, played by bots or waiting for people."""

    def make(slug, seats, *, is_played):
        own = SeasonFactory(club=season.club, game=slug, name=slug)
        session = SessionFactory(event=EventFactory(season=own))
        bob = season.club.memberships.get(player__name="Bob").player
        names = ("Random", "Greedy", "Anton", "Berta", "Cäsar", "Dora", "Emil", "Frida", "Gustav")
        if not is_played:
            others = [PlayerFactory(name=name) for name in names[2 : seats + 1]]
            return MatchFactory(session=session, players=[bob, *others][:seats])
        bots = [BotFactory(builtin=name.lower(), name=name) for name in names[:2]] * 5
        match = MatchFactory(session=session, players=bots[:seats], secret=bytes(32))
        results.store_played(plays=[bot_matches.play(match)], now=NOW)
        Record.objects.update(status=Record.Status.VALID)
        results.finalise(match_ids=[match.pk], now=NOW)
        return match

    return make


@pytest.mark.parametrize("slug", GAMES)
def test_record_of_a_game_fits_every_screen(open_page, table, on_screens, slug):
    match = table(slug, GAMES[slug], is_played=True)
    page = open_page()
    for step in STEPS.get(slug, (1, 11)):
        page.goto(reverse("web:viewer", args=[match.code], query={"round": 1, "step": step}))
        assert on_screens(page, f"viewer-{slug}-{step}") == []


@pytest.mark.parametrize("slug", GAMES)
def test_sheet_of_a_game_fits_every_screen(open_page, log_in, table, on_screens, slug):
    match = table(slug, GAMES[slug], is_played=False)
    page = log_in(open_page(), "bob")
    page.goto(reverse("web:enter", args=[match.code]))
    assert on_screens(page, f"sheet-{slug}") == []
