"""Compute standings afresh from the final results: `python manage.py recount [season …]`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.models import Season
from league.services.seasons import standings


class Command(BaseCommand):
    help = "Compute the standings of seasons, by default of all, afresh; say how many were wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="season", help="code of a season")

    def handle(self, *args: Any, codes: list[str], **options: Any) -> None:
        seasons = Season.objects.order_by("pk")
        if unknown := set(codes) - set(seasons.values_list("code", flat=True)):
            raise CommandError(f"There is no season with the code {', '.join(sorted(unknown))}.")
        for season in seasons.filter(code__in=codes) if codes else seasons:
            wrong = standings.recount(season)
            self.stdout.write(f"{season.code} {season.name}: {wrong} rows corrected")
