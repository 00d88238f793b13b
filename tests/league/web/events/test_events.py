"""The page of an event: which bots may fill seats, and who says so."""

import pytest
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Version
from tests.league.factories import BotFactory, PlayerFactory, VersionFactory

GAMES = {"name": "Fox", "games": "all", "start": ["python3", "bot.py"]}


@pytest.fixture
def greedy(db):
    return BotFactory(name="greedy")


@pytest.fixture
def page(event):
    return reverse("web:event", args=[event.code])


@pytest.fixture
def choose(event):
    """Return a function that sends the form."""
    url = reverse("web:choose-bots", args=[event.code])
    return lambda client, *bots: client.post(url, {"bots": [player.code for player in bots]})


def test_organiser_chooses_bots(as_alice, event, page, choose, greedy):
    assert choose(as_alice, greedy).url == page
    assert list(event.bots.all()) == [greedy]
    shown = as_alice.get(page).content.decode()
    assert f'value="{greedy.code}" checked' in shown


def test_visitors_see_who_was_chosen_and_no_form(client, event, page, greedy):
    assert "Every built-in bot." in client.get(page).content.decode()
    event.bots.add(greedy)
    shown = client.get(page).content.decode()
    assert "greedy" in shown
    assert "choose-bots" not in shown
    assert 'type="checkbox"' not in shown


def test_member_may_not_choose(as_mallory, event, choose, greedy):
    assert choose(as_mallory, greedy).status_code == 403
    assert not event.bots.exists()


def test_what_is_wrong_comes_back_with_what_was_ticked(as_alice, event, choose, greedy):
    gone = VersionFactory(manifest=GAMES)
    event.bots.add(gone.player)
    Version.objects.update(status=Version.Status.WITHDRAWN)
    response = choose(as_alice, greedy, gone.player)
    assert response.status_code == 422
    shown = response.content.decode()
    assert "Leave it out" in shown
    assert f'value="{greedy.code}" checked' in shown
    assert "withdrawn" in shown


def test_in_a_closed_season_nothing_is_stored(as_alice, event, choose, greedy):
    type(event.season).objects.update(status="closed")
    assert choose(as_alice, greedy).status_code == 409
    assert not event.bots.exists()


def test_bots_are_found_by_name(as_alice, page, db):
    names = ("Otter", "Fox")
    otter, fox = (VersionFactory(manifest=GAMES, bot__name=name).player for name in names)
    shown = as_alice.get(page, {"find": "ott"}).content.decode()
    assert otter.code in shown
    assert fox.code not in shown


def test_people_are_not_offered(as_alice, page):
    guest = PlayerFactory()
    assert guest.code not in as_alice.get(page).content.decode()


def test_page_costs_the_same_for_many_bots(as_alice, page, db):
    from django.db import connection

    def queries():
        with CaptureQueriesContext(connection) as found:
            as_alice.get(page)
        return len(found)

    VersionFactory(manifest=GAMES)
    BotFactory()
    before = queries()
    for _ in range(10):
        VersionFactory(manifest=GAMES)
        BotFactory()
    assert queries() == before
