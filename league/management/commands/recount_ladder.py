"""Compute ratings afresh from the final matches: `python manage.py recount_ladder [season …]`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.models import Season
from league.services.ladders import ratings


class Command(BaseCommand):
    help = "Compute the ratings of ladders, by default of all, afresh; say how many were wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="season", help="code of a ladder")

    def handle(self, *args: Any, codes: list[str], **options: Any) -> None:
        ladders = Season.objects.filter(kind=Season.Kind.LADDER).order_by("pk")
        if unknown := set(codes) - set(ladders.values_list("code", flat=True)):
            raise CommandError(f"There is no ladder with the code {', '.join(sorted(unknown))}.")
        for season in ladders.filter(code__in=codes) if codes else ladders:
            wrong = ratings.recount(season)
            self.stdout.write(f"{season.code} {season.name}: {wrong} rows corrected")
