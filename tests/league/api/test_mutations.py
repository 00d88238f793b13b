"""Right bodies with one thing changed: whatever it is, the answer is no crash."""

import copy
import json

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.league.factories import (
    NOW,
    EventFactory,
    RegistrationFactory,
    VenueFactory,
)
from tests.league.ladders import make_ladder, make_version, rate_player
from tests.league.leagues import enter_teams, make_division, make_pairs, members

from .conftest import SCORES, SHEET

WHERE = {"town": "Dorf", "email": "club@linde.example", "website": "https://linde.example"}
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.sampled_from(["\0", "B1", "x" * 500, 2**31, 2**63, -1, 0, 1.5, "2026-13-40", "9" * 30]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


class Rollback(Exception):
    pass


def places(value, path=()):
    """Yield the path of every value inside a body."""
    yield path
    if isinstance(value, dict):
        steps = list(value.items())
    else:
        steps = list(enumerate(value)) if isinstance(value, list) else []
    for step, inner in steps:
        yield from places(inner, (*path, step))


def with_change(body, path, value):
    if not path:
        return value
    changed = copy.deepcopy(body)
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return changed


@pytest.fixture
def requests(season, event, draft, match, alice, bob, record):  # noqa: PLR0917
    ladder, own = make_ladder(season.club), make_version(alice)
    rate_player(ladder, own.player)
    code, row = bob.player.code, RegistrationFactory(event=event)
    evening = EventFactory(season=season, starts_at=NOW)
    result = f"matches/{match.code}/result"
    return {
        "club": (
            "POST",
            "clubs",
            {"slug": "anker", "name": "Anker", "about": "", "owner_name": "Alice"},
        ),
        "about": ("PATCH", "clubs/linde", {"name": "Linde", "about": "Mondays.", **WHERE}),
        "member": ("POST", "clubs/linde/members", {"player": code, "role": "member"}),
        "guest": ("POST", "clubs/linde/members", {"name": "Gerd", "role": "member"}),
        "role": ("PATCH", f"clubs/linde/members/{code}", {"role": "scorer"}),
        "season": (
            "POST",
            "seasons",
            {
                "club": "linde",
                "name": "2027",
                "game": "mit-list-und-tuecke",
                "options": {},
                "native": False,
                "cycles": 1,
                "points_rule": "sum",
            },
        ),
        "ladder": (
            "POST",
            "seasons",
            {
                "club": "linde",
                "name": "Bots",
                "game": "truco",
                "kind": "ladder",
                "table_size": 4,
                "bots": ["greedy"],
            },
        ),
        "enter": ("POST", f"seasons/{ladder.code}/enter", {"version": own.code}),
        "anchor": ("POST", f"seasons/{ladder.code}/enter", {"builtin": "greedy"}),
        "leave": ("POST", f"seasons/{ladder.code}/leave", {"player": own.player.code}),
        "event": (
            "POST",
            "events",
            {
                "season": season.code,
                "name": "December",
                "venue": VenueFactory(club=season.club, tables=9).code,
                "starts_at": "2026-11-27T19:30:00Z",
                "ends_at": "2026-11-27T23:30:00Z",
                "closes_at": "2026-11-27T18:30:00Z",
                "is_open": True,
                "capacity": 16,
                "draw": "swiss",
                "table_size": 4,
                "fill": "byes",
                "planned_sessions": 3,
                "weights": {"gap": 5, "dealer": 0},
            },
        ),
        "plan": ("PATCH", f"events/{event.code}", {"name": "Cup", "capacity": 9, "force": True}),
        "cancel": ("POST", f"events/{event.code}/cancel", {"reason": "Flood"}),
        "reinstate": ("POST", f"events/{event.code}/reinstate", {"force": True}),
        "repeat": (
            "POST",
            f"events/{evening.code}/repeat",
            {"rhythm": "monthly", "times": 3, "until": "2027-12-31", "skip": ["2026-12-18"]},
        ),
        "register": (
            "POST",
            f"events/{event.code}/registrations",
            {"player": code, "fixed_table": 3, "group": "Linde", "first_session": 2},
        ),
        "guest_name": ("POST", f"events/{event.code}/registrations", {"name": "Gerd"}),
        "roster": (
            "POST",
            f"events/{event.code}/import-registrations",
            {"csv": "Gerd;;Linde;3", "preview": True, "force": False},
        ),
        "people_list": (
            "POST",
            "clubs/linde/import-people",
            {
                "csv": "Name;Note\nGerd;-",
                "columns": ["name", ""],
                "has_header": True,
                "who": {"2": "new"},
                "preview": True,
            },
        ),
        "check_in": ("POST", f"events/{event.code}/check-in", {"registrations": [row.code]}),
        "withdraw": ("POST", f"registrations/{row.code}/withdraw", {"from_session": 2}),
        "replace": (
            "POST",
            f"registrations/{row.code}/replace",
            {"player": code, "from_session": 2, "force": False},
        ),
        "details": ("PATCH", f"registrations/{row.code}", {"fixed_table": 3, "group": "Linde"}),
        "venue": (
            "POST",
            "clubs/linde/venues",
            {"name": "Inn", "address": "Lane 1", "tables": 8},
        ),
        "bots": ("PUT", f"events/{event.code}/bots", {"bots": [code]}),
        "session": (
            "POST",
            "sessions",
            {"event": event.code, "starts_at": "2026-11-27T19:30:00Z"},
        ),
        "draw": ("PUT", f"sessions/{draft.code}/draw", {"tables": [[code] * 4]}),
        "scores": ("PUT", result, {"source": "scores", "rounds": SCORES}),
        "sheets": (
            "PUT",
            result,
            {"source": "sheets", "rounds": [{"sheet": SHEET, "dealer": d} for d in range(4)]},
        ),
        "record": ("PUT", result, {"source": "record", "record": record}),
        "sheet": ("POST", "games/mit-list-und-tuecke/score-sheet", {"sheet": SHEET}),
        "experiment": (
            "POST",
            "experiments",
            {
                "new": own.code,
                "old": make_version(alice, number=2).code,
                "game": "skat",
                "players": 3,
                "lower": 0.0,
                "upper": 0.2,
                "alpha": 0.05,
                "beta": 0.05,
                "most": 500,
            },
        ),
        "unrated": (
            "POST",
            "experiments/duplicates",
            {
                "new": own.code,
                "opponents": [make_version(alice, number=3).code],
                "bots": ["greedy"],
                "game": "skat",
                "players": 3,
                "most": 50,
            },
        ),
        "league": (
            "POST",
            "leagues",
            {
                "club": "linde",
                "season": season.code,
                "name": "Linden",
                "team_size": 4,
                "divisions": [{"name": "First", "promoted": 0, "relegated": 1}],
            },
        ),
        **requests_of_leagues(season, code),
        "token": ("POST", "tokens", {"name": "x", "scopes": ["read"], "days": 3}),
    }


def requests_of_leagues(season, code):
    """Return changes of leagues, all of which are right but for the one of the next season."""
    division, teams = make_pairs(season.club), make_division(season)
    first, *_others = enter_teams(teams, 5, 4, 4, 4)
    one, other = division.entrants.order_by("pk")
    return {
        "next": (
            "POST",
            f"leagues/{division.league.code}/next-season",
            {"name": "2027", "sizes": [2], "entrants": [code]},
        ),
        "entrants": ("POST", f"divisions/{division.code}/entrants", {"players": [code]}),
        "withdraw": ("POST", f"divisions/{division.code}/withdraw", {"entrant": one.player.code}),
        "calendar": (
            "POST",
            f"divisions/{division.code}/calendar",
            {
                "dates": ["2026-12-01", "2026-12-08"],
                "legs": 2,
                "blackouts": [{"entrant": other.player.code, "dates": ["2026-12-01"]}],
            },
        ),
        "day": (
            "POST",
            f"divisions/{teams.code}/days",
            {
                "name": "First day",
                "sessions": 2,
                "fixture": None,
                "absent": [members(first)[0].code],
                "fill": "byes",
                "starts_at": "2026-12-01T19:00:00Z",
            },
        ),
        "substitute": (
            "POST",
            f"divisions/{teams.code}/substitute",
            {
                "event": EventFactory(season=season).code,
                "out": members(first)[0].code,
                "to": members(first)[4].code,
            },
        ),
        "team": ("POST", "teams", {"club": "linde", "name": "Foxes", "members": [code]}),
        "members": (
            "PUT",
            f"teams/{first.team.code}/members",
            {"members": [code], "captain": code},
        ),
    }


KINDS = [
    "club",
    "about",
    "member",
    "guest",
    "role",
    "season",
    "ladder",
    "enter",
    "anchor",
    "leave",
    "event",
    "plan",
    "cancel",
    "reinstate",
    "repeat",
    "register",
    "guest_name",
    "roster",
    "people_list",
    "check_in",
    "withdraw",
    "replace",
    "details",
    "venue",
    "bots",
    "session",
    "draw",
    "scores",
    "sheets",
    "record",
    "sheet",
    "experiment",
    "unrated",
    "token",
    "league",
    "next",
    "entrants",
    "withdraw",
    "calendar",
    "day",
    "substitute",
    "team",
    "members",
]


@pytest.mark.further
@pytest.mark.sweep(2)
@pytest.mark.parametrize("kind", KINDS)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_a_changed_body_never_crashes(as_alice, requests, kind, data):
    method, address, body = requests[kind]
    path = data.draw(st.sampled_from(list(places(body))))
    changed = with_change(body, path, data.draw(JSON))
    try:
        with transaction.atomic():
            sent = json.dumps(changed).encode()
            response = as_alice.generic(method, address, sent, "application/json")
            assert response.status_code < 500
            raise Rollback
    except Rollback:
        pass
