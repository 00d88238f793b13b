"""The page of Play now: two presses to a table, and who waits."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Club, Event, OnlineTable
from tests.league.factories import AccountFactory, EventFactory, SeasonFactory

GAME = "mit-list-und-tuecke"
PLAY = reverse("web:play")


@pytest.fixture(autouse=True)
def events(season):
    """Events for two games whose tables Play now fills."""
    Club.objects.filter(pk=season.club_id).update(is_trusted=True)
    skat = SeasonFactory(club=season.club, game="skat")
    return [
        EventFactory(season=one, draw=Event.Draw.ONLINE, play_now=True) for one in (season, skat)
    ]


def text(answer):
    return answer.content.decode()


def chosen(page):
    """Return the games of the form in their order, and the one that is chosen."""
    form = page.context["form"]
    return [slug for slug, _name in form.fields["game"].choices], form["game"].value()


def press(client, **wish):
    return client.post(PLAY, {"game": GAME, "bot": "easy"} | wish)


def test_every_page_leads_there(client):
    assert f'href="{PLAY}"' in text(client.get(reverse("web:games")))


def test_one_press_leads_to_a_table(as_bob):
    answer = press(as_bob)
    table = OnlineTable.objects.get()
    assert answer.url == reverse("web:table", args=[table.code])
    assert (table.status, table.fill_with) == ("gathering", "easy")


@pytest.mark.parametrize(("said", "dealt"), [("1", 0), ("", 1)])
def test_a_script_says_that_it_adds_a_number(as_bob, said, dealt):
    assert 'name="adds_number"' in text(as_bob.get(PLAY))
    press(as_bob, company="now", adds_number=said)
    assert OnlineTable.objects.get().length == dealt


def test_the_table_says_when_ai_players_come(as_bob):
    table = text(as_bob.get(press(as_bob).url))
    assert "AI players take the free seats in" in table


def test_the_game_played_last_comes_first(as_bob):
    assert chosen(as_bob.get(PLAY)) == ([GAME, "skat"], GAME)
    press(as_bob, game="skat")
    assert chosen(as_bob.get(PLAY)) == (["skat", GAME], "skat")


def test_an_address_may_choose_the_game(as_bob):
    assert chosen(as_bob.get(PLAY, {"game": "skat"}))[1] == "skat"


def test_a_game_that_nobody_offers_is_told(client):
    assert "Truco is not offered here at the moment." in text(client.get(PLAY, {"game": "truco"}))


def test_without_any_offer_the_page_leads_to_the_clubs(client, season):
    Event.objects.update(play_now=False)
    answer = text(client.get(PLAY))
    assert "No game is offered for Play now at the moment." in answer
    assert reverse("web:tables", args=[Event.objects.first().code]) in answer


def test_the_page_says_where_one_plays_and_what_pressing_means(client, events):
    answer = text(client.get(PLAY))
    assert "agree to play in its club" in answer
    assert reverse("web:event", args=[events[0].code]) in answer


def test_a_visitor_logs_in_and_finds_the_game_again(client):
    assert press(client, game="skat").url == "/login/?next=%2Fplay%2F%3Fgame%3Dskat"


def test_an_account_that_is_nobody_is_asked_for_a_name(client_of):
    browser = client_of(AccountFactory(username="nina"))
    assert press(browser).status_code == 422
    assert press(browser, own_name="Nina").status_code == 302


def test_what_the_service_refuses_is_said(as_bob):
    answer = press(as_bob, seats="2")
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["seats"])


def test_who_waits_is_shown(as_bob, client):
    press(as_bob)
    answer = text(client.get(PLAY))
    assert "1 of 4 seats taken: Bob" in answer.replace("</span>", "")
    assert "just now" in answer


def test_the_page_learns_who_has_come(as_bob, client):
    known = client.get(PLAY).context["known"]
    news = {"HTTP_HX_REQUEST": "true"}
    assert client.get(PLAY, {"known": known}, **news).status_code == 204
    press(as_bob)
    answer = client.get(PLAY, {"known": known}, **news)
    assert (answer.status_code, "Bob" in text(answer)) == (200, True)


def test_queries_do_not_grow_with_who_waits(as_bob, as_alice, client):
    press(as_bob)
    with CaptureQueriesContext(connection) as one:
        client.get(PLAY)
    press(as_alice, game="skat")
    with CaptureQueriesContext(connection) as two:
        client.get(PLAY)
    assert len(two) == len(one)
