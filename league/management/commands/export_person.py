"""Write what the site knows of a person: `python manage.py export_person CODE FILE`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league.management.persons import find
from league.services.privacy import personal_data


class Command(BaseCommand):
    help = "Write all that the site knows of a person, and of their account, as a JSON document."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("person", help="code of the player, or login of the account")
        parser.add_argument("file", type=Path, help="file to be written")

    def handle(self, *args: Any, person: str, file: Path, **options: Any) -> None:
        player, account = find(person)
        lines = personal_data.lines(player=player, account=account, now=timezone.now())
        try:
            with file.open("x", encoding="utf-8") as stream:
                stream.writelines(lines)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from None
        self.stdout.write(f"{player or account}: {file}")
