"""Rebuild events from their log and compare: `python manage.py rebuild_event <code> [code …]`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from league.models import Event
from league.services.corrections import rebuilds


class Command(BaseCommand):
    help = "Rebuild events from their log; say that they are equal to what is stored, or where not."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="+", metavar="event", help="code of an event")

    def handle(self, *args: Any, codes: list[str], **options: Any) -> None:
        events = Event.objects.filter(code__in=codes).select_related("season").order_by("pk")
        if unknown := set(codes) - {event.code for event in events}:
            raise CommandError(f"There is no event with the code {', '.join(sorted(unknown))}.")
        wrong = sum(self._compare(event) for event in events)
        if wrong:
            raise CommandError(f"{wrong} fields are stored otherwise than the log has them.")

    def _compare(self, event: Event) -> int:
        """Print in what an event differs from its log; return the number of fields."""
        with transaction.atomic():
            found = rebuilds.differences(event)
        for one in found:
            stored, rebuilt = str(one.stored)[:200], str(one.rebuilt)[:200]
            self.stdout.write(f"{one.row} {one.field}: stored {stored}, by the log {rebuilt}")
        if not found:
            self.stdout.write(f"{event.code} {event.name}: equal to its log")
        return len(found)
