"""Write a backup of the site's database: `python manage.py backup FILE`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league.management.backups import container, engine


class Command(BaseCommand):
    help = "Write all that the database holds to a file, while the site goes on; see restore."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="file to be written, as in site.backup")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        dump, now = engine.of_settings().dump, timezone.now()
        try:
            manifest = container.write(
                file, lambda add: dump(add, file.absolute().parent, now, self._say)
            )
        except container.Unusable as problem:
            raise CommandError(str(problem)) from None
        rows, size_mb = sum(manifest.rows.values()), file.stat().st_size / 1e6
        self.stdout.write(f"{file}: {rows} rows of {len(manifest.rows)} tables, {size_mb:.1f} MB")
        self.stdout.write("It holds secrets of people: keep it where nobody else can read it.")
        self.stdout.write("SECRET_KEY is not in it: keep that elsewhere, or all log in again.")

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
