"""The page of penalties: read by everybody, given and taken back by organisers."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Penalty
from league.services.seasons import penalties
from tests.league.factories import NOW, PlayerFactory, RegistrationFactory


@pytest.fixture
def emil(event):
    return RegistrationFactory(event=event, player=PlayerFactory(name="Emil")).player


@pytest.fixture
def page(season):
    return reverse("web:penalties", args=[season.code])


@pytest.fixture
def given(season, emil, alice):
    return penalties.penalise(
        season=season, player=emil, points=Decimal(2), reason="came late", by=alice, now=NOW
    )


def give(client, page, player, **values):
    return client.post(page, {"player": player.code, "points": "2.5", "reason": "late"} | values)


def revoke(client, penalty, reason="it was the tram"):
    return client.post(reverse("web:revoke-penalty", args=[penalty.code]), {"reason": reason})


def test_an_organiser_gives_one(as_alice, page, emil, event):
    assert give(as_alice, page, emil, event=event.code).url == page
    row = Penalty.objects.get()
    assert (row.player, row.event, float(row.points)) == (emil, event, 2.5)


def test_everybody_reads_why(client, page, given, season):
    shown = client.get(page).content.decode()
    assert "came late" in shown
    assert "<form" not in shown.split("<main")[1].split("</main>")[0]
    assert "penalty −2" in client.get(reverse("web:season", args=[season.code])).content.decode()


def test_without_a_reason_it_comes_back(as_alice, page, emil):
    response = give(as_alice, page, emil, reason=" ")
    assert response.status_code == 422
    assert 'value="2.5"' in response.content.decode()
    assert not Penalty.objects.exists()


def test_an_organiser_takes_it_back_with_a_reason(as_alice, page, given):
    assert revoke(as_alice, given, reason=" ").status_code == 422
    assert revoke(as_alice, given).url == page
    assert "it was the tram" in as_alice.get(page).content.decode()
    given.refresh_from_db()
    assert given.status == Penalty.Status.REVOKED


@pytest.mark.parametrize("who", ["as_bob", "as_mallory", "client"])
def test_nobody_else_gives_or_takes_back(request, who, page, emil, given):
    client = request.getfixturevalue(who)
    assert give(client, page, emil).status_code == 403
    assert revoke(client, given).status_code in {302, 403}
    given.refresh_from_db()
    assert given.status == Penalty.Status.IN_FORCE
    assert Penalty.objects.count() == 1


def test_a_ladder_has_none(client, ladder):
    assert client.get(reverse("web:penalties", args=[ladder.code])).status_code == 404


def test_the_page_costs_the_same_for_many(as_alice, page, given, season, alice):
    def queries():
        with CaptureQueriesContext(connection) as found:
            assert as_alice.get(page).status_code == 200
        return len(found)

    before = queries()
    for player in PlayerFactory.create_batch(8):
        penalties.penalise(
            season=season, player=player, points=Decimal(1), reason="x", by=alice, now=NOW
        )
    assert queries() == before
