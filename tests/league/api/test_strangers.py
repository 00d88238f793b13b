"""No club and no operation of the API changes what a stranger is, or what others see of them.

Mallory founds a club with an accomplice, and tries every operation that takes the code of a player
with that of somebody who has never heard of the club.
"""

import re
from types import SimpleNamespace

import pytest
from django.test import Client

from league.models import (
    Agreement,
    Entrant,
    Event,
    GameRating,
    GameRatingChange,
    Handicap,
    Job,
    LineUp,
    Membership,
    Notice,
    PairRule,
    Penalty,
    Registration,
    Season,
    Session,
    Standing,
    Team,
    TeamMember,
)
from league.services.archives import archives, imports
from league.services.clubs import clubs
from league.services.results import results
from league.services.results.results import Scores
from league.services.seasons import game_ratings
from tests.league.factories import (
    NOW,
    DivisionFactory,
    EntrantFactory,
    EventFactory,
    MatchFactory,
    PersonFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    SessionFactory,
    TeamFactory,
    make_member,
)
from tests.league.leagues import enter_teams, make_division, members

from . import contract

pytestmark = pytest.mark.django_db

NAMES = re.compile(r"codes? of .*(player|member|substitute)", re.IGNORECASE)
LISTS = {"csv", "archive"}
"""Fields in which codes of players stand among other things."""
NOBODY_IS_PUT_IN = {
    "post /api/v1/versions": "its archive is a bot's",
    "post /api/v1/tables/{code}/challenge": "asks a bot",
    "post /api/v1/divisions/{code}/calendar": "says when somebody entered cannot play",
    "post /api/v1/divisions/{code}/withdraw": "takes out",
    "post /api/v1/seasons/{code}/leave": "takes a bot out",
    "put /api/v1/events/{code}/bots": "takes bots",
}


@pytest.fixture
def stranger(db):
    """Somebody who plays elsewhere."""
    session = SessionFactory(published_at=NOW)
    player = PersonFactory(name="Carol Miller")
    _play(session, [player, *PlayerFactory.create_batch(3)])
    game_ratings.rate_waiting()
    return player


def _play(session, players, *, agreed=True):
    """Have a match played and its result confirmed by the club's organiser and a scorer."""
    club = session.event.season.club
    match = MatchFactory(session=session, players=players, players__agreed=agreed)
    enters = make_member(club, f"Enters {match.pk}", "scorer")
    confirms = make_member(club, f"Confirms {match.pk}", "scorer")
    scores = Scores(rounds=[[0, 20, 30, 40]] * 4)
    results.enter(match=match, submission=scores, by=enters, expected_version=None, now=NOW)
    results.confirm(match=match, by=confirms, expected_version=1, now=NOW)


@pytest.fixture
def den(mallory):
    """Mallory's club with all that could take somebody in, and the addresses of it."""
    club = clubs.found_club(slug="den", name="Den", by=mallory, now=NOW)
    make_member(club, "Accomplice", "owner")
    season = SeasonFactory(club=club)
    event = EventFactory(season=season)
    draft = SessionFactory(event=event, number=2, status=Session.Status.DRAFT)
    seated = PlayerFactory.create_batch(4)
    MatchFactory(session=draft, players=seated, status="draft")
    teams = make_division(season)
    first, *_others = enter_teams(teams, 5, 4, 4, 4)
    ended = DivisionFactory(season=SeasonFactory(club=club, status=Season.Status.CLOSED))
    EntrantFactory(division=ended)
    return SimpleNamespace(
        club=club,
        season=season,
        event=event,
        draft=draft,
        seated=seated,
        teams=teams,
        fielded=members(first)[0],
        division=DivisionFactory(season=season),
        ended=ended.league,
        team=TeamFactory(club=club),
        place=RegistrationFactory(event=event),
        online=EventFactory(season=season, draw=Event.Draw.ONLINE),
    )


