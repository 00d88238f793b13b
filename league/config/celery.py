"""The Celery application: messages that wake workers up.

Start a worker with `celery -A league.config worker` and the clock with `celery -A league.config
beat`; `manage.py supervise` does both beside the web server.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
TRANSPORT_ALIASES["folder"] = "league.config.broker:Transport"

app = Celery("stammtisch")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def prepare_worker(**kwargs: Any) -> None:
    """Check the configuration, load the games' kernels and prove the sandbox before the pool forks.

    The children share what the parent has loaded and found; without this each would do it by
    itself. Where there is no sandbox, matches with authors' bots wait and all others are played.
    """
    from bots.builtin.warm import warm  # noqa: PLC0415 (the web server needs no kernels at its start)
    from league.services import crew  # noqa: PLC0415 (needs the settings)

    from .checks import refuse_misconfiguration  # noqa: PLC0415 (needs the settings)

    refuse_misconfiguration()
    warm()
    crew.prove()
