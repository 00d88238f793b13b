"""Make a token for an account and print its text: `python manage.py token alice`."""

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league.models import Account
from league.models.people import SCOPES_OF_PEOPLE
from league.services.accounts import people
from league.services.base import refusals

SCOPES: Final = [scope for scope, _label in SCOPES_OF_PEOPLE]


class Command(BaseCommand):
    help = "Make a token for the REST API in an account's name; its text is printed this once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="login of the account")
        parser.add_argument("--name", default="command line", help="what the token is for")
        parser.add_argument(
            "--scope",
            dest="scopes",
            action="append",
            choices=SCOPES,
            help="what it may do, may be given several times; all if not given",
        )
        parser.add_argument("--days", type=int, default=90, help="until it expires (90)")

    def handle(
        self,
        *args: Any,
        username: str,
        name: str,
        scopes: Sequence[str] | None,
        days: int,
        **options: Any,
    ) -> None:
        account = Account.objects.filter(username=username, is_active=True).first()
        if account is None:
            raise CommandError(f"There is no active account {username}; createsuperuser makes one.")
        try:
            _token, plain = people.issue_token(
                account=account,
                name=name,
                scopes=scopes or SCOPES,
                now=timezone.now(),
                days=days,
            )
        except refusals.Invalid as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(plain)
