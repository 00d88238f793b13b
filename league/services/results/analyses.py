"""Analyses of finished matches: what a strong bot would have done in a seat, and what that costs.

Whoever may read a record may read them; somebody with an account asks. `analysing` does the work
in a worker, whose job is that of the match: one for all its seats. Asked twice, it is the same row,
and what failed goes on where it broke off.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any, Final

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from bots.playing import hindsight
from engine.play.table import Table
from league.models import Account, Analysis, Job, Match, Record
from league.services.base import rights
from league.services.base.refusals import Conflict, Forbidden, Invalid, NotFound
from league.services.jobs import jobs

from . import records

BOT: Final = "expert"
"""Who is asked, the strongest there is."""
DEALS: Final = hindsight.BLOCKS * hindsight.DEALS_IN_BLOCK
"""So many possible deals are compared for each choice."""
MOST_DECISIONS: Final = 500
"""Of a longer match only the first rounds are looked at, whole ones."""
AT_A_TIME: Final = 3
A_DAY: Final = 30
"""How many analyses of an account may wait or run, and how many it may ask for in 24 hours."""


@dataclass(frozen=True)
class Decision:
    """What a seat did in a round (from 0) by its action number (from 0), and what the bot would.

    `cost` is by how many points that is better on average, `margin` half the width of its 95 %
    interval; both are 0 where the bot would have done the same.
    """

    round: int
    action: int
    made: str
    best: str
    cost: float = 0.0
    margin: float = 0.0

    @property
    def is_same(self) -> bool:
        """Whether the bot would have done the same."""
        return self.made == self.best

    @property
    def loss(self) -> float:
        """What it cost as far as that is clear: nothing where noise alone may have made it."""
        return self.cost if self.cost > self.margin else 0.0

    @property
    def is_gain(self) -> bool:
        """Whether it was clearly better than what the bot would have done."""
        return -self.cost > self.margin

    def told(self) -> dict[str, Any]:
        """Return it as it is stored."""
        return asdict(self)


@dataclass(frozen=True)
class Choice:
    """A table at which a seat is about to make a choice; the table is played on afterwards."""

    round: int
    action: int
    table: Table
    made: int
    text: str


def ask(*, match: Match, seat: int, by: Account, now: datetime) -> Analysis:
    """Have a seat of a match analysed, unless it was or is already.

    Raises Forbidden for guests, NotFound where no record is open, Invalid for an unknown seat,
    Conflict for one more than an account may ask for.
    """
    if by.is_guest:
        raise Forbidden(_("Guests cannot ask for an analysis. Create an account first."))
    record = records.newest(match) if rights.may_read_deals(match) else None
    if record is None:
        raise NotFound(_("There is no record of this match that you can read."))
    if not match.seats.filter(number=seat).exists():
        raise Invalid({"seat": [_("This match has no such seat.")]})
    with transaction.atomic():
        Record.objects.select_for_update(no_key=True).get(pk=record.pk)
        row = record.analyses.filter(seat=seat).first()
        job = job_of(record, hold=True)
        if row is not None and (row.finished_at or not _has_stopped(job)):
            return row
        row = row or Analysis(record=record, seat=seat, bot=BOT)
        _require_room(match, row, by, now)
        row.asked_by, row.asked_at = by, now
        row.save()
        _wake(match, record, job, now)
    return row


def job_of(record: Record, *, hold: bool = False) -> Job | None:
    """Return the job that makes the analyses of a record, locked until the commit if held."""
    rows = Job.objects.select_for_update() if hold else Job.objects.all()
    of_match = rows.filter(kind=Job.Kind.ANALYSE_MATCH, match=record.result.match_id)
    return of_match.filter(version=record.result.version).first()


def with_jobs(rows: QuerySet[Analysis]) -> QuerySet[Analysis]:
    """Load with analyses what `status_of` and `reason_of` say; no query more."""
    job = Job.objects.filter(
        kind=Job.Kind.ANALYSE_MATCH,
        match=OuterRef("record__result__match"),
        version=OuterRef("record__result__version"),
    )
    return rows.annotate(
        job_status=Subquery(job.values("status")[:1]), job_reason=Subquery(job.values("reason")[:1])
    )


def status_of(analysis: Analysis) -> Job.Status:
    """Return how far an analysis has got, which `with_jobs` has loaded."""
    if analysis.finished_at is not None:
        return Job.Status.DONE
    status = Job.Status(getattr(analysis, "job_status"))  # noqa: B009 (annotated)
    return Job.Status.WAITING if status == Job.Status.DONE else status


def reason_of(analysis: Analysis) -> str:
    """Return why an analysis waits or has failed, which `with_jobs` has loaded."""
    if analysis.finished_at is not None:
        return ""
    return str(getattr(analysis, "job_reason"))  # noqa: B009 (annotated)


def decisions_of(analysis: Analysis) -> list[Decision]:
    """Return what was found so far."""
    return [Decision(**row) for row in analysis.found]


def choices(record: Mapping[str, Any], seat: int) -> Iterator[Choice]:
    """Play a record again; yield each choice of a seat between several actions, before it."""
    table = records.table_of(record)
    for number, played in enumerate(record["rounds"]):
        records.deal_again(table, played)
        for action, text in enumerate(played["actions"]):
            if table.turn == seat and len(legal := table.legal_actions()) > 1:
                yield Choice(number, action, table, legal[table.legal().index(text)], text)
            table.play(text)


def rounds_within(found: Sequence[int], most: int) -> int:
    """Return how many rounds, the first at least, have at most so many decisions in all.

    `found` has the round of each decision.
    """
    last = max(found, default=0)
    sums = (sum(number <= upto for number in found) for upto in range(1, last + 1))
    return 1 + sum(1 for _sum in takewhile(lambda count: count <= most, sums))


def _has_stopped(job: Job | None) -> bool:
    """Return whether nobody works for an analysis that is not finished."""
    return job is None or job.status in {Job.Status.FAILED, Job.Status.DONE}


def _wake(match: Match, record: Record, job: Job | None, now: datetime) -> None:
    """Have a worker look at what is not finished; whoever is at it already finds it."""
    kind = Job.Kind.ANALYSE_MATCH
    if job is None:
        jobs.create(kind=kind, matches=[match], version=record.result.version, now=now)
    elif _has_stopped(job):
        jobs.redo(kind=kind, matches=[match])


def _require_room(match: Match, row: Analysis, by: Account, now: datetime) -> None:
    """Raise Conflict when an account has asked for as much as it may beside this analysis.

    Locks the account's row.
    """
    Account.objects.select_for_update(no_key=True).get(pk=by.pk)
    lately = Analysis.objects.filter(asked_by=by, asked_at__gt=now - timedelta(days=1))
    finished = list(lately.exclude(pk=row.pk).values_list("finished_at", flat=True))
    if finished.count(None) >= AT_A_TIME:
        said = _("%(most)d of your analyses are not finished. Wait until one is.")
        raise Conflict(match, said % {"most": AT_A_TIME})
    if len(finished) >= A_DAY:
        said = _("You have asked for %(most)d analyses within a day. Ask again tomorrow.")
        raise Conflict(match, said % {"most": A_DAY})
