"""Remote bots over REST: made by their authors, and at online tables by themselves."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import ApiToken, Event, OnlineTable, RemoteBot
from league.services.accounts import people
from league.services.play import positions, remote_bots, table_watch, tables
from tests.league.api.conftest import ContractClient
from tests.league.factories import EventFactory, RegistrationFactory
from tests.league.services.play import acts


@pytest.fixture(autouse=True)
def _no_positions():
    positions.kept.forget()


@pytest.fixture
def fern(carol, now):
    return remote_bots.create(name="Fern", games=["mit-list-und-tuecke"], by=carol, now=now)


@pytest.fixture
def as_fern(fern, carol):
    """The client that the bot's token opens."""
    _token, plain = remote_bots.issue_token(bot=fern, name="home", by=carol, now=timezone.now())
    client = ContractClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {plain}")
    return client


@pytest.fixture
def event(season, bob):
    event = EventFactory(season=season, draw=Event.Draw.ONLINE, takes_remote_bots=True)
    RegistrationFactory(event=event, player=bob.player)
    return event


@pytest.fixture
def gathering(event, bob):
    bots = ["greedy", "greedy"]
    return tables.open_table(event=event, by=bob, bots=bots, now=timezone.now())


def play_to(table, account, others):
    """Play on until an account is to act; return the table."""
    now = timezone.now()
    while not acts.look(table, account).legal:
        acts.play_on(table, others, now)
    return acts.row(table)


def test_an_author_makes_a_bot_and_a_token(client_of, carol):
    client = client_of(carol, scopes=["bots"])
    made = client.post("remote-bots", {"name": "Fern", "games": ["skat"]})
    assert made.status_code == 201
    code = made.json()["code"]
    assert made.headers["Location"].endswith(f"/api/v1/remote-bots/{code}")
    token = client.post(f"remote-bots/{code}/tokens", {"name": "home", "days": 9})
    assert (token.status_code, token.json()["scopes"]) == (201, ["play-as-bot"])
    assert token.headers["Cache-Control"] == "no-store"
    shown = client.get(f"remote-bots/{code}/tokens").json()["results"]
    assert [("token" in row, row["name"]) for row in shown] == [(False, "home")]


def test_a_token_of_a_bot_is_revoked(client_of, carol, fern, as_fern):
    client = client_of(carol)
    [token] = client.get(f"remote-bots/{fern.player.code}/tokens").json()["results"]
    assert as_fern.get("remote-bots/me").status_code == 200
    address = f"remote-bots/{fern.player.code}/tokens/{token['code']}"
    assert client.delete(address).status_code == 204
    assert as_fern.get("remote-bots/me").status_code == 401


def test_no_token_outlives_the_one_that_makes_it(carol, fern):
    _token, plain = people.issue_token(
        account=carol, name="short", scopes=["bots"], days=3, now=timezone.now()
    )
    client = ContractClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {plain}")
    address = f"remote-bots/{fern.player.code}/tokens"
    assert client.post(address, {"name": "long", "days": 9}).status_code == 403
    assert client.post(address, {"name": "as long"}).status_code == 201
    made = ApiToken.objects.get(account=fern.account)
    assert made.expires_at < timezone.now() + timedelta(days=3)


def test_a_bot_is_changed_and_retired(client_of, carol, fern):
    client, address = client_of(carol), f"remote-bots/{fern.player.code}"
    changed = client.patch(address, {"games": [], "most_tables": 64, "is_open": False})
    assert (changed.json()["games"], changed.json()["most_tables"]) == ([], 64)
    assert client.post(f"{address}/retire").json()["retired_at"] is not None
    assert client.post(f"{address}/retire").status_code == 409


def test_a_retired_bot_is_shown_to_its_author_alone(client_of, anonymous, carol, fern, now):
    remote_bots.retire(bot=fern, by=carol, now=now)
    address = f"remote-bots/{fern.player.code}"
    assert client_of(carol).get(address).status_code == 200
    assert anonymous.get(address).status_code == 404
    assert anonymous.get("remote-bots").json()["results"] == []
    assert len(client_of(carol).get("remote-bots?mine=true").json()["results"]) == 1


def test_a_list_of_ones_own(client_of, anonymous, bob, carol, fern):
    assert client_of(bob).get("remote-bots?mine=true").json()["results"] == []
    assert anonymous.get("remote-bots?mine=true").json()["results"] == []
    assert len(client_of(carol).get("remote-bots?mine=true").json()["results"]) == 1


def test_a_name_that_is_taken_names_the_field(client_of, bob, fern):
    response = client_of(bob).post("remote-bots", {"name": "fern"})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["name"])


def test_a_bot_is_told_what_it_is_and_who_asks(client_of, bob, fern, as_fern, gathering):
    as_fern.get("remote-bots/me")  # from then on it is connected
    asked = client_of(bob).post(f"tables/{gathering.code}/challenge", {"bot": fern.player.code})
    [row] = asked.json()["challenges"]
    assert (row["player"]["name"], row["status"]) == ("Fern", "asked")
    me = as_fern.get("remote-bots/me").json()
    assert (me["name"], me["is_connected"], me["tables"]) == ("Fern", True, [])
    [challenge] = me["challenges"]
    assert challenge["table"] == gathering.code
    assert (challenge["size"], challenge["move_s"]) == (4, 60)
    assert challenge["by"]["name"] == "Bob"


def test_a_bot_that_is_away_is_not_asked(client_of, bob, fern, gathering):
    response = client_of(bob).post(f"tables/{gathering.code}/challenge", {"bot": fern.player.code})
    assert response.status_code == 409
    assert "not connected" in response.json()["detail"]


