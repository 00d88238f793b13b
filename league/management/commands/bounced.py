"""Take a report that a mail did not arrive: `python manage.py bounced < report`."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from league.services.letters import bounces


class Command(BaseCommand):
    help = "Reads a report from standard input; a mail server calls it for mails to MAIL_FROM."

    def handle(self, *args: Any, **options: Any) -> None:
        is_ours = bounces.take(sys.stdin.buffer.read(bounces.LONGEST + 1), now=timezone.now())
        self.stdout.write("Noted." if is_ours else "Not a report about a mail of this site.")
