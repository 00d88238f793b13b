"""Play anew what bots have played for the demo: `python manage.py demo_records`.

Needed when rules have changed so that the records no longer replay, which a test tells. Takes some
minutes, and wants no database.
"""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from bots.commands.progress import Steps
from league.management.demo import recorded, recording


class Command(BaseCommand):
    help = "Plays the ladder and the experiment of the demo anew and writes what was played."

    def handle(self, *args: Any, **options: Any) -> None:
        bars: dict[str, Steps] = {}

        def tell(what: str, done: int, total: int) -> None:
            bar = bars.setdefault(what, Steps(f"Bots play {what}", out=sys.stderr))
            bar.show(done, total, "")

        content = recorded.to_bytes(recording.record(tell=tell))
        for bar in bars.values():
            bar.end()
        recorded.PATH.write_bytes(content)
        self.stdout.write(f"{recorded.PATH.name}: {len(content):,} bytes")
