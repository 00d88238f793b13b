import pytest

from league.models import Season, Standing
from tests.league.factories import PlayerFactory
from tests.league.leagues import enter_teams, make_division, make_pairs, make_players, members


@pytest.fixture
def league(as_alice, season):
    """A league of two divisions with two players each, who stand in the order of their names."""
    wanted = {
        "club": "linde",
        "season": season.code,
        "name": "Linden",
        "divisions": [{"name": "First", "relegated": 1}, {"name": "Second", "promoted": 1}],
    }
    code = as_alice.post("leagues", wanted).json()["code"]
    divisions = as_alice.get(f"leagues/{code}/divisions").json()["results"]
    for division, names in zip(divisions, ["AB", "CD"], strict=True):
        players = [PlayerFactory(name=name) for name in names]
        codes = [player.code for player in players]
        as_alice.post(f"divisions/{division['code']}/entrants", {"players": codes})
        for points, player in zip((2, 1), players, strict=True):
            Standing.objects.create(
                season=season,
                player=player,
                points=points,
                gross=points,
                matches=1,
                place_counts=[1],
            )
    return code


@pytest.fixture
def teams(season):
    """A division of four teams of four, the first with a substitute."""
    division = make_division(season)
    return division, enter_teams(division, 5, 4, 4, 4)


def moves(answer):
    return [
        " ".join(f"{move['player']['name']}:{move['reason']}" for move in division["moves"])
        for division in answer["divisions"]
    ]


EXPECTED = ["A:stays C:promoted", "B:relegated D:stays"]


def test_who_moves_is_told_before_the_season_ends(anonymous, league, season):
    answer = anonymous.get(f"leagues/{league}/next-season").json()
    assert moves(answer) == EXPECTED
    assert (answer["ended"]["code"], answer["season"]) == (season.code, None)


def test_a_preview_takes_other_sizes(anonymous, league):
    answer = anonymous.get(f"leagues/{league}/next-season?sizes=1&sizes=3").json()
    assert moves(answer) == ["C:promoted", "A:displaced B:relegated D:stays"]


@pytest.mark.parametrize("query", ["sizes=x", "sizes=0", "entrants=nobody2345"])
def test_a_preview_of_what_cannot_be_names_the_field(anonymous, league, query):
    response = anonymous.get(f"leagues/{league}/next-season?{query}")
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [f"{query.partition('=')[0]}.0"]


def test_a_season_that_the_league_did_not_play_has_no_preview(anonymous, league):
    assert anonymous.get(f"leagues/{league}/next-season?season=nobody2345").status_code == 404
    assert anonymous.get(f"leagues/{league}/next-season?season=%00").status_code == 422


def test_the_next_season_has_the_divisions_of_the_preview(as_alice, league):
    Season.objects.update(status=Season.Status.CLOSED)
    answer = as_alice.post(f"leagues/{league}/next-season", {"name": "2027"}).json()
    assert moves(answer) == EXPECTED
    assert answer["season"]["name"] == "2027"
    listed = as_alice.get(f"leagues/{league}/divisions").json()["results"]
    assert [(one["season"]["name"], one["name"]) for one in listed] == [
        ("2027", "First"),
        ("2027", "Second"),
        ("2026", "First"),
        ("2026", "Second"),
    ]


def test_divisions_of_a_draft_are_not_for_strangers(as_alice, anonymous, league):
    Season.objects.update(status=Season.Status.CLOSED)
    as_alice.post(f"leagues/{league}/next-season", {"name": "2027"})
    assert len(anonymous.get(f"leagues/{league}/divisions").json()["results"]) == 2


def test_a_season_that_runs_is_what_the_conflict_shows(as_alice, league, season):
    response = as_alice.post(f"leagues/{league}/next-season", {"name": "2027"})
    assert response.status_code == 409
    assert response.json()["current"]["code"] == season.code


def test_the_next_season_sent_twice_is_made_once(as_alice, league):
    Season.objects.update(status=Season.Status.CLOSED)
    answers = [
        as_alice.post(
            f"leagues/{league}/next-season", {"name": "2027"}, headers={"Idempotency-Key": "one"}
        )
        for _ in "ab"
    ]
    assert answers[0].json() == answers[1].json()
    assert Season.objects.count() == 2


def test_a_calendar_is_drawn_and_listed(as_alice, club):
    division = make_pairs(club)
    one, _other = division.entrants.order_by("pk")
    wanted = {
        "dates": ["2026-12-01"],
        "blackouts": [{"entrant": one.player.code, "dates": ["2026-12-01"]}],
    }
    drawn = as_alice.post(f"divisions/{division.code}/calendar", wanted).json()
    assert [(row["day"], row["clashes"]) for row in drawn["results"]] == [("2026-12-01", True)]
    assert as_alice.get(f"divisions/{division.code}/calendar").json() == drawn


