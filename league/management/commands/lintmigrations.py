"""Say whether new migrations can run while the site serves: `python manage.py lintmigrations`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.management.migration_rules import RELEASED, faults


class Command(BaseCommand):
    help = "Hold migrations newer than the last release against the rules of docs/operations.md."

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(faults())
        for fault in found:
            self.stderr.write(fault)
        if found:
            raise CommandError(f"{len(found)} operations would disturb the release before.")
        self.stdout.write(f"Migrations after {RELEASED} can run while the program serves.")
