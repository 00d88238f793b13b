"""Write a season as an archive: `python manage.py export_season CODE FILE --by alice`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league.models import Account, Season
from league.services.archives import archives
from league.services.base import refusals


class Command(BaseCommand):
    help = "Write a season as an archive of JSON lines, which import_season reads elsewhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("season", help="code of the season")
        parser.add_argument("file", type=Path, help="file to be written")
        parser.add_argument("--by", required=True, help="login of an organiser of its club")

    def handle(self, *args: Any, season: str, file: Path, by: str, **options: Any) -> None:
        found = Season.objects.select_related("club").filter(code=season).first()
        if found is None:
            raise CommandError(f"There is no season with the code {season}.")
        account = Account.objects.filter(username=by, is_active=True).first()
        if account is None:
            raise CommandError(f"There is no active account {by}.")
        try:
            lines = archives.export(season=found, by=account, now=timezone.now())
        except refusals.ANY as refusal:
            raise CommandError(str(refusal)) from None
        with file.open("w", encoding="utf-8") as stream:
            stream.writelines(lines)
        self.stdout.write(f"{found.name} is in {file}")
