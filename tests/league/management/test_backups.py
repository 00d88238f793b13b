"""A backup is written while the site runs, and what was lost is back: all of it, or nothing."""

import sqlite3
import zipfile
from contextlib import closing

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection

from league.management.backups import container, manifest, postgresql, sqlite
from league.models import Account, GameRating, Record, Standing
from league.services.events import events
from league.services.seasons import game_ratings
from tests.league.factories import NOW, AccountFactory
from tests.league.services import acts

commits = pytest.mark.django_db(transaction=True)


on_sqlite = pytest.mark.only("sqlite", "keeps a file")
on_postgresql = pytest.mark.only("postgresql", "has programs of its own")


@pytest.fixture
def site(match, owner, alice, half_played, now):
    """A match that counts and is rated, and one that bots have played, with its record."""
    acts.enter(match, owner, now)
    acts.confirm(match, alice, now)
    game_ratings.rate_waiting()


@pytest.fixture
def backup(site, tmp_path):
    """A backup of the site, which has to commit what is in it."""
    call_command("backup", str(tmp_path / "site.backup"))
    return tmp_path / "site.backup"


@pytest.fixture
def empty(db, tmp_path):
    """A backup that says all that one says, but whose dump is not looked at."""
    return write(tmp_path / "empty.backup", b"dump")


def write(path, dump, **facts):
    """Write a backup with this dump, and facts other than those of the database."""

    def hand_over(add):
        add(dump)
        with connection.cursor() as cursor:
            return manifest.describe(cursor, NOW).model_copy(update=facts)

    container.write(path, hand_over)
    return path


def dump_in(path):
    with container.opened(path) as dump:
        return dump.read()


def restore(path, *options):
    call_command("restore", str(path), *options)


def all_rows():
    """Return every row of every table."""
    models = apps.get_models(include_auto_created=True)
    return {model: sorted(model._base_manager.values_list(), key=str) for model in models}


def run(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)


def lose():
    """Lose all rows, and have a table that only a newer program knows."""
    call_command("flush", interactive=False, verbosity=0)
    run("CREATE TABLE league_newer (id bigint REFERENCES league_player (id))")


@commits
def test_what_was_lost_is_back(backup, event, alice, now, capsys):
    before = all_rows()
    assert before[Standing]
    assert before[GameRating]
    assert before[Record]
    lose()
    restore(backup)
    assert all_rows() == before
    assert "as many as there were" in capsys.readouterr().out
    assert "league_newer" not in connection.introspection.table_names()
    with pytest.raises(DatabaseError, match="never changed"):
        run("UPDATE league_auditentry SET action = 'nothing'")
    assert events.create_session(event=event, by=alice, now=now).pk, "new rows get new keys"


@commits
def test_a_backup_is_one_file_for_its_owner_alone(backup):
    assert backup.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in backup.parent.iterdir()] == [backup.name]
    found = container.read_manifest(backup)
    assert set(found.migrations) == manifest.known()
    assert found.rows["league_record"] == Record.objects.count()


@on_sqlite
@commits
def test_what_is_written_during_a_backup_is_not_in_it(site, tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite, "PAGES", 10)

    def write_meanwhile(_said):
        AccountFactory()

    before = Account.objects.count()
    found = container.write(
        tmp_path / "a", lambda add: sqlite.dump(add, tmp_path, NOW, write_meanwhile)
    )
    assert Account.objects.count() > before
    assert found.rows["league_account"] == before


@on_sqlite
@commits
def test_a_file_in_use_is_left_alone(backup, monkeypatch):
    monkeypatch.setattr(sqlite, "WAIT_S", 0)
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CommandError, match="stop the web server"):
            restore(backup, "--overwrite")
    assert Standing.objects.exists()


