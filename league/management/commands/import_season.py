"""Read a season from an archive: `python manage.py import_season CLUB FILE --by alice`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league.models import Account, Club
from league.services.archives import season_imports
from league.services.base import refusals


class Command(BaseCommand):
    help = "Make a season of a club from an archive; say which codes had to be new."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="slug of the club")
        parser.add_argument("file", type=Path, help="archive that export_season wrote")
        parser.add_argument("--by", required=True, help="login of an organiser of the club")
        parser.add_argument("--name", help="another name for the season")
        parser.add_argument(
            "--players",
            choices=season_imports.PLAYERS,
            required=True,
            help="known: those known here by their codes, others as guests; guests: new ones only",
        )

    def handle(
        self,
        *args: Any,
        club: str,
        file: Path,
        by: str,
        name: str | None,
        players: str,
        **options: Any,
    ) -> None:
        found = Club.objects.filter(slug=club).first()
        account = Account.objects.filter(username=by, is_active=True).first()
        if found is None or account is None:
            raise CommandError("There is no such club, or no active account of this name.")
        try:
            with file.open("rb") as lines:
                imported = season_imports.import_season(
                    club=found,
                    lines=season_imports.bounded(lines),
                    players=players,
                    name=name,
                    by=account,
                    now=timezone.now(),
                )
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
        except refusals.ANY as refusal:
            raise CommandError(str(refusal)) from None
        for kind, codes in imported.codes.items():
            for old, new in codes.items():
                self.stdout.write(f"{kind} {old} is {new} here")
        self.stdout.write(f"{imported.season.name}: {imported.season.code}")
