"""Ladders of remote bots over the API: made, entered, played by the bots, and closed until over."""

import json

import pytest
from django.utils import timezone

from league.models import OnlineTable
from league.services.play import ladder_tables, positions, remote_bots, table_watch
from tests.league.api.conftest import ContractClient
from tests.league.ladders import make_ladder
from tests.league.services.play import acts, remote_ladders


@pytest.fixture(autouse=True)
def _no_positions():
    positions.kept.forget()


@pytest.fixture
def ladder(club):
    return remote_ladders.make(club)


@pytest.fixture
def fox(carol, now):
    return remote_bots.create(name="Fox", by=carol, now=now)


@pytest.fixture
def owl(dora, now):
    return remote_bots.create(name="Owl", by=dora, now=now)


def client_with_token(bot):
    _token, plain = remote_bots.issue_token(bot=bot, name="home", by=bot.owner, now=timezone.now())
    client = ContractClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {plain}")
    return client


@pytest.fixture
def at_home(client_of, ladder, fox, owl):
    """The clients of two bots that have entered and listen."""
    clients = []
    for bot in (fox, owl):
        body = {"remote_bot": bot.player.code}
        client_of(bot.owner, scopes=["bots"]).post(f"seasons/{ladder.code}/enter", body)
        clients.append(client_with_token(bot))
        clients[-1].get("remote-bots/me")
    return clients


@pytest.fixture
def table(ladder, at_home):
    """A table of the ladder, dealt."""
    ladder_tables.fill(season=ladder, now=timezone.now())
    table_watch.watch(now=timezone.now())
    return OnlineTable.objects.order_by("pk").first()


def act_once(client, code):
    """Have a bot act if it is asked; return whether it was."""
    turn = client.get(f"tables/{code}/turn")
    if turn.status_code == 204:
        return False
    asked = turn.json()
    body = {"action": asked["view"]["legal"][0], "expected_version": asked["version"]}
    assert client.post(f"tables/{code}/act", body).status_code == 200
    return True


def play(clients, code):
    while OnlineTable.objects.get(code=code).status == "playing":
        if not any(act_once(client, code) for client in clients):
            clients[0].post(f"tables/{code}/deal", {})


def test_a_ladder_of_remote_bots_is_created_and_found(as_alice, club):
    body = {"club": "linde", "name": "Far", "game": "truco", "kind": "ladder", "table_size": 4}
    season = as_alice.post("seasons", body | {"is_remote": True}).json()
    assert season["is_remote"]
    make_ladder(club, bots=0)
    found = as_alice.get("seasons?is_remote=true").json()["results"]
    assert [row["code"] for row in found] == [season["code"]]


def test_only_a_ladder_is_one_of_remote_bots(as_alice, club):
    body = {"club": "linde", "name": "Far", "game": "truco", "is_remote": True}
    refused = as_alice.post("seasons", body)
    assert (refused.status_code, list(refused.json()["errors"])) == (422, ["is_remote"])


def test_nobody_enters_the_remote_bot_of_another(client_of, ladder, fox, mallory):
    body = {"remote_bot": fox.player.code}
    refused = client_of(mallory).post(f"seasons/{ladder.code}/enter", body)
    assert (refused.status_code, list(refused.json()["errors"])) == (422, ["remote_bot"])


def test_a_remote_bot_does_not_enter_a_ladder_of_uploaded_ones(client_of, club, fox, carol):
    other, body = make_ladder(club, bots=0), {"remote_bot": fox.player.code}
    refused = client_of(carol, scopes=["bots"]).post(f"seasons/{other.code}/enter", body)
    assert refused.status_code == 409
    assert "a ladder of theirs" in refused.json()["detail"]


def test_a_bot_cannot_enter_itself(ladder, fox):
    body = {"remote_bot": fox.player.code}
    assert client_with_token(fox).post(f"seasons/{ladder.code}/enter", body).status_code == 403


def test_an_author_takes_a_remote_bot_off(client_of, ladder, at_home, fox, carol):
    body = {"player": fox.player.code}
    left = client_of(carol, scopes=["bots"]).post(f"seasons/{ladder.code}/leave", body)
    assert left.json()["active"] is False


def test_me_tells_the_tables_of_a_ladder(table, ladder, at_home):
    for client in at_home:
        told = client.get("remote-bots/me").json()["tables"][0]
        assert (told["code"], told["ladder"]) == (table.code, ladder.code)
        assert (told["event"], told["status"]) == (None, "playing")


@pytest.mark.further
def test_bots_play_a_rated_match_by_the_api(anonymous, table, ladder, at_home):
    play(at_home, table.code)
    rows = anonymous.get(f"seasons/{ladder.code}/leaderboard").json()["results"]
    assert [row["duplicates"] for row in rows] == [1, 1]
    assert {row["waits_until"] for row in rows} == {None}
    [rated] = anonymous.get(f"duplicates?season={ladder.code}&status=rated").json()["results"]
    assert [one["status"] for one in rated["matches"]] == ["final"]
    assert rated["serial"]


def test_nobody_learns_of_a_hand_before_the_match_is_over(anonymous, client_of, table, at_home):
    position = positions.reach(acts.row(table))
    hands = [position.table.view(seat)["hand"] for seat in range(2)]
    match = table.match.code
    others = [anonymous, client_of(table.opened_by.remote.owner)]
    for client in others:
        seen = client.get(f"tables/{table.code}").json()
        assert (seen["view"]["hand"], seen["secret"], seen["legal"]) == ([], None, [])
        assert client.get(f"matches/{match}/record").status_code == 404
    clients = dict(zip(["Fox", "Owl"], at_home, strict=True))
    for own in acts.row(table).seats.all():
        told = json.dumps(clients[own.player.name].get(f"tables/{table.code}").json()["view"])
        told += str(clients[own.player.name].get(f"tables/{table.code}/turn").content)
        assert not [card for card in hands[1 - own.number] if f'"{card}"' in told]


def test_tables_are_listed_by_ladder(anonymous, table, ladder, club):
    found = anonymous.get(f"tables?ladder={ladder.code}&status=playing").json()["results"]
    assert table.code in [row["code"] for row in found]
    assert {row["ladder"] for row in found} == {ladder.code}
    assert anonymous.get(f"tables?ladder={make_ladder(club).code}").json()["results"] == []