def test_a_league_day_is_an_event_with_drawn_sessions(as_alice, teams):
    division, _entrants = teams
    wanted = {"name": "First day", "sessions": 3}
    event = as_alice.post(f"divisions/{division.code}/days", wanted).json()
    sessions = as_alice.get("sessions", {"event": event["code"]}).json()["results"]
    draw = as_alice.get(f"sessions/{sessions[0]['code']}/draw").json()
    assert len(sessions) == 3
    assert [len(table["seats"]) for table in draw["tables"]] == [4] * 4


def test_a_calendar_that_cannot_be_held_is_refused(as_alice, season):
    division = make_players(season, 4)
    response = as_alice.post(f"divisions/{division.code}/calendar", {"dates": ["2026-12-01"]})
    assert response.status_code == 409
    assert "Create league days of the whole division" in response.json()["detail"]


def test_a_league_day_of_players_is_drawn_session_by_session(as_alice, season):
    division = make_players(season, 5)
    absent = division.entrants.first().player
    wanted = {"name": "First day", "sessions": 3, "absent": [absent.code]}
    event = as_alice.post(f"divisions/{division.code}/days", wanted).json()
    assert (event["draw"], event["planned_sessions"]) == ("swiss", 3)
    [session] = as_alice.get("sessions", {"event": event["code"]}).json()["results"]
    drawn = as_alice.get(f"sessions/{session['code']}/draw").json()
    assert [len(table["seats"]) for table in drawn["tables"]] == [4]


def test_a_fixture_of_another_division_is_refused(as_alice, club, teams):
    other = make_pairs(club)
    calendar = as_alice.post(f"divisions/{other.code}/calendar", {"dates": ["2026-12-01"]})
    [fixture] = calendar.json()["results"]
    wanted = {"name": "First day", "sessions": 1, "fixture": fixture["code"]}
    response = as_alice.post(f"divisions/{teams[0].code}/days", wanted)
    assert list(response.json()["errors"]) == ["fixture"]


def test_a_substitute_is_sent(as_alice, teams):
    division, [first, *_others] = teams
    wanted = {"name": "First day", "sessions": 1}
    event = as_alice.post(f"divisions/{division.code}/days", wanted).json()
    out, *_rest, to = members(first)
    body = {"event": event["code"], "out": out.code, "to": to.code}
    answer = as_alice.post(f"divisions/{division.code}/substitute", body).json()
    assert (answer["player"]["code"], answer["position"]) == (to.code, 1)


def test_an_event_that_is_no_day_of_the_division_has_no_substitutes(as_alice, teams, event):
    division, [first, *_others] = teams
    out, *_rest, to = members(first)
    body = {"event": event.code, "out": out.code, "to": to.code}
    response = as_alice.post(f"divisions/{division.code}/substitute", body)
    assert response.status_code == 404


def test_standings_list_everybody(anonymous, teams):
    division, entrants = teams
    rows = anonymous.get(f"divisions/{division.code}/standings").json()["results"]
    assert {row["team"]["code"] for row in rows} == {one.team.code for one in entrants}
    assert {row["rank"] for row in rows} == {None}


def test_standings_say_which_ranks_are_still_possible(as_alice, anonymous, teams):
    division, entrants = teams
    as_alice.post(f"divisions/{division.code}/days", {"name": "First day", "sessions": 1})
    [row, *_others] = anonymous.get(f"divisions/{division.code}/standings").json()["results"]
    possible = row["possible"]
    assert (possible["best"], possible["worst"]) == (1, len(entrants))
    assert (possible["is_certain"], possible["has_clinched"]) == (False, False)


def test_members_are_put_in_order(as_alice, club):
    codes = [player.code for player in PlayerFactory.create_batch(3)]
    team = as_alice.post("teams", {"club": "linde", "name": "Foxes", "members": codes}).json()
    assert team["captain"]["code"] == codes[0]
    address = f"teams/{team['code']}/members"
    as_alice.put(address, {"members": codes[::-1], "captain": codes[1]})
    assert [row["player"]["code"] for row in as_alice.get(address).json()["results"]] == codes[::-1]


def test_members_nobody_knows_are_named(as_alice, club):
    body = {"club": "linde", "name": "Foxes", "members": ["nobody2345"]}
    assert list(as_alice.post("teams", body).json()["errors"]) == ["members.0"]
