"""The front page and the way to the online tables: what they say, to whom, and at what cost."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.models import Event, Match, TableSeat
from tests.league.factories import (
    BotFactory,
    EventFactory,
    MatchFactory,
    OnlineTableFactory,
    PlayerFactory,
    SessionFactory,
)

DOORS = ("Run a club", "Play now", "Enter a bot")


def text(answer):
    return answer.content.decode()


def evening(season, number=1):
    """An evening whose first table is final, won by a bot, and whose second is not."""
    now = timezone.now()
    session = SessionFactory(event=EventFactory(season=season), published_at=now)
    players = [BotFactory(builtin=""), *PlayerFactory.create_batch(3)]
    final = MatchFactory(
        session=session, players=players, status=Match.Status.FINAL, version=1, finished_at=now
    )
    final.seats.filter(number=0).update(place=1)
    MatchFactory(session=session)
    return session


def table(season, number=1):
    event = EventFactory(season=season, draw=Event.Draw.ONLINE)
    found = OnlineTableFactory(event=event, due_at=timezone.now())
    TableSeat.objects.create(table=found, number=0, player=PlayerFactory())
    return found


def doors(page):
    return {
        words: address
        for address, words in re.findall(
            r'<a class="button button--main" href="([^"]+)">([^<]+)', page
        )
        if words in DOORS
    }


def test_home_says_what_this_is(client, db):
    assert "Card clubs run their evenings and leagues on Stammtisch" in text(client.get("/"))


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("viewer", ["client", "as_mallory"])
def test_every_door_leads_on(request, db, viewer, door):
    browser = request.getfixturevalue(viewer)
    assert browser.get(doors(text(browser.get("/")))[door]).status_code == 200


def test_where_accounts_are_not_opened_the_door_says_who_opens_them(client, db, settings):
    settings.SIGN_UP_OPEN = False
    home = text(client.get("/"))
    assert "The operator of this site opens accounts." in home
    closed = text(client.get(doors(home)["Run a club"]))
    assert "/login/?next=/new-club/" in closed


def test_home_shows_an_evening_with_its_club_and_game(client, season):
    session = evening(season)
    answer = text(client.get("/"))
    assert reverse("web:session", args=[session.code]) in answer
    assert "1 of 2 tables final" in answer
    assert f"{season.club} · Mit List und Tücke" in answer


def test_home_hides_drafts(as_mallory, draft):
    draft.published_at = timezone.now()
    draft.save()
    assert reverse("web:session", args=[draft.code]) not in text(as_mallory.get("/"))


def test_home_says_when_an_evening_starts(client, season):
    event = EventFactory(season=season, starts_at=timezone.now() + timedelta(seconds=1))
    answer = client.get("/")
    assert reverse("web:event", args=[event.code]) in text(answer)


def test_home_shows_tables_that_wait(client, season):
    found = table(season)
    answer = text(client.get("/"))
    assert reverse("web:table", args=[found.code]) in answer
    assert "1 of 4 seats taken" in answer


def test_home_says_who_won(client, season):
    evening(season)
    [(match, winners)] = client.get("/").context["results"]
    assert f"won by {winners[0].name}" in text(client.get("/"))
    assert winners[0] == match.seats.get(number=0).player


def test_play_leads_to_the_tables_of_every_club(client, season):
    found = table(season)
    answer = text(client.get("/play/"))
    assert reverse("web:tables", args=[found.event.code]) in answer
    assert "1 table is waiting for players" in answer


def test_play_says_what_a_visitor_needs_next(client, as_mallory):
    assert "/join/?next=/play/" in text(client.get("/play/"))
    assert "/join/" not in text(as_mallory.get("/play/"))


@pytest.mark.parametrize("address", ["/", "/play/"])
@pytest.mark.parametrize("fill", [evening, table])
def test_queries_do_not_grow_with_what_goes_on(
    as_alice, season, django_assert_num_queries, address, fill
):
    fill(season)
    as_alice.get(address)
    with CaptureQueriesContext(connection) as once:
        as_alice.get(address)
    for number in range(20):
        fill(season, number)
    with django_assert_num_queries(len(once)):
        as_alice.get(address)
