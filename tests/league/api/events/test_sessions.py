import pytest

from league.models import Job, Match, Seat
from tests.league.cups import make_cup, next_round
from tests.league.draws import register, tables
from tests.league.factories import BotFactory, EventFactory, MatchFactory, PlayerFactory


@pytest.fixture
def guests(db):
    return [player.code for player in PlayerFactory.create_batch(9)]


@pytest.fixture
def address(draft):
    return f"sessions/{draft.code}/draw"


def test_sessions_of_an_event_are_numbered(as_alice, event):
    numbers = [as_alice.post("sessions", {"event": event.code}).json()["number"] for _ in "ab"]
    assert numbers == [1, 2]


def test_a_session_has_a_time(as_alice, event):
    wanted = {"event": event.code, "starts_at": "2026-11-27T19:30:00+01:00"}
    assert as_alice.post("sessions", wanted).json()["starts_at"] == "2026-11-27T18:30:00Z"


@pytest.mark.parametrize("time", ["tomorrow", 5, "2026-13-01T00:00:00Z", "9" * 40, {}])
def test_a_time_that_is_none_is_named(as_alice, event, time):
    response = as_alice.post("sessions", {"event": event.code, "starts_at": time})
    assert list(response.json()["errors"]) == ["starts_at"]


def test_players_are_seated_in_the_order_given(as_alice, address, guests):
    response = as_alice.put(address, {"tables": [guests[:4], guests[4:]]})
    tables = response.json()["tables"]
    seated = [[seat["player"]["code"] for seat in table["seats"]] for table in tables]
    assert seated == [guests[:4], guests[4:]]


def test_a_new_draw_replaces_the_old_one(as_alice, address, guests):
    as_alice.put(address, {"tables": [guests[:4], guests[4:]]})
    as_alice.put(address, {"tables": [guests[5:]]})
    assert len(as_alice.get(address).json()["tables"]) == 1
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    ("tables", "path"),
    [
        (None, "tables"),
        ("abcd", "tables"),
        ([], "tables"),
        ([[]], "tables.0"),
        ([["a", "b"]], "tables.0.0"),
        ([[None] * 4], "tables.0.0"),
        ([[["x"]] * 4], "tables.0.0"),
        ([["nobody2345"] * 4], "tables.0.0"),
        ([["x" * 100] * 4], "tables.0.0"),
        ([["a"] * 11], "tables.0"),
        ([["a"]] * 501, "tables"),
    ],
)
def test_a_draw_that_is_none_names_the_seat(as_alice, address, tables, path):
    response = as_alice.put(address, {"tables": tables})
    assert response.status_code == 422
    assert path in response.json()["errors"]
    assert not Match.objects.exists()


def test_nobody_sits_twice(as_alice, address, guests):
    response = as_alice.put(address, {"tables": [guests[:4], [*guests[4:7], guests[0]]]})
    assert list(response.json()["errors"]) == ["tables.1.3"]
    assert not Seat.objects.exists()


@pytest.mark.parametrize("size", [1, 3, 7])
def test_a_table_of_a_size_the_game_does_not_know_is_named(as_alice, address, guests, size):
    response = as_alice.put(address, {"tables": [guests[:size]]})
    assert list(response.json()["errors"]) == ["tables.0"]


def test_publishing_opens_the_matches(as_alice, address, draft, guests):
    as_alice.put(address, {"tables": [guests[:4]]})
    assert as_alice.post(f"sessions/{draft.code}/publish").json()["status"] == "published"
    assert Match.objects.get().status == Match.Status.OPEN


def test_publishing_has_bots_play(as_alice, address, draft):
    bot = BotFactory(builtin="greedy")
    as_alice.put(address, {"tables": [[bot.code] * 4]})
    as_alice.post(f"sessions/{draft.code}/publish")
    [job] = as_alice.get("jobs").json()["results"]
    assert (job["kind"], job["status"]) == ("play_match", "waiting")


def test_an_empty_draw_is_not_published(as_alice, draft):
    response = as_alice.post(f"sessions/{draft.code}/publish")
    assert response.status_code == 409
    assert response.json()["current"]["status"] == "draft"


def test_a_published_draw_stays(as_alice, session, guests):
    MatchFactory(session=session)
    response = as_alice.put(f"sessions/{session.code}/draw", {"tables": [guests[:4]]})
    assert response.status_code == 409
    assert not Seat.objects.exists()


def test_a_season_that_has_not_started_keeps_its_draws(as_alice, address, draft, guests, season):
    as_alice.put(address, {"tables": [guests[:4]]})
    season.status = "draft"
    season.save()
    response = as_alice.post(f"sessions/{draft.code}/publish")
    assert response.status_code == 409
    assert response.json()["current"]["name"] == season.name


def test_publishing_twice_makes_one_job(as_alice, address, draft):
    bot = BotFactory(builtin="greedy")
    as_alice.put(address, {"tables": [[bot.code] * 4]})
    as_alice.post(f"sessions/{draft.code}/publish")
    assert as_alice.post(f"sessions/{draft.code}/publish").status_code == 409
    assert Job.objects.count() == 1


