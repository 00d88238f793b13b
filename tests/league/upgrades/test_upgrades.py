"""A site of a release of before is migrated to today: nothing is lost, nothing looks otherwise."""

import io
from collections import Counter
from contextlib import contextmanager
from datetime import datetime, timedelta

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone

from league.models import Club, Event, Player, RatingPool, Season
from league.services.seasons import game_ratings

from . import dumps, rows, seen
from .database import own_database

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("upgrades")]

MORE = {
    "contenttypes.contenttype": "each new model has one",
    "auth.permission": "each new model has four",
    "league.agreement": "0018: whoever has an account and counts in a club has agreed",
    "league.unwrittenblock": "files of records are written from what was there before, too",
}
"""Tables that an upgrade adds rows to, with the reason."""
CHANGED = {}
"""Columns, as `league.match.status`, that an upgrade fills otherwise, with the reason."""
GONE = {}
"""Columns and tables that are no more, with the reason."""


@pytest.fixture(scope="module", params=dumps.names())
def dump(request):
    return dumps.read(request.param)


@pytest.fixture(scope="module")
def upgraded(dump, django_db_setup, django_db_blocker, tmp_path_factory):
    """A site as it was then, after `manage.py migrate` of today."""
    with django_db_blocker.unblock(), own_database(tmp_path_factory.mktemp("upgrade")):
        then = MigrationExecutor(connection)
        known = set(then.loader.disk_migrations)
        applied = [tuple(key) for key in dump["migrations"]]
        assert set(applied) <= known, "A migration that sites have was taken away."
        state = then.migrate(applied)
        rows.put(state.apps, dump["tables"])
        call_command("migrate", verbosity=0)
        yield


@pytest.fixture(autouse=True)
def then(dump, upgraded, monkeypatch):
    """Let it be the day after the dump was made, and undo what a test writes."""
    now = datetime.fromisoformat(dump["made_at"]) + timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: now)
    with undone():
        yield now


@pytest.fixture(autouse=True)
def fast_passwords(settings):
    """Read passwords as they were stored."""
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.Argon2PasswordHasher",
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    ]


@contextmanager
def undone():
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def told(command, *words):
    out = io.StringIO()
    call_command(command, *words, stdout=out)
    return out.getvalue().splitlines()


def kept(dump):
    """Yield each table of then with its model of today."""
    for name, table in dump["tables"].items():
        if name not in GONE:
            yield name, table, apps.get_model(name)


def columns_of(name, table):
    """Return the columns of a table of then that are still to be the same."""
    left_out = {*GONE, *CHANGED}
    return [column for column in table["columns"] if f"{name}.{column}" not in left_out]


def test_every_table_has_as_many_rows(dump):
    then = {name: len(table["rows"]) for name, table, _model in kept(dump)}
    today = {name: model._base_manager.count() for name, _table, model in kept(dump)}
    grown = {name for name in then if today[name] > then[name]}
    assert grown <= set(MORE)
    assert {name: today[name] for name in then if name not in grown} == {
        name: count for name, count in then.items() if name not in grown
    }


def test_new_tables_are_empty_unless_they_are_filled_with_a_reason(dump):
    models = {model._meta.label_lower: model for model in rows.models_of(apps)}
    new = {name: models[name]._base_manager.count() for name in models.keys() - dump["tables"]}
    assert {name for name, count in new.items() if count} <= set(MORE)


def test_every_row_says_what_it_said(dump):
    changed = Counter()
    for name, table, model in kept(dump):
        columns = columns_of(name, table)
        places = [table["columns"].index(column) for column in columns]
        key = columns.index(model._meta.pk.attname)
        today = {row[key]: row for row in rows.rows_of(model, columns)}
        for row in table["rows"]:
            was = [row[place] for place in places]
            now = today.get(was[key], [None] * len(columns))
            changed.update(
                f"{name}.{column}"
                for column, one, other in zip(columns, was, now, strict=True)
                if not _is_same(model._meta.get_field(column), one, other)
            )
    assert changed == {}


def _is_same(field, one, other):
    """Return whether two values are one: a time, and a number, can be written in several ways."""
    return one == other or field.to_python(one) == field.to_python(other)


@pytest.mark.parametrize("part", sorted(seen.PARTS.keys() - {"archives"}))
def test_what_was_to_be_seen_is_seen(dump, part):
    assert seen.part(part) == dump["seen"][part]


def test_archives_of_seasons_say_what_they_said(dump):
    today = seen.part("archives")
    assert today.keys() == dump["seen"]["archives"].keys()
    for season, lines in dump["seen"]["archives"].items():
        kinds = {line["kind"] for line in lines}
        found = [line for line in today[season] if line["kind"] in kinds]
        assert [
            {name: line.get(name) for name in was} for was, line in zip(lines, found, strict=True)
        ] == lines


def test_standings_counted_anew_are_the_same(dump):
    lines = told("recount")
    assert len(lines) == Season.objects.count()
    assert [line for line in lines if not line.endswith(": 0 rows corrected")] == []


def test_ladders_counted_anew_are_the_same():
    lines = told("recount_ladder")
    assert lines
    assert [line for line in lines if not line.endswith(": 0 rows corrected")] == []


def test_ratings_counted_anew_are_the_same():
    pools = list(RatingPool.objects.values_list("game", flat=True))
    assert pools
    while game_ratings.rate_waiting():  # a demo that was not served has not rated all
        pass
    assert {game: game_ratings.recount(game=game) for game in pools} == dict.fromkeys(pools, 0)


def test_events_rebuilt_from_their_log_are_the_same():
    codes = list(Event.objects.values_list("code", flat=True))
    lines = told("rebuild_event", *codes)
    assert len(lines) == len(codes)
    assert [line for line in lines if not line.endswith(": equal to its log")] == []


def test_token_of_then_opens_the_api(dump):
    headers = {"Authorization": f"Bearer {dump['token']}"}
    answer = Client(headers=headers).get("/api/v1/tokens")
    assert answer.status_code == 200
    assert "then" in {token["name"] for token in answer.json()["results"]}


def test_password_of_then_opens_pages(dump):
    username, password = dump["login"]
    client = Client()
    answer = client.post("/login/", {"username": username, "password": password})
    assert answer.status_code == 302
    club = Club.objects.get()
    for place in (f"/clubs/{club.slug}/", "/me/"):
        assert client.get(place).status_code == 200


def test_pages_of_everything_are_there(dump):
    client = Client()
    paths = [f"/seasons/{row.code}/" for row in Season.objects.all()]
    paths += [f"/events/{row.code}/" for row in Event.objects.all()]
    assert len(paths) > 2
    assert [path for path in paths if client.get(path).status_code != 200] == []


def test_api_lists_what_was_there(dump):
    client = Client()
    answer = client.get("/api/v1/seasons")
    assert {one["code"] for one in answer.json()["results"]} >= dump["seen"]["archives"].keys()


def test_log_is_still_only_added_to():
    with (
        pytest.raises(DatabaseError, match="never changed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("UPDATE league_auditentry SET action = 'other'")


def test_new_rows_get_keys_after_those_of_then(dump):
    last = max(row[0] for row in dump["tables"]["league.player"]["rows"])
    assert Player.objects.create(name="Somebody new").pk > last
