"""The one Django application of the project."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    """Clubs, seasons, events, matches, results and the jobs behind them."""

    name = "league"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from league.config import checks  # noqa: F401, PLC0415 (registers, once apps are loaded)
