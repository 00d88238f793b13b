"""The page of the analysis of a seat: asked for, on its way, and what was found."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Analysis, Job, Match, Record
from league.services.jobs import waits
from league.services.results import analyses
from league.services.results.analyses import Decision
from league.web.base import access, news, refused
from league.web.base.bot_names import bot_name
from league.web.base.charts import Losses
from league.web.games import felt
from league.web.games.cards import Pack, pack_of
from league.web.games.games import game_name
from league.web.games.labels import label_of

from .matches import find_match
from .notes import points
from .records import find_record, gone

DEAREST: Final = 10
"""So many decisions are listed."""


@dataclass(frozen=True)
class Dear:
    """A decision that cost something, and where it is to be seen."""

    round: int
    step: int
    made: str
    best: str
    loss: str
    margin: str


@dataclass(frozen=True)
class Summary:
    """What an analysis has come to by now: counts of decisions, points that they cost in all."""

    done: int
    same: int
    dear: int
    gains: int
    lost: str

    @classmethod
    def of(cls, found: Sequence[Decision]) -> "Summary":
        """Return the summary of decisions."""
        return cls(
            done=len(found),
            same=sum(one.is_same for one in found),
            dear=sum(one.loss > 0 for one in found),
            gains=sum(one.is_gain for one in found),
            lost=points(sum(one.loss for one in found)),
        )


@require_safe
@vary_on_headers("HX-Request")
def page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show the analysis of a seat, counted from 1, as far as it has got, or how to ask for one."""
    match = find_match(request, code)
    record = find_record(match)
    if record is None:
        return gone(request, match)
    seats = list(match.seats.all())
    if not 1 <= number <= len(seats):
        raise Http404(_("This match has no such seat."))
    analysis = record.analyses.filter(seat=number - 1).first()
    job = _job(record) if analysis and not analysis.finished_at else None
    digest = news.digest_of(analysis and (analysis.done, analysis.finished_at), job and _said(job))
    if news.is_known(request, digest):
        return news.no_news()
    template = "_analysis.html" if news.is_fragment(request) else "analysis.html"
    names = felt.seat_names([seat.player for seat in seats])
    context = {
        "match": match,
        "game_name": game_name(match.season.game),
        "seats": list(zip(seats, names, strict=True)),
        "number": number,
        "name": names[number - 1],
        "bot": bot_name(analysis.bot if analysis else analyses.BOT),
        "deals": analyses.DEALS,
        "digest": digest,
        "job": job,
        **_shown(match, analysis, job),
    }
    return render(request, f"web/results/{template}", context)


@require_POST
@login_required
def ask(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Have the seat of this number analysed; asked twice, nothing happens."""
    match = find_match(request, code)
    with refused.told(request):
        analyses.ask(
            match=match,
            seat=number - 1,
            by=access.require_account(request),
            now=timezone.now(),
        )
    return redirect("web:analysis", code=code, number=number)


def _shown(match: Match, analysis: Analysis | None, job: Job | None) -> dict[str, Any]:
    """Return what there is to say of an analysis."""
    if analysis is None:
        return {"analysis": None, "is_live": False}
    found = analyses.decisions_of(analysis)
    pack, game = pack_of(match.season.game), match.season.game
    return {
        "analysis": analysis,
        "is_live": job is not None and job.status != Job.Status.FAILED,
        "summary": Summary.of(found),
        "chart": Losses.of([(one.round, one.loss) for one in found]) if found else None,
        "dearest": [_dear(one, game, pack) for one in _dearest(found)],
        "usual": _usual_margin(found),
        "rounds": analysis.record.result.rounds.count(),
    }


def _dearest(found: Sequence[Decision]) -> list[Decision]:
    """Return the decisions that cost most, clearly."""
    dear = sorted((one for one in found if one.loss), key=lambda one: one.loss, reverse=True)
    return dear[:DEAREST]


def _dear(one: Decision, game: str, pack: Pack) -> Dear:
    made, best = (label_of(game, text, pack) for text in (one.made, one.best))
    step = one.action + 1
    return Dear(one.round + 1, step, made, best, points(one.loss), points(one.margin))


def _usual_margin(found: Sequence[Decision]) -> str:
    """Return the median of the margins, where the bot would have done something else."""
    margins = sorted(one.margin for one in found if not one.is_same)
    return points(margins[len(margins) // 2]) if margins else ""


def _job(record: Record) -> Job | None:
    job = analyses.job_of(record)
    return next(iter(waits.told([job], now=timezone.now()))) if job else None


def _said(job: Job) -> tuple[str, str]:
    return job.status, job.reason
