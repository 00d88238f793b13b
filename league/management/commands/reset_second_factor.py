"""Let somebody log in by the password alone who has lost the second factor.

`python manage.py reset_second_factor bob`, once you know that it is Bob who asks.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league.models import Account
from league.services.accounts import second_factors


class Command(BaseCommand):
    help = "Take a lost second factor away from an account, and log it out everywhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="login of the account")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        account = Account.objects.filter(username=username).first()
        if account is None:
            raise CommandError(f"There is no account {username}.")
        if not second_factors.take_away(account=account, now=timezone.now()):
            raise CommandError(f"{username} has no second factor.")
        self.stdout.write(f"{username} logs in by the password alone now; it is in the audit.")