@on_postgresql
@commits
def test_nothing_has_changed_when_a_restore_fails(backup, monkeypatch):
    before, dump = all_rows(), dump_in(backup)
    short = write(backup.with_name("short"), dump[: len(dump) * 2 // 3])
    with pytest.raises(CommandError, match="pg_restore failed: "):
        restore(short, "--overwrite")
    assert all_rows() == before
    monkeypatch.setattr(postgresql, "CLEAR", "DROP TABLE league_round; SELECT 1/0")
    with pytest.raises(CommandError, match=r"psql failed: .*division by zero"):
        restore(backup, "--overwrite")
    assert all_rows() == before


@on_postgresql
def test_a_server_in_use_is_left_alone(empty, monkeypatch):
    monkeypatch.setattr(postgresql, "CLOSING_S", 0)
    monkeypatch.setattr(postgresql, "_disconnect", lambda: None)
    with pytest.raises(CommandError, match="other connections use the database: stop"):
        restore(empty)


@on_postgresql
def test_missing_programs_are_named(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with (
        pytest.raises(container.Unusable, match="There is no psql here: install"),
        postgresql.Tool("psql"),
    ):
        pass


def test_what_is_there_is_not_overwritten_unasked(empty):
    AccountFactory()
    with pytest.raises(CommandError, match="holds 1 accounts and players"):
        restore(empty)


def test_a_check_changes_nothing(empty, capsys):
    restore(empty, "--check")
    assert "It can be restored here." in capsys.readouterr().out


def test_a_backup_never_replaces_a_file(tmp_path):
    (tmp_path / "a").write_text("dear")
    with pytest.raises(CommandError, match="name another one"):
        call_command("backup", str(tmp_path / "a"))
    assert (tmp_path / "a").read_text() == "dear"


def test_a_backup_that_fails_leaves_nothing(tmp_path):
    def break_off(add):
        add(b"half")
        raise container.Unusable("no")

    with pytest.raises(container.Unusable):
        container.write(tmp_path / "a", break_off)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_said(tmp_path):
    with pytest.raises(CommandError, match="cannot be written: No such file"):
        call_command("backup", str(tmp_path / "nowhere" / "a"))


def test_a_damaged_backup_is_refused(empty):
    with zipfile.ZipFile(empty) as archive:
        said = archive.read(container.MANIFEST)
    with zipfile.ZipFile(empty, "w") as archive:
        archive.writestr(container.DUMP, b"dumb")
        archive.writestr(container.MANIFEST, said)
    with pytest.raises(CommandError, match="has changed since it was written"):
        restore(empty)


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_backup_is_refused(tmp_path, content):
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(CommandError, match="no whole backup"):
        restore(path)


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        restore(tmp_path / "none")


def test_a_backup_of_a_newer_program_is_refused(db, tmp_path):
    path = write(tmp_path / "a", b"", migrations=("league.9999_later",), version="7.1")
    with pytest.raises(CommandError, match=r"it has league\.9999_later\): install version 7\.1"):
        restore(path)


def test_a_backup_of_another_kind_of_database_is_refused(db, tmp_path):
    other = {"sqlite": "postgresql", "postgresql": "sqlite"}[connection.vendor]
    with pytest.raises(CommandError, match="set DATABASE_URL"):
        restore(write(tmp_path / "a", b"", engine=other))


@pytest.fixture
def restored(empty, monkeypatch):
    """A restore that finds in the database what is there already."""
    database = {"sqlite": sqlite, "postgresql": postgresql}[connection.vendor]
    monkeypatch.setattr(database, "require_unused", lambda: None)
    monkeypatch.setattr(database, "restore", lambda *args: None)
    return restore


def test_a_backup_of_an_older_program_says_what_to_run(restored, tmp_path, capsys):
    restored(write(tmp_path / "a", b"", migrations=("league.0001_initial",)))
    assert "run manage.py migrate" in capsys.readouterr().out


def test_another_key_is_said(restored, empty, settings, capsys):
    settings.SECRET_KEY = "another" * 10
    restored(empty)
    assert "everybody has to log in again" in capsys.readouterr().out


def test_other_rows_than_there_were_are_noticed(restored, tmp_path):
    with pytest.raises(CommandError, match="league_player have another number"):
        restored(write(tmp_path / "a", b"", rows={"league_player": 7}))
