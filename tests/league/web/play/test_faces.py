"""German faces on French cards: who asks for them reads them everywhere at the table."""

import re

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

import games
from league.services.play import tables
from league.web.games.cards import FRENCH_NAMES, pack_of
from league.web.games.help import meaning
from tests.league.web.online import online_event, play, seat_people

FRENCH = re.compile(r"french-[CSHD]|\b(?:clubs|spades|diamonds|jacks?|queens?)\b", re.IGNORECASE)
OF_RECORDS = re.compile(r' (?:id|value)="[^"]*"')
"""What is sent."""

pytestmark = pytest.mark.usefixtures("kept_positions")


@pytest.fixture
def skat(club):
    """A table of Skat at which three people sit, with their accounts."""
    return seat_people(online_event(club, "skat"), 3)


def page(client, table, faces="german", **headers):
    client.cookies["faces"] = faces
    answer = client.get(reverse("web:table", args=[table.code]) + "?seen=0", headers=headers)
    return answer.content.decode()


def fragment(client, table):
    return page(client, table, **{"HX-Request": "true"})


def suits_drawn(page):
    return set(re.findall(r"#(\w+)-[A-Z]\b", page))


@pytest.mark.slow
def test_nothing_at_the_table_is_french_in_any_phase(client_of, skat):
    table, accounts = skat
    clients = [client_of(account) for account in accounts]
    phases = []
    while "over" not in phases:
        phases.append(tables.look(table=table, by=None).view["phase"])
        for client in clients:
            shown = OF_RECORDS.sub("", fragment(client, table))
            assert FRENCH.findall(shown) == []
            assert 'data-faces="german"' in shown
        table = play(table, accounts, 3, seed=len(phases)) if table.turn is not None else table
    assert {"auction", "play"} <= set(phases)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_no_action_means_anything_french(language):
    suits, ranks = FRENCH_NAMES.suits, FRENCH_NAMES.court
    pack = pack_of("skat", "german")
    with translation.override(language):
        french = {str(suits[suit]) for suit in "CSD"} | {str(ranks[rank]) for rank in "JQ"}
        said = [meaning("skat", key, pack) for key in games.get("skat").words.meanings]
        assert [name for name in sorted(french) if name in " ".join(said)] == []


@pytest.mark.parametrize("faces", ["", "french", "tarock"])
def test_cards_are_french_for_who_does_not_ask_for_german_ones(client_of, skat, faces):
    table, accounts = skat
    assert suits_drawn(page(client_of(accounts[0]), table, faces)) == {"french"}


def test_other_games_have_no_other_faces(client_of, club):
    table, accounts = seat_people(online_event(club, "loo"), 5)
    shown = page(client_of(accounts[0]), table)
    assert "data-faces" not in shown
    assert 'name="faces"' not in shown
    assert suits_drawn(shown) <= {"french"}


def test_actions_are_sent_as_records_write_them(client_of, skat):
    table, accounts = skat
    found = play(table, accounts, 1, seed=7)
    while tables.look(table=found, by=None).view["phase"] != "play":
        found = play(found, accounts, 1, seed=7)
    by = accounts[found.turn]
    legal = tables.look(table=found, by=by).legal
    shown = page(client_of(by), found)
    assert all(f'name="action" value="{card}"' in shown for card in legal)
    client_of(by).post(
        reverse("web:table", args=[found.code]), {"version": found.version, "action": legal[0]}
    )
    assert found.actions.order_by("number").last().text == legal[0]
