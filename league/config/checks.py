"""System checks of the configuration: what is missing or wrong stops every process at its start."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.management.base import SystemCheckError

TAG = "stammtisch"
WEB = "stammtisch_web"
"""What only servers of pages need; commands do without, `migrate` before `collectstatic` too."""


@checks.register(TAG)
def check_environment(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[checks.Error]:
    """Report every problem found while the settings were read."""
    return [
        checks.Error(problem.message, hint=problem.hint, id=f"stammtisch.{problem.code}")
        for problem in settings.ENVIRONMENT_PROBLEMS
    ]


@checks.register(WEB, deploy=True)
def check_static_files(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[checks.Error]:
    """Report static files that production could not find, because nobody collected them."""
    if not settings.PRODUCTION or (Path(settings.STATIC_ROOT) / "staticfiles.json").exists():
        return []
    return [
        checks.Error(
            "The static files are not collected.",
            hint="Run `python manage.py collectstatic`.",
            id="stammtisch.E008",
        )
    ]


def refuse_misconfiguration(*more: str) -> None:
    """Raise SystemCheckError when the configuration has an error, or what `more` tags check.

    For the processes that are no management commands and so do not run the checks by themselves.
    """
    found = checks.run_checks(tags=[TAG, *more], include_deployment_checks=True)
    if errors := [one for one in found if one.is_serious()]:
        lines = "\n".join(str(error) for error in errors)
        raise SystemCheckError(f"Stammtisch is not configured to run:\n{lines}")
