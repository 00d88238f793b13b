"""Practice as pages: opened, played at, taken back, with hints; nobody else sees it."""

import pytest
from django.urls import reverse

import games
from league.models import Event, Hint, OnlineTable, TableAction
from league.services.play import practice
from tests.league.factories import NOW, AccountFactory, EventFactory
from tests.league.web.online import fresh

pytestmark = pytest.mark.usefixtures("kept_positions")


@pytest.fixture
def table(bob):
    """A practice table at which it is Bob's turn."""
    for _ in range(20):
        game = games.get("briscola")
        found = practice.practise(game=game, by=bob, seats=2, bots=["greedy"], now=NOW)
        if found.turn == 0:
            return fresh(found)
    raise AssertionError("Bob never leads")


def address(table, what=""):
    return reverse(f"web:table{what}", args=[table.code])


def html(answer):
    return answer.content.decode()


def send(client, table, what, **fields):
    fields = {"version": table.version} | fields
    return client.post(address(table, what), fields, headers={"HX-Request": "true"})


@pytest.mark.parametrize("slug", [game.slug for game in games.all()])
def test_every_game_can_be_practised_from_its_page(client_of, bob, slug):
    client = client_of(bob)
    page = reverse("web:practise", args=[slug])
    assert page in html(client.get(reverse("web:game", args=[slug])))
    answer = client.post(page, {"bot": "greedy"}, follow=True)
    assert answer.status_code == 200
    assert OnlineTable.objects.get().rules.game == slug
    assert "counts nowhere" in html(answer)


def test_an_event_is_practised_for_from_its_tables(client_of, bob, season):
    event = EventFactory(season=season, draw=Event.Draw.ONLINE)
    client = client_of(bob)
    page = reverse("web:practise-for", args=[event.code])
    assert page in html(client.get(reverse("web:tables", args=[event.code])))
    client.post(page)
    assert OnlineTable.objects.get().rules.game == season.game


def test_whoever_has_no_name_yet_gives_one(client_of):
    client = client_of(AccountFactory())
    page = reverse("web:practise", args=["skat"])
    assert 'name="own_name"' in html(client.get(page))
    assert client.post(page).status_code == 422
    client.post(page, {"own_name": "Nora"})
    assert OnlineTable.objects.get().opened_by.name == "Nora"


def test_tables_that_go_on_are_on_the_page(client_of, bob, table):
    page = html(client_of(bob).get(reverse("web:practise", args=["briscola"])))
    assert address(table) in page
    assert "Practice" in html(client_of(bob).get(reverse("web:play")))


@pytest.mark.parametrize("what", ["", "-end", "-events"])
def test_nobody_else_finds_a_practice_table(client_of, dora, client, table, what):
    for other in (client_of(dora), client):
        assert other.get(address(table, what)).status_code == 404


def test_nobody_is_hurried_at_practice(client_of, bob, table):
    assert "s left" not in html(client_of(bob).get(address(table)))


def test_an_action_is_taken_back(client_of, bob, table):
    client = client_of(bob)
    page = html(client.get(address(table)))
    assert 'id="take-back"' not in page
    action = table.turn is not None and page.split('name="action" value="')[1].split('"')[0]
    played = send(client, table, "", action=action)
    assert 'id="take-back"' in html(played)
    answer = send(client, fresh(table), "-take-back")
    assert f'value="{action}"' in html(answer)
    assert TableAction.objects.filter(back_to__isnull=False).count() == 1


def test_what_was_sent_for_an_older_table_takes_nothing_back(client_of, bob, table):
    assert send(client_of(bob), table, "-take-back", version=0).status_code == 409


def test_a_hint_is_said_in_words(client_of, bob, table):
    client = client_of(bob)
    assert "is thinking" in html(send(client, table, "-hint"))
    card, other = client.get(f"/api/v1/tables/{table.code}").json()["legal"][:2]
    found = {"action": card, "deals": 250, "second": other, "ahead": 12.0}
    Hint.objects.update(found=found)
    page = html(client.get(address(table)))
    assert " would choose: " in page
    assert "It played on from 250 deals that fit what you know." in page
    assert "you end 12.0 points better than with the next best: " in page
    assert 'id="hint"' not in page


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({"deals": 0}, "The rules allow nothing else."),
        ({"second": ""}, "This clearly came out best."),
        ({"ahead": None}, "This came out best. The next best: "),
        ({"ahead": 0.2}, "hardly better than: "),
    ],
)
def test_a_hint_says_how_sure_it_is(client_of, bob, table, found, said):
    client = client_of(bob)
    send(client, table, "-hint")
    card, other = client.get(f"/api/v1/tables/{table.code}").json()["legal"][:2]
    full = {"action": card, "deals": 250, "second": other, "ahead": 3.0}
    Hint.objects.update(found=full | found)
    assert said in html(client.get(address(table)))
