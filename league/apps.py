"""The one Django application of the project, and the admin's with its own door."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin


class LeagueConfig(AppConfig):
    """Clubs, seasons, events, matches, results and the jobs behind them."""

    name = "league"
    default = True
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from league.config import checks  # noqa: F401, PLC0415 (registers, once apps are loaded)


class AdminConfig(admin.AdminConfig):
    """Django's admin, open to whom `league.config.door` lets in."""

    default = False
    default_site = "league.config.door.Site"
