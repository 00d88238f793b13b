"""A built-in bot has one name in every language, wherever it sits; programs know it by another."""

import csv
import re
from io import BytesIO, StringIO

import pytest
from django.conf import settings
from django.urls import reverse
from pypdf import PdfReader

from bots import builtin
from league.models import Player, Session
from league.models.people import NAMES_OF_BOTS
from league.services.accounts import people
from league.services.play import tables
from league.web.base.bot_names import ABOUT_BOTS, FACES
from league.web.games.felt import seat_names
from tests.league.factories import (
    NOW,
    BotFactory,
    EventFactory,
    MatchFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    SessionFactory,
)
from tests.league.ladders import by_key, finish, make_ladder, open_tables, play_to_end, rate_player
from tests.league.web.online import online_event

WORDS = {"en": "Rule of thumb", "de": "Faustregel", "nl": "Vuistregel"}


@pytest.fixture
def table(club, bob):
    """A table of Skat at which Bob plays against two quick bots."""
    event = online_event(club, "skat")
    RegistrationFactory(event=event, player=bob.player)
    return tables.open_table(event=event, by=bob, bots=["greedy"] * 2, now=NOW)


def test_every_builtin_bot_has_a_name_in_words():
    assert set(NAMES_OF_BOTS) == set(builtin.names())


def test_every_builtin_bot_has_a_face_and_a_word_on_how_it_plays():
    assert set(FACES) == set(ABOUT_BOTS) == set(builtin.names())
    drawn = (settings.BASE_DIR / "static/img/faces.svg").read_text()
    assert [f'id="{face}"' in drawn for face in FACES.values()] == [True] * len(FACES)


def test_hard_looks_as_far_ahead_as_it_is_said_to():
    assert builtin.get("hard").simulations == 4 * builtin.get("medium").simulations


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("name", ["tables", "table"])
def test_pages_of_online_tables_name_bots_in_words(client, table, name, language):
    code = table.event.code if name == "tables" else table.code
    answer = client.get(
        reverse(f"web:{name}", args=[code]), headers={"Accept-Language": language}
    ).content.decode()
    assert WORDS[language] in answer
    assert "greedy" not in answer


def test_bots_are_chosen_by_their_names_in_words(as_bob, table):
    table.seats.all().delete()
    page = as_bob.get(reverse("web:tables", args=[table.event.code])).content.decode()
    assert '<option value="greedy">Rule of thumb</option>' in page


def test_players_keep_their_names():
    seated = [PlayerFactory.build(name="greedy"), BotFactory.build(builtin="", name="hard")]
    assert seat_names(seated) == ["greedy", "hard"]


def test_bots_of_one_name_are_told_apart_by_seat():
    assert seat_names([BotFactory.build(builtin="hard")] * 2) == [
        "Strong player 1",
        "Strong player 2",
    ]


@pytest.fixture
def season(club):
    """A season whose bots have played in two sessions, and are to play in a third match."""
    season = SeasonFactory(club=club, name="Winter")
    event = EventFactory(season=season)
    bots = [people.builtin_bot(name=name) for name in ("random", "greedy")]
    for number in (1, 2):
        session = SessionFactory(event=event, number=number, published_at=NOW)
        play_to_end(MatchFactory(session=session, players=bots * 2, secret=bytes(32)))
    MatchFactory(session=session, players=bots * 2)
    return season


@pytest.fixture
def duplicate(club):
    """A duplicate of a ladder whose bots are built in, finished."""
    ladder = make_ladder(club, bots=0)
    for name in ("random", "greedy", "easy", "hard"):
        rate_player(ladder, people.builtin_bot(name=name))
    finish(open_tables(ladder)[:1], by_key)
    return ladder.duplicates.order_by("pk").first()


def addresses(season, duplicate):
    """Return where bots are shown: the front page, a season, a ladder, what is kept of a bot."""
    session = Session.objects.get(number=2)
    match = session.matches.get(status="final")
    ladder, greedy = duplicate.season, Player.objects.get(builtin="greedy")
    by_code = {
        "season": season,
        "course": season,
        "event": session.event,
        "session": session,
        "screen": session,
        "match": match,
        "viewer": match,
        "player": greedy,
        "rating": greedy,
        "opponents": Player.objects.get(builtin="random"),
        "head-to-head": ladder,
        "duplicate": duplicate,
    }
    return [
        *(reverse(f"web:{name}", args=[row.code]) for name, row in by_code.items()),
        reverse("web:season", args=[ladder.code]),
        reverse("web:ladder-player", args=[ladder.code, greedy.code]),
        reverse("web:home"),
    ]


def said(page):
    """Return what people see or hear of a page; what forms send is for programs."""
    return re.sub(r' value="[^"]*"', "", page.split("<body>")[1])


@pytest.mark.further
@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", WORDS)
def test_every_page_has_the_same_name_for_a_bot(as_alice, season, duplicate, language):
    headers = {"Accept-Language": language}
    pages = {
        address: said(as_alice.get(address, headers=headers).content.decode())
        for address in addresses(season, duplicate)
    }
    assert [address for address, page in pages.items() if WORDS[language] not in page] == []
    assert [address for address, page in pages.items() if "greedy" in page] == []


@pytest.mark.parametrize("language", WORDS)
def test_spreadsheets_have_the_name_of_the_pages(as_alice, season, duplicate, language):
    for code, table in ((season.code, "standings"), (duplicate.season.code, "ratings")):
        address = reverse("web:season-table", args=[code, table])
        answer = as_alice.get(address, headers={"Accept-Language": language})
        names = [row["name"] for row in csv.DictReader(StringIO(answer.getvalue().decode()))]
        assert WORDS[language] in names
        assert "greedy" not in names


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", WORDS)
def test_prints_have_the_name_of_the_pages(as_alice, season, language):
    session = Session.objects.get(number=2)
    prints = (("print-standings", season), ("print-report", season), ("print-draw", session))
    for name, row in prints:
        address = reverse(f"web:{name}", args=[row.code])
        answer = as_alice.get(address, headers={"Accept-Language": language})
        pages = [page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages]
        assert WORDS[language] in pages[-1]
        assert "greedy" not in "".join(pages)


def test_programs_read_the_name_that_never_changes(client, season):
    greedy = Player.objects.get(builtin="greedy")
    answer = client.get(f"/api/v1/players/{greedy.code}", headers={"Accept-Language": "de"})
    assert answer.json()["name"] == "greedy"
