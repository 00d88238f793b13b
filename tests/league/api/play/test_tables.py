"""Online tables over REST."""

import pytest

from league.models import Event, OnlineTable, TableAction
from league.services.play import positions, table_answers, tables
from tests.league.factories import EventFactory, RegistrationFactory


@pytest.fixture(autouse=True)
def _no_positions():
    positions.kept.forget()


@pytest.fixture
def event(season, bob, dora):
    event = EventFactory(season=season, name="Online", draw=Event.Draw.ONLINE)
    for account in (bob, dora):
        RegistrationFactory(event=event, player=account.player)
    return event


@pytest.fixture
def playing(event, bob, now):
    """A table of Bob and three bots, when it is Bob's turn."""
    table = tables.open_table(event=event, by=bob, bots=["greedy"] * 3, now=now)
    table_answers.answer_tables(ids=[table.pk])
    return OnlineTable.objects.get(pk=table.pk)


@pytest.fixture
def address(playing):
    return f"tables/{playing.code}"


def test_a_table_is_opened_and_begins_when_it_is_full(as_bob, event):
    body = {"seats": 4, "bots": ["greedy"] * 3, "move_s": 30}
    response = as_bob.post(f"events/{event.code}/tables", body)
    assert response.status_code == 201
    answer = response.json()
    assert (answer["table"]["status"], answer["seat"]) == ("playing", 0)
    assert len(answer["view"]["hand"]) > 0


def test_tables_are_opened_joined_filled_and_left(as_bob, as_dora, event):
    code = as_bob.post(f"events/{event.code}/tables", {}).json()["table"]["code"]
    assert as_dora.post(f"tables/{code}/join", {"seat": 2}).json()["seat"] == 2
    assert as_dora.post(f"tables/{code}/leave").json()["seat"] is None
    assert as_bob.post(f"tables/{code}/fill", {}).json()["table"]["status"] == "playing"


def test_a_table_that_gathers_is_called_off(as_bob, event):
    code = as_bob.post(f"events/{event.code}/tables", {}).json()["table"]["code"]
    assert as_bob.post(f"tables/{code}/cancel").json()["table"]["status"] == "cancelled"


def test_a_bot_nobody_knows_names_the_field(as_bob, event):
    response = as_bob.post(f"events/{event.code}/tables", {"bots": ["fox"]})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["bots.0"])


def test_a_second_table_is_refused_with_the_first(as_bob, event, playing):
    response = as_bob.post(f"events/{event.code}/tables", {})
    assert response.status_code == 409
    assert response.json()["current"]["code"] == playing.code


def test_one_plays_one_of_the_legal_actions(as_bob, address):
    seen = as_bob.get(address).json()
    body = {"action": seen["legal"][0], "expected_version": seen["version"]}
    answer = as_bob.post(f"{address}/act", body).json()
    assert answer["log"][-1]["text"] == seen["legal"][0]
    assert answer["legal"] == []


def test_the_same_action_sent_twice_is_stale_with_the_table_as_it_is(as_bob, address):
    seen = as_bob.get(address).json()
    body = {"action": seen["legal"][0], "expected_version": seen["version"]}
    as_bob.post(f"{address}/act", body)
    response = as_bob.post(f"{address}/act", body)
    assert (response.status_code, response.json()["code"]) == (412, "stale")
    assert response.json()["current"]["version"] == seen["version"] + 1
    assert TableAction.objects.filter(seat=0).count() == 1


def test_the_same_action_with_a_key_is_answered_the_same(as_bob, address):
    seen = as_bob.get(address).json()
    body = {"action": seen["legal"][0], "expected_version": seen["version"]}
    keyed = {"HTTP_IDEMPOTENCY_KEY": "first-card"}
    answers = [as_bob.post(f"{address}/act", body, **keyed) for _ in "ab"]
    assert answers[0].json() == answers[1].json()
    assert TableAction.objects.filter(seat=0).count() == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"action": "B1"},
        {"action": ["B1"], "expected_version": 1},
        {"expected_version": 1},
    ],
)
def test_an_action_that_is_none_names_the_field(as_bob, address, body):
    assert as_bob.post(f"{address}/act", body).status_code == 422


def test_others_see_no_hand(as_dora, anonymous, address):
    for client in (as_dora, anonymous):
        seen = client.get(address).json()
        assert (seen["seat"], seen["view"]["hand"], seen["legal"]) == (None, [], [])


def test_a_token_that_may_not_read_sees_no_hand(client_of, bob, address):
    seen = client_of(bob, scopes=["play"]).get(address).json()
    assert seen["view"]["hand"] == []


def test_a_token_without_the_scope_does_not_play(client_of, bob, address):
    response = client_of(bob, scopes=["read", "results"]).post(f"{address}/come-back")
    assert (response.status_code, response.json()["code"]) == (403, "scope_missing")


def test_who_asks_after_the_version_gets_nothing_until_there_is_news(as_bob, address):
    seen = as_bob.get(address).json()
    after = f"{address}?after={seen['version']}"
    assert as_bob.get(after).status_code == 204
    body = {"action": seen["legal"][0], "expected_version": seen["version"]}
    as_bob.post(f"{address}/act", body)
    assert as_bob.get(after).json()["version"] == seen["version"] + 1


