"""What goes wrong with the host: generic words for those who wait, details for the site's staff.

An error of the sandbox or the machine names folders and programs that nobody else is to know of.
Its words go to the log, and with the code of the job to the audit, which the staff reads.
"""

import logging
from datetime import datetime, timedelta

from celery.exceptions import SoftTimeLimitExceeded

from bots.sandbox import NoLibraries, SandboxError
from league.models import Job
from league.services.base import audit
from league.services.base.names import storable

logger = logging.getLogger(__name__)

NO_SANDBOX = "this worker has no sandbox, another one must do it; the site's staff can see why"
SOON = timedelta(seconds=5)
"""After so long what waits for compiled rules is tried again."""
NOT_COMPILED = "the rules are being compiled on the worker's host; the work goes on after that"
LIBRARIES = "this bot's libraries are missing here; the site's staff have been told (job %(job)s)"
SANDBOX = "the sandbox failed; the site's staff have been told (job %(job)s)"
MACHINE = "the machine failed; the site's staff have been told (job %(job)s)"
LATE = "the worker ran out of time; the site's staff have been told (job %(job)s)"
MISTAKE = "the site made a mistake; its staff have been told (job %(job)s)"

WORDS: tuple[tuple[type[BaseException], str], ...] = (
    (NoLibraries, LIBRARIES),
    (SandboxError, SANDBOX),
    (OSError, MACHINE),
    (SoftTimeLimitExceeded, LATE),
)


def tell(error: BaseException, *, job: Job, now: datetime) -> str:
    """Tell the staff what went wrong with a job; return what everybody may know of it."""
    logger.error("job %s broke off", job.code, exc_info=error)
    data = {"error": storable(f"{type(error).__name__}: {error}")}
    audit.note(
        by=None, club=None, action="job.mishap", subject=f"job:{job.code}", data=data, now=now
    )
    words = next((said for kind, said in WORDS if isinstance(error, kind)), MISTAKE)
    return words % {"job": job.code}
