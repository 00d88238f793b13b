"""Play now over REST."""

import pytest

from league.models import Club, Event
from tests.league.factories import EventFactory

ADDRESS = "games/mit-list-und-tuecke/play-now"


@pytest.fixture
def event(season):
    Club.objects.filter(pk=season.club_id).update(is_trusted=True)
    return EventFactory(season=season, draw=Event.Draw.ONLINE, play_now=True)


def test_where_one_would_play_and_who_waits_is_shown(as_bob, anonymous, event):
    code = as_bob.post(ADDRESS, {}).json()["table"]["code"]
    shown = anonymous.get(ADDRESS).json()
    assert (shown["event"], shown["club"]) == (event.code, event.season.club.slug)
    assert [table["code"] for table in shown["waiting"]] == [code]


def test_a_game_that_is_not_offered_says_so(anonymous, as_bob, db):
    assert anonymous.get(ADDRESS).json() == {"event": None, "club": None, "waiting": []}
    assert as_bob.post(ADDRESS, {}).status_code == 404


def test_who_comes_next_gets_the_seat_beside(as_bob, as_dora, event):
    assert as_bob.post(ADDRESS, {}).json()["seat"] == 0
    assert as_dora.post(ADDRESS, {}).json()["seat"] == 1


def test_a_wish_is_heard(as_bob, event):
    look = as_bob.post(ADDRESS, {"company": "now", "seats": 5, "bot": "easy"}).json()
    seats = [seat["player"]["name"] for seat in look["table"]["seats"]]
    assert (look["table"]["status"], seats[1:]) == ("playing", ["easy"] * 4)


@pytest.mark.parametrize("wish", [{"company": "later"}, {"seats": 9}, {"bot": "Fox 1"}])
def test_a_wish_that_cannot_be_names_the_field(as_bob, event, wish):
    answer = as_bob.post(ADDRESS, wish)
    assert (answer.status_code, list(answer.json()["errors"])) == (422, list(wish))