@pytest.mark.parametrize(
    ("query", "count"),
    [("", 1), ("?mine=true", 1), ("?status=over", 0), ("?event=222222222a", 0)],
)
def test_tables_are_listed(as_bob, playing, query, count):
    assert len(as_bob.get(f"tables{query}").json()["results"]) == count


def test_nobody_sits_anywhere(anonymous, as_dora, playing):
    assert anonymous.get("tables?mine=true").json()["results"] == []
    assert as_dora.get("tables?mine=true").json()["results"] == []


def test_without_redis_there_are_no_live_news(as_bob, address):
    response = as_bob.get(f"{address}/events", HTTP_ACCEPT="text/event-stream")
    assert response.status_code == 204


def test_live_news_of_no_table_are_not_found(as_bob, db):
    response = as_bob.get("tables/2222222222/events", HTTP_ACCEPT="text/event-stream")
    assert response.status_code == 404


@pytest.fixture
def second(event, dora, playing, now):
    """A second table that is being played."""
    return tables.open_table(event=event, by=dora, bots=["greedy"] * 3, now=now)


def test_a_list_of_two_costs_what_one_does(as_bob, playing, django_assert_num_queries, request):
    as_bob.get("tables")
    with django_assert_num_queries(3) as one:
        as_bob.get("tables")
    request.getfixturevalue("second")
    with django_assert_num_queries(len(one)):
        as_bob.get("tables")


def test_a_number_is_added_once_the_commitment_is_out(as_bob, event):
    body = {"bots": ["greedy"] * 3, "adds_number": True}
    before = as_bob.post(f"events/{event.code}/tables", body).json()
    assert (before["view"], before["numbers"], len(before["commitment"])) == (None, [], 64)
    address = f"tables/{before['table']['code']}/number"
    for _ in range(2):
        after = as_bob.put(address, {"number": "7a" * 32})
        assert (after.status_code, after.json()["numbers"]) == (200, ["7a" * 32, None, None, None])
    assert after.json()["view"]["hand"]
    other = as_bob.put(address, {"number": "7b" * 32})
    assert (other.status_code, other.json()["current"]["numbers"][0]) == (409, "7a" * 32)


@pytest.mark.parametrize("number", ["7A" * 32, "7a", "zz" * 32, None, 7, ""])
def test_what_is_no_number_names_the_field(as_bob, event, number):
    body = {"bots": ["greedy"] * 3, "adds_number": True}
    code = as_bob.post(f"events/{event.code}/tables", body).json()["table"]["code"]
    answer = as_bob.put(f"tables/{code}/number", {"number": number})
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["number"])


def test_a_client_without_a_number_waits_for_the_others(as_bob, as_dora, event):
    body = {"seats": 4, "bots": ["greedy"] * 2}
    code = as_bob.post(f"events/{event.code}/tables", body).json()["table"]["code"]
    begun = as_dora.post(f"tables/{code}/join", {}).json()
    assert (begun["clock"]["awaits"], begun["view"]) == ("deal", None)
    assert as_dora.post(f"tables/{code}/deal", {}).status_code == 409
    as_bob.put(f"tables/{code}/number", {"number": "7a" * 32})
    assert as_dora.post(f"tables/{code}/deal", {}).json()["view"]["hand"]


def test_who_has_the_invitation_sits_down_at_a_private_table(as_bob, as_mallory, event):
    opened = as_bob.post(f"events/{event.code}/tables", {"is_private": True}).json()
    address = f"tables/{opened['table']['code']}"
    assert as_mallory.get(address).json()["invitation"] is None
    assert as_mallory.post(f"{address}/join", {}).status_code == 403
    assert as_mallory.post(f"{address}/join", {"invitation": "stj_0"}).status_code == 422
    joined = as_mallory.post(f"{address}/join", {"invitation": opened["invitation"]})
    assert (joined.status_code, joined.json()["seat"]) == (200, 1)


@pytest.fixture
def practised(as_bob):
    """A practice table of two at which Bob has played a card."""
    body = {"seats": 2, "bots": ["greedy"]}
    code = as_bob.post("games/briscola/practice", body).json()["table"]["code"]
    return played_to_the_turn(as_bob, code)


def played_to_the_turn(client, code):
    """Let bots play, and return a table at which it is one's turn."""
    table_answers.answer_tables(ids=[OnlineTable.objects.get(code=code).pk])
    return client.get(f"tables/{code}").json()


def test_one_takes_back_ones_last_action(as_bob, practised):
    code, version = practised["table"]["code"], practised["table"]["version"]
    action = practised["legal"][0]
    played = as_bob.post(f"tables/{code}/act", {"action": action, "expected_version": version})
    version = played.json()["table"]["version"]
    back = as_bob.post(f"tables/{code}/take-back", {"expected_version": version})
    assert action in back.json()["legal"]


def test_one_goes_on_with_the_same_players(as_bob, practised):
    look = practised
    code = look["table"]["code"]
    while look["table"]["status"] == "playing":
        version = look["table"]["version"]
        if look["legal"]:
            body = {"action": look["legal"][0], "expected_version": version}
            as_bob.post(f"tables/{code}/act", body)
        else:
            as_bob.post(f"tables/{code}/deal", {"expected_version": version})
        look = played_to_the_turn(as_bob, code)
    again = as_bob.post(f"tables/{code}/again", {}).json()
    assert again["table"]["code"] != code
    assert again["table"]["game"] == "briscola"
