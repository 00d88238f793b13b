"""Restore a backup of the site's database: `python manage.py restore FILE`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from league.management.backups import container, engine, manifest
from league.management.backups.container import Unusable
from league.management.backups.manifest import Manifest


class Command(BaseCommand):
    help = "Put a backup in the place of what the database holds: all of it, or nothing happens."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="file that backup wrote")
        parser.add_argument(
            "--overwrite", action="store_true", help="although the database holds something"
        )
        parser.add_argument(
            "--check", action="store_true", help="only say whether it can be restored"
        )

    def handle(self, *args: Any, file: Path, overwrite: bool, check: bool, **options: Any) -> None:
        try:
            found = container.read_manifest(file)
            self._describe(found)
            _require_fit(found)
            if check:
                self.stdout.write("It can be restored here.")
                return
            self._restore(file, found, overwrite=overwrite)
        except Unusable as problem:
            raise CommandError(str(problem)) from None

    def _restore(self, file: Path, found: Manifest, *, overwrite: bool) -> None:
        _require_empty(overwrite=overwrite)
        database = engine.of_settings()
        database.require_unused()
        with container.opened(file) as dump:
            database.restore(dump, found, file.absolute().parent, self._say)
        _require_same(found)
        self._say(f"restored {sum(found.rows.values())} rows, as many as there were")
        if manifest.known() - set(found.migrations):
            self._say("The program is newer than the backup: run manage.py migrate.")
        if manifest.fingerprint() != found.key:
            self._say("SECRET_KEY is not that of the backup: everybody has to log in again.")
        self._say("Start the web server, the workers and the clock again.")

    def _describe(self, found: Manifest) -> None:
        rows = sum(found.rows.values())
        made = f"{found.made_at:%Y-%m-%d %H:%M} UTC by version {found.version}"
        self._say(f"{rows} rows of {found.engine} {found.server}, written {made}")

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def _require_fit(found: Manifest) -> None:
    """Refuse a backup of another kind of database, or of a newer program."""
    if found.engine != connection.vendor:
        raise Unusable(
            f"The backup is of {found.engine}, the site's database is {connection.vendor}: set "
            "DATABASE_URL to one of the same kind. Seasons move between kinds by export_season."
        )
    if unknown := [name for name in found.migrations if name not in manifest.known()]:
        raise Unusable(
            f"The backup is of a newer program (it has {unknown[-1]}): install version "
            f"{found.version} or a later one first."
        )


def _require_empty(*, overwrite: bool) -> None:
    with connection.cursor() as cursor:
        rows = manifest.count_rows(cursor)
    held = rows.get("league_account", 0) + rows.get("league_player", 0)
    if held and not overwrite:
        raise Unusable(
            f"The database holds {held} accounts and players, which would be lost: run "
            "manage.py backup first, then restore with --overwrite."
        )


def _require_same(found: Manifest) -> None:
    with connection.cursor() as cursor:
        rows = manifest.count_rows(cursor)
    if other := [table for table, count in found.rows.items() if rows.get(table) != count]:
        raise Unusable(
            f"{', '.join(other)} have another number of rows than in the backup: something "
            "wrote to the database meanwhile. Stop everything, and restore with --overwrite."
        )
