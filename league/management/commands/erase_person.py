"""Erase a person who wants to be forgotten: `python manage.py erase_person CODE --yes`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league.management.persons import find
from league.services.base import refusals
from league.services.privacy import erasures


class Command(BaseCommand):
    help = "Erase a person and their account for good; results stay under a name of nobody."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("person", help="code of the player, or login of the account")
        parser.add_argument("--yes", action="store_true", help="do it; otherwise only say whom")

    def handle(self, *args: Any, person: str, yes: bool, **options: Any) -> None:
        player, account = find(person)
        if player is not None and player.is_bot:
            raise CommandError(f"{player} is a bot: its author withdraws it.")
        who = ", ".join(str(one) for one in (player, account) if one is not None)
        if not yes:
            raise CommandError(f"This would erase {who} for good: say so by --yes.")
        try:
            erasures.erase(player=player, account=account, by=None, now=timezone.now())
        except refusals.ANY as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"{who} is erased; backups keep the name until they are deleted.")
