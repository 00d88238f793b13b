"""Let somebody log in who was wrong too often: `python manage.py unlock bob --address 192.0.2.7`.

Where there is no Redis the web process counts for itself: there, restart it, or wait.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.services.accounts import guesses


class Command(BaseCommand):
    help = (
        "Let accounts, and whoever is at an address, log in again after too many wrong passwords."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("usernames", nargs="*", metavar="username")
        parser.add_argument("--address", help="from which too many names were tried")

    def handle(self, *args: Any, usernames: list[str], address: str | None, **options: Any) -> None:
        if not (usernames or address):
            raise CommandError("Say a username, or --address.")
        for username in usernames:
            guesses.unlock(username)
            self.stdout.write(f"{username} may log in again.")
        if address:
            guesses.unlock_address(address)
            self.stdout.write(f"From {address} one may log in again.")
