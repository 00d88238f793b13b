"""Who may do what: every address against the whole cast."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.models import Job, Match, Season
from league.services import people
from tests.bots.archives import tar_gz
from tests.league.experiments import make_experiment
from tests.league.factories import (
    AuthorsBotFactory,
    BotFactory,
    EventFactory,
    MatchFactory,
    NoticeFactory,
    PartFactory,
    PlayerFactory,
    ResultFactory,
    RoundFactory,
    SeasonFactory,
    SessionFactory,
    VersionFactory,
)
from tests.league.ladders import make_ladder, make_version, open_tables, rate_player

from . import contract
from .conftest import NOBODY, SCORES, SHEET

CAST = ["owner", "alice", "scorer", "bob", "carol", "mallory", NOBODY]
"""Owner, organiser, scorer, member who sits in the match, author of a bot, stranger, nobody."""

SCORES_BODY = {"source": "scores", "rounds": SCORES}

# Statuses in the order of the cast.
EVERYBODY = [200] * 7
ORGANISERS = [200, 200, 403, 403, 403, 403, 401]
CREATORS = [201, 201, 403, 403, 403, 403, 401]
THEIR_DRAFT = [200, 200, 404, 404, 404, 404, 404]
CHANGE_THEIR_DRAFT = [200, 200, 404, 404, 404, 404, 401]
THEIR_JOBS = [200, 200, 404, 404, 404, 404, 401]
TABLE_AND_SCORERS = [200, 200, 200, 200, 403, 403, 401]
ACCOUNTS = [200] * 6 + [401]
AUTHOR = [404, 404, 404, 404, 200, 404, 404]
AUTHOR_LOGGED_IN = [404, 404, 404, 404, 200, 404, 401]

READING = [
    ("games", EVERYBODY),
    ("games/mit-list-und-tuecke", EVERYBODY),
    ("clubs", EVERYBODY),
    ("clubs/linde", EVERYBODY),
    ("clubs/linde/members", EVERYBODY),
    ("players", EVERYBODY),
    ("players/{player}", EVERYBODY),
    ("seasons", EVERYBODY),
    ("seasons/{season}", EVERYBODY),
    ("seasons/{season}/standings", EVERYBODY),
    ("seasons/{draft_season}", THEIR_DRAFT),
    ("seasons/{draft_season}/standings", THEIR_DRAFT),
    ("events", EVERYBODY),
    ("events/{event}", EVERYBODY),
    ("events/{planned_event}", THEIR_DRAFT),
    ("sessions/{planned_session}", THEIR_DRAFT),
    ("sessions/{planned_session}/draw", THEIR_DRAFT),
    ("matches/{planned_match}", THEIR_DRAFT),
    ("matches/{planned_match}/rounds", THEIR_DRAFT),
    ("seasons/{ladder}/leaderboard", EVERYBODY),
    ("seasons/{ladder}/head-to-head", EVERYBODY),
    ("seasons/{ladder}/players/{entrant}/history", EVERYBODY),
    ("seasons/{ladder}/players/{entrant}/curve", EVERYBODY),
    ("seasons/{planned_ladder}/leaderboard", THEIR_DRAFT),
    ("seasons/{planned_ladder}/head-to-head", THEIR_DRAFT),
    ("seasons/{planned_ladder}/players/{entrant}/history", THEIR_DRAFT),
    ("seasons/{planned_ladder}/players/{entrant}/curve", THEIR_DRAFT),
    ("players/{entrant}/ratings", EVERYBODY),
    ("duplicates", EVERYBODY),
    ("duplicates/{duplicate}", EVERYBODY),
    ("duplicates/{planned_duplicate}", THEIR_DRAFT),
    ("matches/{ladder_match}", EVERYBODY),
    ("matches/{ladder_match}/record", [404] * 7),
    ("sessions", EVERYBODY),
    ("sessions/{session}", EVERYBODY),
    ("sessions/{session}/draw", EVERYBODY),
    ("sessions/{draft}", THEIR_DRAFT),
    ("sessions/{draft}/draw", THEIR_DRAFT),
    ("matches", EVERYBODY),
    ("matches/{match}", EVERYBODY),
    ("matches/{match}/rounds", EVERYBODY),
    ("matches/{entered}/result", EVERYBODY),
    ("matches/{draft_match}", THEIR_DRAFT),
    ("matches/{draft_match}/result", [404] * 7),
    ("matches/{draft_match}/rounds", THEIR_DRAFT),
    ("matches/{entered}/record", [404] * 7),
    ("jobs", ACCOUNTS),
    ("jobs/{job}", THEIR_JOBS),
    ("tokens", ACCOUNTS),
    ("tokens/{token}", [404, 404, 404, 200, 404, 404, 401]),
    ("bots", EVERYBODY),
    ("bots/{foxes}", EVERYBODY),
    ("bots/{foxes}/versions", EVERYBODY),
    ("bots/{hidden_bot}", AUTHOR),
    ("bots/{hidden_bot}/versions", AUTHOR),
    ("versions", EVERYBODY),
    ("versions/{accepted}", EVERYBODY),
    ("versions/{checking}", AUTHOR),
    ("versions/{accepted}/faults", AUTHOR_LOGGED_IN),
    ("versions/{accepted}/logs", AUTHOR_LOGGED_IN),
    ("versions/{accepted}/statistics", AUTHOR_LOGGED_IN),
    ("versions/{accepted}/archive", AUTHOR_LOGGED_IN),
    ("versions/{checking}/archive", AUTHOR_LOGGED_IN),
    ("jobs/{check}", AUTHOR_LOGGED_IN),
    ("experiments", ACCOUNTS),
    ("experiments/{experiment}", AUTHOR_LOGGED_IN),
    ("jobs/{experiment_job}", AUTHOR_LOGGED_IN),
    ("notices", ACCOUNTS),
    ("notices/{notice}", AUTHOR_LOGGED_IN),
]
CHANGING = [
    ("post", "games/mit-list-und-tuecke/score-sheet", "sheet", EVERYBODY),
    ("post", "clubs", "club", [201] * 6 + [401]),
    ("patch", "clubs/linde", "about", ORGANISERS),
    ("post", "clubs/linde/members", "member", CREATORS),
    ("post", "clubs/linde/members", "guest", CREATORS),
    ("patch", "clubs/linde/members/{carols}", "scorer", ORGANISERS),
    ("patch", "clubs/linde/members/{carols}", "owner", [200, 403, 403, 403, 403, 403, 401]),
    ("patch", "clubs/linde/members/{player}", "scorer", [404] * 6 + [401]),
    ("delete", "clubs/linde/members/{carols}", None, [204, 204, 403, 403, 204, 403, 401]),
    ("delete", "clubs/linde/members/{alices}", None, [204, 204, 403, 403, 403, 403, 401]),
    ("post", "clubs/linde/members", "organiser", [201, 403, 403, 403, 403, 403, 401]),
    ("post", "seasons", "season", CREATORS),
    ("post", "seasons/{draft_season}/start", None, CHANGE_THEIR_DRAFT),
    ("post", "seasons/{season}/close", None, ORGANISERS),
    ("post", "seasons", "ladder", CREATORS),
    ("post", "seasons/{ladder}/enter", "version", [422, 422, 422, 422, 200, 422, 401]),
    ("post", "seasons/{ladder}/enter", "anchor", ORGANISERS),
    ("post", "seasons/{planned_ladder}/enter", "anchor", CHANGE_THEIR_DRAFT),
    ("post", "seasons/{season}/enter", "anchor", [409, 409, 403, 403, 403, 403, 401]),
    ("post", "seasons/{ladder}/leave", "entrant", [200, 200, 403, 403, 200, 403, 401]),
    ("put", "matches/{ladder_match}/result", "scores", [409, 409, 409, 403, 403, 403, 401]),
    ("post", "events", "event", CREATORS),
    ("put", "events/{event}/bots", "bots", ORGANISERS),
    ("put", "events/{planned_event}/bots", "bots", CHANGE_THEIR_DRAFT),
    ("post", "sessions", "session", CREATORS),
    ("put", "sessions/{draft}/draw", "draw", CHANGE_THEIR_DRAFT),
    ("post", "sessions/{draft}/publish", None, CHANGE_THEIR_DRAFT),
    ("put", "sessions/{session}/draw", "draw", [409, 409, 403, 403, 403, 403, 401]),
    ("put", "matches/{match}/result", "scores", TABLE_AND_SCORERS),
    ("put", "matches/{planned_match}/result", "scores", CHANGE_THEIR_DRAFT),
    ("put", "sessions/{planned_session}/draw", "draw", [409, 409, 404, 404, 404, 404, 401]),
    ("put", "matches/{draft_match}/result", "scores", [409, 409, 404, 404, 404, 404, 401]),
    ("post", "matches/{entered}/confirm", None, [200, 200, 200, 403, 403, 403, 401]),
    ("post", "matches/{match}/confirm", None, [409, 409, 409, 409, 403, 403, 401]),
    ("post", "jobs/{job}/retry", None, CHANGE_THEIR_DRAFT),
    ("post", "tokens", "token", [201] * 6 + [401]),
    ("delete", "tokens/{token}", None, [404, 404, 404, 204, 404, 404, 401]),
    ("post", "versions", "archive", [201] * 6 + [401]),
    ("post", "versions", "carols", [422, 422, 422, 422, 201, 422, 401]),
    ("post", "versions/{accepted}/withdraw", None, [403, 403, 403, 403, 200, 403, 401]),
    ("post", "versions/{checking}/withdraw", None, AUTHOR_LOGGED_IN),
    ("post", "jobs/{check}/retry", None, AUTHOR_LOGGED_IN),
    ("post", "notices/{notice}/read", None, AUTHOR_LOGGED_IN),
    ("post", "experiments", "experiment", [422, 422, 422, 422, 201, 422, 401]),
    ("post", "experiments/{experiment}/stop", None, AUTHOR_LOGGED_IN),
    ("post", "experiments/{stopped}/resume", None, AUTHOR_LOGGED_IN),
    ("post", "jobs/{experiment_job}/retry", None, [404, 404, 404, 404, 409, 404, 401]),
]


@pytest.fixture
def world(  # noqa: PLR0917
    season, event, session, draft, match, table_of_four, alice, bob, carol, now, settings
):
    """Everything the addresses name, by the name they use."""
    settings.LADDER_OPEN = 1
    draft_season = SeasonFactory(club=season.club, status=Season.Status.DRAFT)
    planned = SessionFactory(event=EventFactory(season=draft_season))
    planned_match = MatchFactory(session=planned, players=table_of_four)
    guests = PlayerFactory.create_batch(4)
    draft_match = MatchFactory(session=draft, players=guests, status=Match.Status.DRAFT)
    entered = MatchFactory(session=session, players=table_of_four)
    RoundFactory(result=ResultFactory(match=entered, entered_by=bob), number=0)
    job = Job.objects.create(
        kind=Job.Kind.PLAY_MATCH, match=match, version=1, status=Job.Status.FAILED, created_at=now
    )
    accepted = VersionFactory(bot=AuthorsBotFactory(owner=carol, name="Carol's"))
    PartFactory(version=accepted, fault="crash")
    older = VersionFactory(bot=accepted.bot)
    experiment, stopped = make_experiment(carol), make_experiment(carol, status="stopped")
    stopped.jobs.update(status="failed")
    checking = VersionFactory(bot=AuthorsBotFactory(owner=carol), status="checking")
    check = Job.objects.create(
        kind=Job.Kind.CHECK_VERSION, checked=checking, status=Job.Status.FAILED, created_at=now
    )
    token, _plain = people.issue_token(account=bob, name="phone", scopes=["read"], now=now)
    ladder, planned_ladder = make_ladder(season.club), make_ladder(season.club)
    duplicate, planned_duplicate = open_tables(ladder)[0], open_tables(planned_ladder)[0]
    Season.objects.filter(pk=planned_ladder.pk).update(status=Season.Status.DRAFT)
    version = make_version(carol)
    for one in (ladder, planned_ladder):
        rate_player(one, version.player)
    rows = {
        "ladder": ladder,
        "planned_ladder": planned_ladder,
        "duplicate": duplicate,
        "planned_duplicate": planned_duplicate,
        "ladder_match": duplicate.matches.first(),
        "version": version,
        "entrant": version.player,
        "player": guests[0],
        "machine": BotFactory(),
        "alices": alice.player,
        "carols": carol.player,
        "season": season,
        "draft_season": draft_season,
        "event": event,
        "planned_event": planned_match.session.event,
        "planned_session": planned_match.session,
        "planned_match": planned_match,
        "session": session,
        "draft": draft,
        "match": match,
        "draft_match": draft_match,
        "entered": entered,
        "job": job,
        "token": token,
        "foxes": accepted.bot,
        "hidden_bot": checking.bot,
        "accepted": accepted,
        "older": older,
        "checking": checking,
        "check": check,
        "notice": NoticeFactory(account=carol),
        "experiment": experiment,
        "experiment_job": experiment.jobs.get(),
        "stopped": stopped,
    }
    codes = {name: row.code for name, row in rows.items()}
    return codes | {"guests": [guest.code for guest in guests]}


@pytest.fixture
def bodies(world):
    return {
        "sheet": {"sheet": SHEET},
        "club": {"slug": "anker", "name": "Zum Anker"},
        "about": {"about": "Every Monday."},
        "member": {"player": world["player"]},
        "guest": {"name": "Gerd"},
        "scorer": {"role": "scorer"},
        "owner": {"role": "owner"},
        "organiser": {"player": world["player"], "role": "organiser"},
        "season": {"club": "linde", "name": "2027", "game": "mit-list-und-tuecke"},
        "ladder": {
            "club": "linde",
            "name": "Bots",
            "game": "truco",
            "kind": "ladder",
            "table_size": 4,
            "bots": ["greedy"],
        },
        "version": {"version": world["version"]},
        "anchor": {"builtin": "greedy"},
        "entrant": {"player": world["entrant"]},
        "event": {"season": world["season"], "name": "December"},
        "session": {"event": world["event"]},
        "bots": {"bots": [world["machine"]]},
        "draw": {"tables": [world["guests"]]},
        "scores": SCORES_BODY,
        "token": {"name": "laptop", "scopes": ["read"]},
        "experiment": {
            "new": world["accepted"],
            "old": world["older"],
            "game": "skat",
            "players": 3,
        },
        "archive": {"archive": upload("Fox")},
        "carols": {"archive": upload("Carol's")},
        None: None,
    }


def upload(name):
    manifest = f'name = "{name}"\ngames = ["skat"]\nstart = ["python3", "bot.py"]\n'
    content = tar_gz({"bot.toml": manifest.encode(), "bot.py": b""})
    return SimpleUploadedFile("bot.tar.gz", content)


def cases(rows):
    return [
        pytest.param(*row[:-1], who, status, id=f"{' '.join(map(str, row[:-1]))} {who} {status}")
        for row in rows
        for who, status in zip(CAST, row[-1], strict=True)
    ]


@pytest.mark.parametrize(("address", "who", "status"), cases(READING))
def test_reading(client_named, world, address, who, status):
    response = client_named(who).get(address.format(**world))
    assert response.status_code == status, response.content


@pytest.mark.parametrize(("method", "address", "body", "who", "status"), cases(CHANGING))
def test_changing(  # noqa: PLR0917
    client_named, world, bodies, method, address, body, who, status
):
    headers = {"If-Match": '"1-entered"'} if "{entered}" in address else {}
    send = getattr(client_named(who), method)
    kind = "multipart" if address == "versions" else "json"
    response = send(address.format(**world), bodies[body], format=kind, headers=headers)
    assert response.status_code == status, response.content


def test_every_address_of_the_document_is_in_the_matrix(world):
    tried = {("get", address) for address, _ in READING}
    tried |= {(method, address) for method, address, *_ in CHANGING}
    found = {
        (method, contract.path_of("/api/v1/" + address.format(**world)))
        for method, address in tried
    }
    documented = {
        (method, path)
        for path, operations in contract.document()["paths"].items()
        for method in operations
    }
    assert found == documented
