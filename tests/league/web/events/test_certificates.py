"""Certificates: for whom, in which language, and what is on them."""

from decimal import Decimal

import pytest
from django.utils import timezone, translation

from league.models import Match, Season
from league.web.events.certificate_prints import place_in_words, points_in_words
from tests.league.factories import PlayerFactory

from .test_prints import pages

CHOICE = {"first": 3, "language": "en"}


def certificates(client, event, **choice):
    return client.get(f"/events/{event.code}/certificates/", choice or CHOICE)


@pytest.fixture
def over(final, event):
    """Let four people have played the only match of an evening, each better than the next."""
    event.name, event.starts_at = "Autumn Cup", timezone.now()
    event.save()
    for place, seat in enumerate(final.seats.order_by("number"), start=1):
        seat.player, seat.place, seat.points = (
            PlayerFactory(name=f"Person {place}"),
            place,
            9 - place,
        )
        seat.save()
    Match.objects.filter(session__event=event).exclude(pk=final.pk).update(status="void")
    return final


def test_each_of_the_first_places_has_a_page(as_alice, over, event):
    found = pages(certificates(as_alice, event))
    assert len(found) == 3
    assert event.season.club.name in found[0]
    assert "Autumn Cup" in found[0]
    assert "1st place" in found[0]
    assert over.seats.get(place=1).player.shown_name in found[0]
    assert "points" in found[0]


def test_all_who_share_a_place_get_one(as_alice, over, event):
    over.seats.filter(place__lte=2).update(place=1, points=1, score=5)
    over.seats.filter(place__gt=2).update(points=0)
    found = pages(certificates(as_alice, event, first=1, language="en"))
    assert len(found) == 2
    assert all("1st place" in page for page in found)


def test_everybody_can_get_one(as_alice, over, event):
    choice = {"first": 1, "everybody": "on", "language": "en"}
    assert len(pages(certificates(as_alice, event, **choice))) == over.seats.count()


@pytest.mark.further
def test_the_preview_is_the_first_page(as_alice, over, event):
    assert len(pages(certificates(as_alice, event, **CHOICE, preview=1))) == 1


def test_the_language_is_chosen(as_alice, over, event):
    found = pages(certificates(as_alice, event, first=1, language="de"))
    assert "Urkunde" in found[0]
    assert "1. Platz" in found[0]


def test_long_names_have_room(as_alice, over, event):
    seat = over.seats.get(place=1)
    seat.player.name = "Maximiliane-Friederike von und zu Hohenlohe-Waldenburg-Schillingsfürst"
    seat.player.save()
    assert seat.player.name in pages(certificates(as_alice, event))[0].replace("\n", " ")


def test_names_in_other_alphabets_are_printed(as_alice, over, event):
    seat = over.seats.get(place=1)
    type(seat.player).objects.filter(pk=seat.player.pk).update(name="Βασίλης Щукин")
    assert "Βασίλης Щукин" in pages(certificates(as_alice, event))[0]


def test_nothing_is_certified_that_may_change(as_alice, final, event):
    Match.objects.filter(session__event=event).update(status="entered")
    response = certificates(as_alice, event)
    assert response.status_code == 409
    assert "not final yet" in response.content.decode()


def test_a_season_is_certified_once_it_is_closed(as_alice, final, season):
    address = f"/seasons/{season.code}/certificates/"
    assert "not closed" in as_alice.get(address, CHOICE).content.decode()
    Season.objects.filter(pk=season.pk).update(status="closed")
    found = pages(as_alice.get(address, CHOICE))
    assert season.name in found[0]
    assert "1st place" in found[0]
    assert address in as_alice.get(f"/seasons/{season.code}/").content.decode()


def test_a_number_that_is_none_is_refused(as_alice, over, event):
    assert certificates(as_alice, event, first="x", language="en").status_code == 422


def test_members_and_strangers_make_none(client, as_bob, over, event):
    assert certificates(as_bob, event).status_code == 403
    assert certificates(client, event).status_code == 302


def test_only_organisers_are_led_there(client, as_alice, over, event):
    address = f"/events/{event.code}/certificates/"
    ranking = f"/events/{event.code}/ranking/"
    assert address in as_alice.get(ranking).content.decode()
    assert address not in client.get(ranking).content.decode()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["1st place", "2nd place", "3rd place", "11th place", "22nd place"]),
        ("de", ["1. Platz", "2. Platz", "3. Platz", "11. Platz", "22. Platz"]),
        ("nl", ["1e plaats", "2e plaats", "3e plaats", "11e plaats", "22e plaats"]),
    ],
)
def test_places_are_said_as_the_language_does(texts, language, said):
    with translation.override(language):
        assert [place_in_words(place) for place in (1, 2, 3, 11, 22)] == said


@pytest.mark.parametrize(
    ("amount", "said"), [("1", "1 Punkt"), ("120.000", "120 Punkte"), ("12.500", "12,5 Punkte")]
)
def test_points_are_said_as_the_language_does(texts, amount, said):
    with translation.override("de"):
        assert points_in_words(Decimal(amount)) == said
