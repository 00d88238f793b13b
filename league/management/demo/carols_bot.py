"""What Carol has done as an author: two versions uploaded and checked, and compared."""

from datetime import datetime, timedelta

from bots.contests.experiment import Pair
from league.models import Experiment, Job, Version
from league.services.bots import bots
from league.services.experiments import experiments, pairs
from league.services.jobs import jobs

from . import kreuzbube
from .members import Cast
from .recorded import GAME, TABLE_SIZE, recorded
from .recording import plan_of

BLOCK = 16
"""So many pairs are counted at a time, as a worker counts them."""


def upload_all(cast: Cast, *, now: datetime) -> list[Version]:
    """Return the versions of the bot, the first one first; uploaded and accepted if need be."""
    by = cast.accounts["carol"]
    known = Version.objects.filter(bot__owner=by, bot__name=kreuzbube.NAME)
    if known.exists():
        return list(known.select_related("bot", "player").order_by("number"))
    return [
        _accepted(name, cast, now=now + timedelta(days=4 * number))
        for number, name in enumerate(kreuzbube.VERSIONS)
    ]


def compare(old: Version, new: Version, cast: Cast, *, now: datetime) -> Experiment:
    """Have the second version compared with the first, by the pairs that they have played."""
    plan = plan_of()
    experiment = experiments.start(
        new=new,
        old=old,
        game=GAME,
        players=TABLE_SIZE,
        lower=plan.test.lower,
        upper=plan.test.upper,
        alpha=plan.test.alpha,
        beta=plan.test.beta,
        most=plan.most,
        by=cast.accounts["carol"],
        now=now,
    )
    experiment.seed = plan.seed  # the deals that were played
    experiment.save(update_fields=["seed"])
    waiting = Job.objects.filter(kind=Job.Kind.RUN_EXPERIMENT, experiment=experiment)
    ids = list(waiting.values_list("pk", flat=True))
    claim = jobs.claim(kind=Job.Kind.RUN_EXPERIMENT, ids=ids, now=now)
    played = [Pair(number, ahead) for number, ahead in enumerate(recorded().differences)]
    for start in range(0, len(played), BLOCK):
        experiment.refresh_from_db()
        block = played[start : start + BLOCK]
        now += timedelta(seconds=9)
        pairs.count(claim=claim, job=claim.jobs[0], experiment=experiment, pairs=block, now=now)
    experiment.refresh_from_db()
    return experiment


def _accepted(name: str, cast: Cast, *, now: datetime) -> Version:
    """Upload a version, with the check that it has passed."""
    content = kreuzbube.archive_of(name)
    version = bots.upload(content=content, by=cast.accounts["carol"], now=now).version
    checks = Job.objects.filter(kind=Job.Kind.CHECK_VERSION, checked=version)
    ids = list(checks.values_list("pk", flat=True))
    now += timedelta(minutes=1)
    claim = jobs.claim(kind=Job.Kind.CHECK_VERSION, ids=ids, now=now)
    jobs.finish(claim=claim, ids=ids, now=now)
    bots.accept(version=version, report=recorded().reports[name], now=now)
    version.refresh_from_db()
    return version