@pytest.fixture
def registered(event):
    """Sixteen people who are registered for the event."""
    return register(event, 16)


@pytest.fixture
def drawn(as_alice, draft, address, registered):
    """The tables of a draft that was drawn."""
    return as_alice.post(address, {}).json()["tables"]


def code_at(tables, table, seat):
    return tables[table]["seats"][seat]["player"]["code"]


def test_a_session_is_drawn_from_the_registered(as_alice, address, registered):
    draw = as_alice.post(address, {}).json()
    assert [len(table["seats"]) for table in draw["tables"]] == [4] * 4
    assert [cost["table"] for cost in draw["explanation"]["tables"]] == [1, 2, 3, 4]
    assert draw["seed"].isdigit()


def test_another_seed_draws_other_tables(as_alice, address, registered):
    first = as_alice.post(address, {"seed": 1}).json()
    assert first["seed"] == "1"
    assert as_alice.post(address, {"seed": 2}).json()["tables"] != first["tables"]
    assert as_alice.post(address, {"seed": 1}).json()["explanation"] == first["explanation"]


def test_a_change_has_its_price_before_it_is_made(as_alice, draft, address, drawn):
    wish = {"swap": [code_at(drawn, 0, 0), code_at(drawn, 1, 0)]}
    said = as_alice.post(f"sessions/{draft.code}/price", wish).json()
    assert as_alice.get(address).json()["tables"] == drawn
    assert as_alice.post(f"sessions/{draft.code}/move", wish).json() == said
    assert code_at(as_alice.get(address).json()["tables"], 0, 0) == wish["swap"][1]


def test_a_swap_in_a_cup_has_the_price_that_it_leaves_the_bracket(as_alice, club, alice):
    cup, _players = make_cup(club, 4, table_size=2)
    session = next_round(cup, alice, is_published=False)
    (one, _one), (other, _other) = tables(session)
    wish = {"swap": [one.code, other.code]}
    said = as_alice.post(f"sessions/{session.code}/price", wish).json()
    assert said["severity"] == "breach"
    assert said["breaches"] == [{"code": "bracket", "players": [], "table": None}]


def test_a_player_is_given_a_bye(as_alice, draft, address, event):
    register(event, 9)
    tables = as_alice.post(address, {}).json()["tables"]
    [larger] = [table for table in tables if len(table["seats"]) == 5]
    gone = larger["seats"][0]["player"]
    as_alice.post(f"sessions/{draft.code}/move", {"move": gone["code"], "table": None})
    assert as_alice.get(address).json()["byes"] == [gone]


@pytest.mark.parametrize(
    ("wish", "path"),
    [
        ({}, "swap"),
        ({"swap": ["a"]}, "swap"),
        ({"swap": ["nobody2345"] * 2}, "swap"),
        ({"move": "nobody2345", "table": 1}, "move"),
        ({"move": "nobody2345"}, "table"),
        ({"swap": ["a", "b"], "move": "c"}, "swap"),
        ({"move": "nobody2345", "table": 0}, "table"),
        ({"move": "nobody2345", "table": 1, "seat": 10}, "seat"),
    ],
)
def test_a_change_that_is_none_is_named(as_alice, draft, drawn, wish, path):
    response = as_alice.post(f"sessions/{draft.code}/price", wish)
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [path]


def test_a_draft_is_published_at_a_time(as_alice, draft, drawn):
    at = "2036-11-27T18:30:00Z"
    answer = as_alice.post(f"sessions/{draft.code}/schedule", {"publish_at": at}).json()
    assert answer["publish_at"] == at
    assert (
        as_alice.post(f"sessions/{draft.code}/schedule", {"publish_at": None}).json()["publish_at"]
        is None
    )


def test_a_session_goes_through_its_life(as_alice, draft, drawn):
    for command, status in [
        ("publish", "published"),
        ("undo", "draft"),
        ("publish", "published"),
    ]:
        answer = as_alice.post(f"sessions/{draft.code}/{command}").json()
        assert answer["status"] == status


def test_a_session_is_closed_and_opened_again(as_alice, session):
    assert as_alice.post(f"sessions/{session.code}/close").json()["status"] == "closed"
    assert as_alice.post(f"sessions/{session.code}/reopen").json()["status"] == "published"


def test_a_session_where_tables_play_is_not_closed(as_alice, session, match):
    response = as_alice.post(f"sessions/{session.code}/close")
    assert response.status_code == 409
    assert response.json()["current"]["status"] == "published"


@pytest.mark.parametrize("command", ["draw", "price", "move", "schedule", "undo", "close"])
def test_strangers_change_no_draft(as_mallory, draft, command):
    response = as_mallory.post(f"sessions/{draft.code}/{command}", {})
    assert response.status_code == 404


def test_nobody_waits_for_online_tables_to_be_drawn(as_alice, season):
    online = EventFactory(season=season, draw="online")
    answer = as_alice.post("sessions", {"event": online.code})
    assert (answer.status_code, answer.json()["current"]["code"]) == (409, online.code)
