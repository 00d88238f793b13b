"""The one Django application of the project, and the admin's with its own door."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.contrib.admin import apps as admin
from django.db import connections
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate


class LeagueConfig(AppConfig):
    """Clubs, seasons, events, matches, results and the jobs behind them."""

    name = "league"
    default = True
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        connection_created.connect(_close_to_others, dispatch_uid="sqlite-mode")
        post_migrate.connect(_note_writings, sender=self, dispatch_uid="writings")
        from league.config import checks  # noqa: F401, PLC0415 (registers, once apps are loaded)


def _close_to_others(connection: Any, **_more: Any) -> None:
    """Let nobody else on the machine read a database of SQLite; a new one is its user's alone."""
    path = Path(str(connection.settings_dict["NAME"]))
    if connection.vendor != "sqlite" or not path.is_file():
        return
    state = path.stat()
    mode = state.st_mode & (0o600 if state.st_size == 0 else 0o770)
    if state.st_mode & 0o777 != mode:
        with suppress(OSError):  # of another user, who closes it
            path.chmod(mode)


def _note_writings(using: str, **_more: Any) -> None:
    """Have every table note that it is written; SQLite forgets it where a migration copies one."""
    from league.models import writings  # noqa: PLC0415 (models, once apps are loaded)

    writings.note_writings(connections[using])


class AdminConfig(admin.AdminConfig):
    """Django's admin, open to whom `league.config.door` lets in."""

    default = False
    default_site = "league.config.door.Site"
