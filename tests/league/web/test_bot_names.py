"""Built-in bots have names in words, in every language, wherever they sit."""

import pytest
from django.urls import reverse

from bots import builtin
from league.services import tables
from league.web.bot_names import NAMES
from league.web.felt import seat_names
from tests.league.factories import NOW, BotFactory, PlayerFactory, RegistrationFactory

from .online import online_event

WORDS = {"en": "Rule of thumb", "de": "Faustregel", "nl": "Vuistregel"}


@pytest.fixture
def table(club, bob):
    """A table of Skat at which Bob plays against two quick bots."""
    event = online_event(club, "skat")
    RegistrationFactory(event=event, player=bob.player)
    return tables.open_table(event=event, by=bob, bots=["greedy"] * 2, now=NOW)


def test_every_builtin_bot_has_a_name_in_words():
    assert set(NAMES) == set(builtin.names())


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
    assert seat_names([BotFactory.build(builtin="hard")] * 2) == ["Hard 1", "Hard 2"]
