"""The cast: alice organises, bob plays, carol writes bots, mallory is outside."""

import random
import secrets
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings as django_settings
from django.db import DataError, connection, transaction
from django.db.models import CharField
from django.utils import translation

from league.management.commands.compiletexts import compile_texts
from league.models import AuditEntry, Role, Session
from league.services.draws import drawing, draws
from league.services.play import positions

from . import factories, ladders
from .draws import register


@pytest.fixture(scope="session", autouse=True)
def texts():
    """Have the translations compiled, however the tests were started."""
    for folder in django_settings.LOCALE_PATHS:
        compile_texts(Path(folder))


@pytest.fixture(scope="session", autouse=True)
def quick_flush():
    """Empty PostgreSQL's tables as SQLite's are, for `TRUNCATE` makes new files for each of them.

    The log alone refuses `DELETE`; no table refers to it.
    """
    with pytest.MonkeyPatch.context() as patch:
        if connection.vendor == "postgresql":
            patch.setattr(type(connection.ops), "sql_flush", _sql_to_empty)
        yield


def _sql_to_empty(operations, style, tables, **options):
    log = AuditEntry._meta.db_table
    others = sorted(set(tables) - {log})
    return [f'TRUNCATE "{log}"', *(f'DELETE FROM "{table}"' for table in others)]


@pytest.fixture(autouse=True)
def fast_passwords(settings):
    """Do not spend most of the time on hashing the cast's passwords."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def uncounted(settings):
    """Count what visitors do apart from all other tests, of those beside this one, too."""
    own = {**settings.CACHES["default"], "KEY_PREFIX": secrets.token_hex(6)}
    settings.CACHES = {"default": own}


@pytest.fixture(autouse=True)
def made_anew(settings):
    """Keep no answers: what a page shows and costs is told when it is made."""
    settings.KEPT_MB = 0


@pytest.fixture
def kept_answers(settings, monkeypatch):
    """Keep answers, and look for what has been written each time that one is asked for."""
    settings.KEPT_MB = 8
    monkeypatch.setattr("league.config.kept.FRESH_S", 0)
    monkeypatch.setattr("league.config.kept.LOOK_S", 0)


@pytest.fixture(autouse=True)
def same_deals(monkeypatch):
    """Deal a test the same cards every time, so that what fails by chance fails again."""
    chance = random.Random(0)
    monkeypatch.setattr(
        "league.models.matches.secrets", SimpleNamespace(token_bytes=chance.randbytes)
    )


@pytest.fixture(autouse=True)
def english():
    """Forget the language of the last request, which stays that of its thread."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session", autouse=True)
def narrow_columns():
    """Refuse a text that is too long for its column, as PostgreSQL does and SQLite does not."""
    store = CharField.get_db_prep_save

    def refusing(field, value, connection):
        if isinstance(value, str) and field.max_length and len(value) > field.max_length:
            raise DataError(f"value too long for {field}, which has {field.max_length}")
        return store(field, value, connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CharField, "get_db_prep_save", refusing)
        yield


@pytest.fixture
def kept_positions(db, monkeypatch):
    """Keep positions from look to look, though the whole test is one transaction."""

    if connection.in_atomic_block:
        monkeypatch.setattr(positions, "in_transaction", _is_in_transaction_of_its_own)
        monkeypatch.setattr(positions, "keep_once_committed", _keep)
    positions.kept.forget()


def _is_in_transaction_of_its_own():
    return any(not block._from_testcase for block in connection.atomic_blocks)


def _keep(table, position):
    positions.kept.keep(table.code, position)


