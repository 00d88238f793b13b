"""A season played by services, and as many copies of it, with all that belongs to it, as wanted.

Copies are made in the database: each row again, with its key and all keys of copied rows moved on.
So whatever a season leaves behind is there in copies, too, without a list of it here.
"""

import random
from collections.abc import Iterator
from datetime import timedelta

from django.apps import apps
from django.db import connection, models, transaction
from django.utils import timezone

from league.models import (
    Account,
    Archive,
    Club,
    Event,
    Login,
    Match,
    Player,
    RatingPool,
    Role,
    Season,
    Session,
    Writing,
)
from league.services.accounts import agreements, people
from league.services.clubs import clubs
from league.services.draws import draws
from league.services.events import events
from league.services.results import results
from league.services.results.results import Scores
from league.services.seasons import game_ratings, seasons

GAME, SEATS = "mit-list-und-tuecke", 4
PLAYERS, EVENTS, SESSIONS = 40, 50, 4
"""A season: so many events, of so many sessions each, of ten tables of four."""
MATCHES = EVENTS * SESSIONS * PLAYERS // SEATS
ALONE = {Archive, Login, RatingPool, Writing}
"""There are no more of these, however many seasons there are."""


def play_season() -> Season:
    """Play a season but for its last two sessions, whose matches wait for results, and rate it."""
    season, players = begun(PLAYERS)
    chance = random.Random(1)
    for number in range(EVENTS):
        event = evening(season, number)
        for turn in range(SESSIONS):
            session = drawn(event, players, turn, chance)
            if (number, turn) < (EVENTS - 1, SESSIONS - 2):
                with transaction.atomic():
                    _finish(session, chance)
    game_ratings.rate_waiting()
    return season


def begun(size: int) -> tuple[Season, list[Player]]:
    """Return a season that has started, and so many players, all of them scorers of its club."""
    now = timezone.now() - timedelta(weeks=EVENTS)
    accounts = [Account.objects.create(username=f"player{n}") for n in range(size)]
    players = [
        people.register_person(name=f"Player {n}", account=account, by=account, now=now)
        for n, account in enumerate(accounts)
    ]
    alice = accounts[0]
    club = clubs.found_club(slug="club", name="Club", by=alice, now=now)
    for player, account in zip(players[1:], accounts[1:], strict=True):
        agreements.agree_unasked(club=club, by=account, now=now)
        clubs.admit(club=club, player=player, role=Role.SCORER, by=alice, now=now)
    season = seasons.create_season(club=club, name="Season", game=GAME, by=alice, now=now)
    return seasons.start_season(season=season, by=alice, now=now), players


def _alice() -> Account:
    return Account.objects.get(username="player0")


def evening(season: Season, number: int) -> Event:
    """Return a new event of a season, a week after the one before."""
    at = timezone.now() - timedelta(weeks=EVENTS - number)
    return events.create_event(
        season=season, name=f"Evening {number + 1}", starts_at=at, by=_alice(), now=at
    )


def drawn(event: Event, players: list[Player], turn: int, chance: random.Random) -> Session:
    """Return a new session with tables of four in any order; its matches wait for results."""
    at = (event.starts_at or timezone.now()) + timedelta(hours=turn)
    session = events.create_session(event=event, by=_alice(), now=at)
    order = chance.sample(players, len(players))
    tables = [order[first : first + SEATS] for first in range(0, len(order), SEATS)]
    draws.seat_players(session=session, tables=tables, by=_alice(), now=at)
    return draws.publish(session=session, by=_alice(), now=at)


def _finish(session: Session, chance: random.Random) -> None:
    at = (session.published_at or timezone.now()) + timedelta(minutes=45)
    scorer = Account.objects.get(username="player1")
    for match in session.matches.select_related("season"):
        rounds = [[chance.randrange(30) for _ in range(SEATS)] for _ in range(SEATS)]
        results.enter(
            match=match,
            submission=Scores(rounds=rounds),
            by=_alice(),
            expected_version=None,
            now=at,
        )
        match.refresh_from_db()
        results.confirm(match=match, by=scorer, expected_version=match.version, now=at)


def multiply(first: int, last: int) -> None:
    """Add the copies of these numbers; what was there before copies were made is number 0."""
    with transaction.atomic(), connection.cursor() as cursor:
        # Keys of copies are right where those of the season are; to look each up takes longest.
        cursor.execute("SET LOCAL session_replication_role = replica")
        for model in _copied():
            cursor.execute(_copy(model), {"first": first, "last": last})


def settle() -> None:
    """Tell the database how much there is, as it would find out by itself in time."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def remember(seasons: int) -> None:
    """Note how far each table's keys go before the first copy is made.

    Rows that are not copied get keys beyond those of so many seasons.
    """
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE copied (name text PRIMARY KEY, size bigint NOT NULL)")
        for model in _copied():
            table = model._meta.db_table
            keys = f"SELECT '{table}', COALESCE(max(id), 0) FROM {table}"
            cursor.execute(f"INSERT INTO copied {keys} RETURNING size")
            ((size,),) = cursor.fetchall()
            beyond = "SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)"
            cursor.execute(beyond, [table, size * seasons + 1])


def _copied() -> Iterator[type[models.Model]]:
    for model in apps.get_app_config("league").get_models():
        if model not in ALONE:
            yield model


def _copy(model: type[models.Model]) -> str:
    table = model._meta.db_table
    fields = [field for field in model._meta.concrete_fields if not field.generated]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(_value(field) for field in fields)
    return (
        f"INSERT INTO {table} ({columns}) SELECT {values} "
        f"FROM {table} old, generate_series(%(first)s, %(last)s) AS copy "
        f"WHERE old.id <= (SELECT size FROM copied WHERE name = '{table}')"
    )


def _value(field: "models.Field[object, object]") -> str:
    """Return what a copy has in a column: moved on if it is a key, and else the same."""
    old = f'old."{field.column}"'
    target = field.model if field.primary_key else field.related_model
    if isinstance(target, type) and target in set(_copied()):
        table = target._meta.db_table
        return f"{old} + copy * (SELECT size FROM copied WHERE name = '{table}')"
    if field.name == "code":
        # Unique, and of the letters and the length of a code.
        return "translate(lpad(to_hex(old.id), 6, '0') || lpad(to_hex(copy), 4, '0'), '01', 'gh')"
    if field.unique or (field.model is Club and field.name == "slug"):
        return f"{old} || '-' || copy"
    return old


def open_matches(number: int) -> list[str]:
    """Return the codes of matches of a copy that wait for their results."""
    name = "club" if number == 0 else f"club-{number}"
    found = Match.objects.filter(season__club__slug=name, status=Match.Status.OPEN)
    return list(found.order_by("id").values_list("code", flat=True))
