"""Bring the translations of games in line with their texts: `python manage.py gametexts skat`."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

import games
from games.workshop.texts import collect


class Command(BaseCommand):
    help = (
        "Write the texts of games into their locale/*/LC_MESSAGES/django.po: new ones without a "
        "translation, in the order of the game; those that are no more go."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="GAME", help="slugs of games, else all")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            chosen = [games.get(slug) for slug in options["slugs"]] or games.all()
        except games.UnknownGame as error:
            raise CommandError(str(error)) from None
        for game in chosen:
            for language in (code for code, _name in settings.LANGUAGES if code != "en"):
                missing = collect(game, language)
                if missing:
                    self.stdout.write(f"{game.slug}: {missing} texts to translate into {language}")