@pytest.fixture(scope="module")
def once(request, django_db_setup, django_db_blocker):
    """Return a function that makes rows for all tests of a module, which start from them.

    What a test changes is rolled back, the rows go after the last one. The module is marked
    `django_db`, for else there may be no test database; none of its tests commits.
    """
    marker = request.node.get_closest_marker("django_db")
    assert marker, f"{request.node.nodeid} is not marked django_db."
    assert not marker.kwargs, "Tests that commit would lose these rows."
    block = transaction.atomic()
    with django_db_blocker.unblock():
        block.__enter__()

    def make(build):
        with django_db_blocker.unblock():
            return build()

    yield make
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        block.__exit__(None, None, None)


@pytest.fixture
def now():
    return factories.NOW


@pytest.fixture
def club(db):
    return factories.ClubFactory(slug="linde", name="Stammtisch zur Linde")


@pytest.fixture
def owner(club):
    return factories.make_member(club, "Olga", Role.OWNER)


@pytest.fixture
def alice(club):
    return factories.make_member(club, "Alice", Role.ORGANISER)


@pytest.fixture
def scorer(club):
    return factories.make_member(club, "Sven", Role.SCORER)


@pytest.fixture
def bob(club):
    return factories.make_member(club, "Bob", Role.MEMBER)


@pytest.fixture
def dora(club):
    return factories.make_member(club, "Dora", Role.MEMBER)


@pytest.fixture
def carol(club):
    return factories.make_member(club, "Carol", Role.MEMBER)


@pytest.fixture
def mallory(db):
    return factories.PersonFactory(name="Mallory").account


@pytest.fixture
def season(club):
    return factories.SeasonFactory(club=club, name="2026")


@pytest.fixture
def event(season):
    return factories.EventFactory(season=season, name="November")


@pytest.fixture
def session(event):
    """A published session."""
    return factories.SessionFactory(event=event, number=1)


@pytest.fixture
def draft(event):
    """A session whose draw is in draft."""
    return factories.SessionFactory(event=event, number=2, status=Session.Status.DRAFT)


@pytest.fixture
def drawn(event, draft, alice):
    """A published session with two tables of four."""
    register(event, 8)
    drawing.draw(session=draft, by=alice, now=factories.NOW)
    return draws.publish(session=draft, by=alice, now=factories.NOW)


@pytest.fixture
def late(event, drawn):
    """Somebody who was registered after the draw."""
    [player] = register(event, 1)
    return player


@pytest.fixture
def table_of_four(bob, dora):
    """Four people; only Bob and Dora have accounts."""
    others = [factories.PlayerFactory(name=name) for name in ("Emil", "Frida")]
    return [bob.player, dora.player, *others]


@pytest.fixture
def match(session, table_of_four):
    """A match that waits for its result, with Bob and Dora at seats 0 and 1."""
    return factories.MatchFactory(session=session, table_number=1, players=table_of_four)


@pytest.fixture
def ladder(club, settings):
    """A ladder of five bots that has two tables open at most."""
    settings.LADDER_OPEN = 2
    return ladders.make_ladder(club, bots=5, name="Bots of the club")


@pytest.fixture
def duplicate(ladder):
    """A table of the ladder that is being played, beside another one."""
    return ladders.open_tables(ladder)[0]


@pytest.fixture
def rated(duplicate):
    """The table, finished."""
    ladders.finish([duplicate], ladders.by_key)
    duplicate.refresh_from_db()
    return duplicate


@pytest.fixture
def half_played(club, settings):
    """A duplicate of two real matches, the first of which is final."""
    settings.LADDER_OPEN = 1
    season = ladders.make_ladder(club, bots=0, size=2, game="briscola")
    for name in ("random", "greedy"):
        ladders.rate_player(season, factories.BotFactory(builtin=name))
    [duplicate] = ladders.open_tables(season)
    ladders.play_to_end(duplicate.matches.first())
    return duplicate


@pytest.fixture
def messages(monkeypatch):
    """Collect what is sent instead of sending it: a list of (task name, ids, queue)."""
    sent = []

    def send_task(name, args, queue, **options):
        sent.append((name, args[0], queue))

    monkeypatch.setattr("league.queue.current_app.send_task", send_task)
    return sent
