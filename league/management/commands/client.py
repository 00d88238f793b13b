"""Make the methods and types of `stammtisch.client`: `python manage.py client`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.management.client.document import FILE, Document
from league.management.client.files import FOLDER, made


class Command(BaseCommand):
    help = "Make the methods and types of stammtisch.client from openapi.yaml."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="write nothing, and fail if there is news"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not FILE.exists():
            raise CommandError(f"{FILE} is missing: run this in a clone of the project.")
        files = {FOLDER / path: text for path, text in made(Document.read()).items()}
        there = {*FOLDER.glob("types/*.py"), *FOLDER.glob("operations/*.py")}
        gone = there - files.keys()
        news = [
            path for path, text in files.items() if path not in there or path.read_text() != text
        ]
        if options["check"]:
            if gone or news:
                names = ", ".join(sorted(path.stem for path in {*gone, *news}))
                raise CommandError(f"Run `manage.py client`: openapi.yaml says else than {names}.")
            return
        for path in gone:
            path.unlink()
        for path in news:
            path.parent.mkdir(exist_ok=True)
            path.write_text(files[path])
