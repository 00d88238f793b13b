"""The Celery application: messages that wake workers up.

Start a worker with `celery -A league.config worker` and the clock with `celery -A league.config
beat`; `manage.py supervise` does both beside the web server.
"""

import gc
import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import (
    before_task_publish,
    celeryd_init,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_init,
)
from kombu.transport import TRANSPORT_ALIASES

from league.services.monitoring import traces

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
TRANSPORT_ALIASES["folder"] = "league.config.broker:Transport"

CAUSE = "request_id"
"""The header of a message that names the request from which it comes."""

app = Celery("stammtisch")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@celeryd_init.connect
@setup_logging.connect
def keep_logging(**kwargs: Any) -> None:
    """Log as the settings say, from the first warning on; Celery would add a form of its own."""
    from django.conf import settings  # noqa: PLC0415 (they import this package)

    logging.config.dictConfig(settings.LOGGING)
    logging.captureWarnings(True)


@before_task_publish.connect
def send_trace(headers: dict[str, Any], **kwargs: Any) -> None:
    """Let the log of a worker name the request that woke it up."""
    headers[CAUSE] = traces.request_id()


@before_task_publish.connect(sender="league.pulse")
def see_clock(routing_key: str = "", **kwargs: Any) -> None:
    """Note that the clock is there, which alone sends these, with one of them."""
    from django.db import close_old_connections  # noqa: PLC0415 (as above)
    from django.utils import timezone  # noqa: PLC0415 (as above)

    from league.services.monitoring import tallies  # noqa: PLC0415 (as above)

    if routing_key != app.conf.task_default_queue:
        return
    close_old_connections()
    try:
        tallies.see(tallies.CLOCK, now=timezone.now())
    finally:
        close_old_connections()


@task_prerun.connect
def begin_trace(task: Any, **kwargs: Any) -> None:
    """Name what a worker does from now on."""
    traces.begin(task=task.name, request=getattr(task.request, CAUSE, ""))


@task_postrun.connect
def end_trace(**kwargs: Any) -> None:
    """Forget what a worker did."""
    traces.begin()


@worker_init.connect
def prepare_worker(**kwargs: Any) -> None:
    """Check the configuration, load compiled kernels, prove the sandbox before the pool forks.

    The children share what the parent has loaded and found; without this each would do it by
    itself. People wait for bots at online tables, so whoever answers there has searches ready, too.
    What nobody has compiled yet a program of its own compiles, while this worker does all that can
    be done without. Where there is no sandbox, matches with authors' bots wait and all others are
    played. What is loaded stays: children do not search it for garbage, by which they would also
    copy its pages.
    """
    from django.core.management.base import SystemCheckError  # noqa: PLC0415 (as below)

    from league.logic import compile as compiling  # noqa: PLC0415 (it imports all games)
    from league.management.processes import TABLES  # noqa: PLC0415 (needs the settings)
    from league.services.bots import crew  # noqa: PLC0415 (as above)

    from .checks import refuse_misconfiguration  # noqa: PLC0415 (needs the settings)

    try:
        refuse_misconfiguration()
    except SystemCheckError as error:
        raise SystemExit(str(error)) from None  # anything else Celery would log, and go on
    compiling.begin()
    compiling.load(with_searches=TABLES in app.amqp.queues.consume_from)
    crew.prove()
    gc.collect()
    gc.freeze()