def attempts(den, code, guests):
    """Yield every operation of the document that takes a player, as it would take the stranger."""
    others = [guest.code for guest in guests]
    swap = {"swap": [code, den.seated[0].code]}
    event, session = f"events/{den.event.code}", f"sessions/{den.draft.code}"
    for role in ("member", "scorer", "organiser", "owner"):
        yield "post", "clubs/den/members", {"player": code, "role": role}
    yield "post", "clubs/den/import-people", {"csv": f"name,code\n,{code}\n"}
    yield "patch", f"clubs/den/members/{code}", {"role": "owner"}
    yield "delete", f"clubs/den/members/{code}", None
    yield "post", f"{event}/registrations", {"player": code, "force": True}
    yield "post", f"events/{den.online.code}/registrations", {"player": code}
    yield "post", f"{event}/import-registrations", {"csv": f"name,code\n,{code}\n"}
    seats = "".join(f"2024-03-15;1;{one};{place}\n" for place, one in enumerate([code, *others]))
    results = {"csv": f"date;table;code;score\n{seats}"}
    yield "post", f"seasons/{den.season.code}/import-results", results
    yield "put", f"{event}/pairs", {"together": [[code, others[0]]], "apart": []}
    yield "put", f"{event}/pairs", {"together": [], "apart": [[code, others[0]]]}
    yield "post", f"registrations/{den.place.code}/replace", {"player": code, "force": True}
    yield "put", f"{session}/draw", {"tables": [[code, *others]]}
    yield "post", f"{session}/move", swap
    yield "post", f"{session}/move", {"move": code, "table": 1}
    yield "post", f"{session}/price", swap
    yield "post", f"{event}/evening/seat", {"players": [code, *others]}
    yield "post", f"{session}/late-seats", {"player": code}
    yield "post", f"{session}/seat-late", {"player": code, "match": den.draft.matches.get().code}
    yield "post", "teams", {"club": "den", "name": "Foxes", "members": [code]}
    yield "put", f"teams/{den.team.code}/members", {"members": [code], "captain": code}
    yield "post", f"divisions/{den.division.code}/entrants", {"players": [code]}
    yield "post", f"leagues/{den.ended.code}/next-season", {"name": "2030", "entrants": [code]}
    yield "post", f"divisions/{den.teams.code}/days", {"name": "A", "sessions": 1, "absent": [code]}
    day = {"event": den.event.code, "out": den.fielded.code, "to": code}
    yield "post", f"divisions/{den.teams.code}/substitute", day
    penalty = {"player": code, "points": "99", "reason": "hates cards"}
    yield "post", f"seasons/{den.season.code}/penalties", penalty
    yield "put", f"seasons/{den.season.code}/plays-for", {"player": code, "club": den.club.slug}
    for act in ("hand-out-prize", "take-back-prize"):
        yield "post", f"{event}/{act}", {"player": code, "way": "cash"}
    handicap = {"handicaps": [{"player": code, "points": "99"}], "reason": "as agreed"}
    yield "post", f"{event}/handicaps", handicap
    for gone, stays in ((den.place.player.code, code), (code, den.place.player.code)):
        yield "post", f"players/{gone}/merge/preview", {"into": stays}
        yield "post", f"players/{gone}/merge", {"into": stays}
        yield "post", f"players/{stays}/part", {"gone": gone}


OWN = (Membership, TeamMember, Penalty, Handicap, Registration, Entrant, LineUp, GameRating)


def state_of(player):
    """Return all that a stranger is, and what everybody sees of them."""
    rows = {
        model.__name__: list(model.objects.filter(player=player).order_by("pk").values())
        for model in OWN
    }
    rows["Team"] = list(Team.objects.filter(captain=player).values())
    rows["PairRule"] = list(PairRule.objects.filter(one=player).values())
    rows["PairRule"] += list(PairRule.objects.filter(other=player).values())
    changes = GameRatingChange.objects.filter(rating__player=player)
    rows["GameRatingChange"] = list(changes.order_by("pk").values())
    return rows | {address: page(address) for address in addresses_of(player)}


def addresses_of(player):
    at = f"/players/{player.code}/"
    yield from (at, f"{at}rating/", f"{at}opponents/", f"{at}calendar.ics")
    api = f"/api/v1/players/{player.code}"
    yield from (api, f"{api}/ratings", f"{api}/game-ratings")