def test_a_bot_declines(client_of, bob, fern, as_fern, gathering):
    as_fern.get("remote-bots/me")
    client_of(bob).post(f"tables/{gathering.code}/challenge", {"bot": fern.player.code})
    declined = as_fern.post(f"tables/{gathering.code}/decline")
    assert declined.json()["challenges"][0]["status"] == "declined"
    assert as_fern.get("remote-bots/me").json()["challenges"] == []


def test_a_bot_sits_down_and_plays(bob, fern, as_fern, gathering):
    assert as_fern.post(f"tables/{gathering.code}/join", {}).json()["seat"] == 3
    table = play_to(gathering, fern.account, [bob])
    [own] = as_fern.get("remote-bots/me").json()["tables"]
    assert (own["code"], own["version"], own["is_your_turn"]) == (table.code, table.version, True)
    asked = as_fern.get(f"tables/{table.code}/turn").json()
    assert asked["view"]["seat"] == 3
    act = {"action": asked["view"]["legal"][0], "expected_version": asked["version"]}
    played = as_fern.post(f"tables/{table.code}/act", act)
    assert (played.status_code, played.json()["legal"]) == (200, [])
    assert as_fern.get(f"tables/{table.code}/turn").status_code == 204
    assert as_fern.post(f"tables/{table.code}/act", act).status_code == 412


def test_an_act_with_a_key_is_answered_again(bob, fern, as_fern, gathering):
    as_fern.post(f"tables/{gathering.code}/join", {})
    table = play_to(gathering, fern.account, [bob])
    asked = as_fern.get(f"tables/{table.code}/turn").json()
    act = {"action": asked["view"]["legal"][0], "expected_version": asked["version"]}
    answers = [
        as_fern.post(f"tables/{table.code}/act", act, headers={"Idempotency-Key": "1"})
        for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[1].headers["Idempotency-Replayed"] == "true"


def test_a_bot_that_was_late_comes_back(bob, fern, as_fern, gathering):
    as_fern.post(f"tables/{gathering.code}/join", {})
    table = play_to(gathering, fern.account, [bob])
    for seconds in (61, 90):
        table_watch.watch(now=table.turn_since + timedelta(seconds=seconds))
    [own] = as_fern.get("remote-bots/me").json()["tables"]
    assert own["is_stood_in"]
    assert as_fern.post(f"tables/{table.code}/come-back").status_code == 200
    [own] = as_fern.get("remote-bots/me").json()["tables"]
    assert not own["is_stood_in"]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("post", "tables/{table}/fill"),
        ("post", "tables/{table}/again"),
        ("post", "tables/{table}/challenge"),
        ("post", "events/{event}/tables"),
        ("post", "events/{event}/registrations"),
        ("post", "games/skat/play-now"),
        ("post", "games/skat/practice"),
        ("post", "clubs"),
        ("post", "tokens"),
        ("get", "tokens"),
        ("get", "notices"),
        ("get", "personal-data"),
        ("post", "remote-bots"),
        ("get", "remote-bots/{bot}/tokens"),
        ("post", "remote-bots/{bot}/retire"),
        ("post", "webhooks"),
    ],
)
def test_a_token_of_a_bot_does_nothing_else(as_fern, fern, gathering, event, method, path):  # noqa: PLR0917
    named = {"table": gathering.code, "event": event.code, "bot": fern.player.code}
    response = getattr(as_fern, method)(path.format(**named))
    assert (response.status_code, response.json()["code"]) == (403, "scope_missing")


def test_a_bot_reads_what_anybody_reads(as_fern, season, event):
    for path in (f"events/{event.code}", f"seasons/{season.code}/standings", "games"):
        assert as_fern.get(path).status_code == 200


def test_a_person_is_no_bot(client_of, carol):
    assert client_of(carol).get("remote-bots/me").json()["code"] == "scope_missing"
    client = ContractClient()
    client.force_login(carol)
    assert client.get("remote-bots/me").status_code == 403
    assert client.get("remote-bots/me/events").status_code == 403


def test_a_stranger_asks_no_seat_of_another(client_of, mallory, as_fern, event, bob):
    other = tables.open_table(event=event, by=bob, bots=["greedy"] * 3, now=timezone.now())
    for client in (client_of(mallory), as_fern):
        assert client.get(f"tables/{other.code}/turn").status_code == 403
    seen = as_fern.get(f"tables/{other.code}").json()
    assert (seen["seat"], seen["legal"]) == (None, [])


def test_practice_of_others_is_not_there(client_of, bob, as_fern):
    code = client_of(bob).post("games/skat/practice", {}).json()["table"]["code"]
    assert as_fern.get(f"tables/{code}/turn").status_code == 404


def test_without_redis_a_bot_polls_and_is_connected(as_fern, fern, settings):
    settings.REDIS_URL = ""
    assert as_fern.get("remote-bots/me/events").status_code == 204
    as_fern.get("remote-bots/me")
    assert RemoteBot.objects.get(pk=fern.pk).seen_at is not None


def test_me_costs_the_same_at_one_table_and_at_three(
    as_fern, fern, event, django_assert_max_num_queries
):
    for _ in range(3):
        opener = RegistrationFactory(event=event).player
        table = OnlineTable.objects.create(
            event=event, opened_by=opener, size=4, created_at=timezone.now()
        )
        table.seats.create(number=0, player=fern.player)
        with django_assert_max_num_queries(7):
            assert as_fern.get("remote-bots/me").status_code == 200
