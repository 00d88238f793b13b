"""Compile the translations, with nothing but Python: `python manage.py compiletexts`."""

import os
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = (
        "Compile locale/*/LC_MESSAGES/*.po, those of the games too, to .mo as far as they have "
        "changed. -v2 names them. Games from other packages bring theirs compiled."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        folders = [Path(folder) for folder in settings.LOCALE_PATHS]
        for folder in (own for own in folders if own.is_relative_to(settings.BASE_DIR)):
            for source in compile_texts(folder):
                if options["verbosity"] > 1:
                    self.stdout.write(f"compiled {source}")


def compile_texts(folder: Path) -> list[Path]:
    """Compile the changed .po files below `folder` and return them; no reader sees half a file."""
    changed = [source for source in sorted(folder.glob("*/LC_MESSAGES/*.po")) if _is_new(source)]
    for source in changed:
        target = source.with_suffix(".mo")
        half = target.with_suffix(f".{os.getpid()}")
        polib.pofile(str(source)).save_as_mofile(str(half))
        half.replace(target)
    return changed


def _is_new(source: Path) -> bool:
    target = source.with_suffix(".mo")
    return not target.exists() or target.stat().st_mtime < source.stat().st_mtime