def page(address):
    """Return what anybody gets at an address, without what differs from answer to answer."""
    answer = Client().get(address)
    assert answer.status_code == 200
    return re.sub(rb'(csrfmiddlewaretoken" value|nonce)="[^"]*"', b"", answer.content)


@pytest.fixture
def as_mallory(client_of, mallory):
    return client_of(mallory)


@pytest.fixture
def guests(db):
    return PlayerFactory.create_batch(3)


@pytest.mark.slow
@pytest.mark.sweep(1)
@pytest.mark.parametrize("key", [None, "once"])
def test_no_operation_changes_a_stranger(as_mallory, den, stranger, guests, key):
    before = state_of(stranger)
    for number, (method, address, body) in enumerate(attempts(den, stranger.code, guests)):
        is_kept = key and not address.endswith(("/price", "/late-seats", "/preview"))
        keyed = {"Idempotency-Key": f"{key}-{number}"} if is_kept else {}
        answer = getattr(as_mallory, method)(address, body, format="json", headers=keyed)
        is_heedless = address.endswith("/days")  # who is absent need not be anybody of the teams
        assert is_heedless or answer.status_code in {404, 409, 422}, (address, answer.content)
        assert state_of(stranger) == before, address
    assert stranger.agreements.get(club=den.club).status == Agreement.Status.ASKED
    assert Notice.objects.filter(account=stranger.account, match_code="").count() == 1


def test_the_refusal_is_one_that_programs_know(as_mallory, den, stranger):
    answer = as_mallory.post("clubs/den/members", {"player": stranger.code}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_agreed")
    assert "Carol Miller has an account and has not agreed" in answer.json()["detail"]


@pytest.mark.further
def test_no_import_changes_a_stranger(mallory, den, stranger, guests):
    session = SessionFactory(event=den.event, number=1, published_at=NOW)
    someone = PlayerFactory()
    _play(session, [someone, *guests])
    before = state_of(stranger)
    text = "".join(archives.export(season=den.season, by=mallory, now=NOW))
    forged = text.replace(someone.code, stranger.code)
    for name in ("1", "2", "3", "4"):
        assert import_archive(den.club, forged, mallory, name) == Job.Status.DONE
        game_ratings.rate_waiting()
        assert state_of(stranger) == before
    assert Standing.objects.filter(player=stranger, season__club=den.club).count() == 4


def import_archive(club, text, by, name):
    """Import an archive as a worker does; return what became of the job."""
    file = SimpleNamespace(read=lambda _size: text.encode())
    job = imports.start(club=club, file=file, players="known", name=name, by=by, now=NOW)
    imports.import_batch(ids=[job.pk])
    job.refresh_from_db()
    assert not job.reason, job.reason
    return job.status


def operations_that_name_players():
    """Return the operations of the document whose address or body takes codes of players."""
    return {
        f"{method} {path}"
        for path, operations in contract.document()["paths"].items()
        for method, operation in operations.items()
        if method != "get" and (path.endswith("{player}") or any(_fields_of(operation)))
    }


def _fields_of(operation):
    for content in operation.get("requestBody", {}).get("content", {}).values():
        yield from _naming(content["schema"])


def _naming(schema):
    """Yield the fields of a schema that take codes of players."""
    if "$ref" in schema:
        schema = contract.document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for part in schema.get("allOf", []) + schema.get("oneOf", []) + schema.get("anyOf", []):
        yield from _naming(part)
    for name, field in schema.get("properties", {}).items():
        if name in LISTS or NAMES.search(field.get("description", "")):
            yield name
        yield from _naming(field)
        yield from _naming(field.get("items", {}))


def test_every_operation_that_takes_a_player_is_tried(den, stranger, guests):
    tried = {
        f"{method} {contract.path_of('/api/v1/' + address)}"
        for method, address, _body in attempts(den, stranger.code, guests)
    }
    tried.add("post /api/v1/clubs/{slug}/import-season")
    assert tried | NOBODY_IS_PUT_IN.keys() == operations_that_name_players()
