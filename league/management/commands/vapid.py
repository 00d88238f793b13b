"""Make the key by which push services know a site: `python manage.py vapid`."""

from typing import Any

from django.core.management.base import BaseCommand

from league.logic import vapid


class Command(BaseCommand):
    help = (
        "Print a new key for VAPID_KEY. Keep it: with another key every device has to be added "
        "anew by its owner."
    )
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(vapid.new_key())
