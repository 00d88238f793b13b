"""Say what is wrong with a site, and what mends it: `python manage.py doctor`."""

import json
import logging
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league.management.doctor import machine, people, stores, work
from league.management.doctor.findings import Finding, Level


class Command(BaseCommand):
    help = "Examine this host and the site; exit status 1 if anything is wrong. Changes nothing."
    requires_system_checks = []  # it has them among its findings

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="for programs")

    def handle(self, *args: Any, json: bool, **options: Any) -> None:
        logging.getLogger("bots.sandbox").setLevel(logging.ERROR)  # the findings say it
        found = list(_examine())
        is_wrong = [one for one in found if one.level == Level.WRONG]
        self._print_json(found) if json else self._print(found)
        if is_wrong:
            raise CommandError(f"{len(is_wrong)} of {len(found)} findings are wrong.")

    def _print_json(self, found: list[Finding]) -> None:
        is_well = all(one.level != Level.WRONG for one in found)
        said = {"is_well": is_well, "findings": [one.as_json() for one in found]}
        self.stdout.write(json.dumps(said, indent=2, ensure_ascii=False))

    def _print(self, found: list[Finding]) -> None:
        for one in found:
            self.stdout.write(f"{one.level:8}{one.subject:16}{one.says}")
            if one.mend:
                self.stdout.write(f"{'':24}→ {one.mend}")


def _examine() -> Iterator[Finding]:
    """Look at everything; what the database is asked is left out where it does not answer."""
    yield from machine.configuration()
    stored = list(stores.database())
    yield from stored
    yield from stores.broker()
    yield from stores.mail_server()
    yield from machine.disk()
    yield from machine.kernels()
    yield from machine.sandbox()
    yield from machine.parts()
    if all(one.level != Level.WRONG for one in stored):
        now = timezone.now()
        yield from work.workers(now=now)
        yield from work.jobs(now=now)
        yield from work.deliveries(now=now)
        yield from work.mails(now=now)
        yield from work.pushes(now=now)
        yield from people.staff()
