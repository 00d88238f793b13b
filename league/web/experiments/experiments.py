"""Experiments: one's own, a form for a new one, and how one stands while it is played."""

import csv
from collections.abc import Callable
from math import isfinite
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from bots.contests import sprt
from bots.contests.experiment import NEW
from league.models import Experiment, Version
from league.services.base import rights
from league.services.base.streams import stream
from league.services.experiments import duplicates, experiments
from league.services.jobs import waits
from league.web.base import access, refused
from league.web.base.charts import Ratio
from league.web.base.pagination import page_of
from league.web.base.sending import send, show_form
from league.web.experiments.experiment_form import ExperimentForm
from league.web.games.games import game_name

MOST_OFFERED = 50
LATEST = 5
FIELD_OF = {"game": "table", "players": "table"}


@require_safe
@login_required
def index(request: HttpRequest) -> HttpResponse:
    """Show one's own experiments, the newest first."""
    page = page_of(request, own_experiments(request), per=20)
    return render(request, "web/experiments/experiments.html", {"experiments": page})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@vary_on_headers("HX-Request")
def create(request: HttpRequest) -> HttpResponse:
    """Show the form for an experiment; sent, it starts one or comes back with what is wrong.

    Asked for a fragment, only the tables at which both versions of the form can play.
    """
    account = access.require_account(request)
    readable = rights.readable_versions(account).select_related("bot")
    own = offered(readable.filter(bot__owner=account), request.GET.get("new", ""))
    code = request.POST.get("old") or request.GET.get("old", "")
    other = readable.filter(code=code).first() if code else None
    form = ExperimentForm(
        own,
        other,
        data=request.POST or None,
        initial={name: request.GET.get(name, "") for name in ("new", "old", "table")},
    )
    if request.method != "POST" and request.headers.get("HX-Request"):
        form.choices_of("table", form.shared())
        return render(request, "web/experiments/_experiment_tables.html", {"field": form["table"]})
    found = send(request, form, experiments.start, fields=FIELD_OF)
    if found is not None:
        messages.success(
            request, _("The experiment has started. It stops as soon as the answer is clear.")
        )
        return redirect("web:experiment", code=found.code)
    return show_form(request, form, "web/experiments/new_experiment.html", own=own)


@require_safe
@login_required
@vary_on_headers("HX-Request")
def experiment(request: HttpRequest, code: str) -> HttpResponse:
    """Show what is known by now, and the way there."""
    found = find_experiment(request, code)
    context = shown(found)
    is_fragment = request.headers.get("HX-Request")
    template = (
        "web/experiments/_experiment_live.html"
        if is_fragment
        else "web/experiments/experiment.html"
    )
    return render(request, template, context)


@require_safe
@login_required
def curve(request: HttpRequest, code: str) -> HttpResponse:
    """Send the course of the log-likelihood ratio as a table."""
    found = find_experiment(request, code)
    headers = {"Content-Disposition": f'attachment; filename="experiment-{found.code}.csv"'}
    response = HttpResponse(content_type="text/csv; charset=utf-8", headers=headers)
    table = csv.writer(response)
    table.writerow(["pairs", "log_likelihood_ratio"])
    table.writerows(found.curve)
    return response


@require_safe
@login_required
def pairs(request: HttpRequest, code: str) -> HttpResponseBase:
    """Send what came of every pair, and what its deals follow from, as lines of JSON."""
    found = find_experiment(request, code)
    lines, name = experiments.pair_lines(found), f"experiment-{found.code}.jsonl"
    return stream(request, lines, content_type="application/jsonl", name=name)


@require_POST
@login_required
def stop(request: HttpRequest, code: str) -> HttpResponse:
    """Play no more of an experiment."""
    return _act(request, code, experiments.stop, _("The experiment is stopped."))


@require_POST
@login_required
def resume(request: HttpRequest, code: str) -> HttpResponse:
    """Go on with an experiment."""
    return _act(request, code, experiments.resume, _("The experiment is running again."))


def own_experiments(request: HttpRequest) -> QuerySet[Experiment]:
    """Return the visitor's experiments, the newest first, without their curves."""
    rows = experiments.in_full(rights.readable_experiments(access.account_of(request)))
    return rows.defer("curve", "faults").order_by("-pk")


def experiments_of(version: Version, request: HttpRequest) -> QuerySet[Experiment]:
    """Return the latest of the visitor's experiments in which a version was the new one."""
    return own_experiments(request).filter(new=version)[:LATEST]


def find_experiment(request: HttpRequest, code: str) -> Experiment:
    """Return an experiment of the visitor's; raises Http404."""
    rows = rights.readable_experiments(access.account_of(request))
    return get_object_or_404(experiments.in_full(rows), code=code)


def shown(experiment: Experiment) -> dict[str, Any]:
    """Return what the page of an experiment shows.

    A query for its job, and of duplicates two for what they scored.
    """
    sums = experiments.course_of(experiment).sums
    test, estimate = experiments.test_of(experiment), sums.estimate()
    return {
        "experiment": experiment,
        "game_name": game_name(experiment.game),
        "is_live": experiment.status in Experiment.UNFINISHED,
        "may_resume": experiments.may_resume(experiment),
        "verdict": verdict_of(experiment),
        "estimate": estimate if isfinite(estimate.margin) else None,
        "ratio": test.ratio(sums),
        "chart": Ratio.of(experiment.curve, test.bounds) if experiment.curve else None,
        "expected": test.pairs_expected(),
        "least": sprt.MIN_PAIRS,
        "job": next(iter(waits.told(experiment.jobs.all()[:1], now=timezone.now())), None),
        "faults": [
            {**fault, "version": experiment.new if fault["who"] == NEW else experiment.old}
            for fault in reversed(experiment.faults)
        ],
        "scores": None if experiment.is_test else scores_of(experiment),
    }


def scores_of(experiment: Experiment) -> dict[str, Any]:
    """Return what the new version of duplicates and each opponent scored by now; two queries."""
    played = duplicates.played(experiment)
    own = [row.scores[0] for row in played]
    return {
        "own": sum(own) / len(own) if own else None,
        "comparisons": duplicates.comparisons(experiment, played),
        "has_records": duplicates.has_records(experiment),
    }


def verdict_of(experiment: Experiment) -> str:
    """Return what is known by now, in a sentence."""
    status = Experiment.Status
    names = {"new": experiment.new, "old": experiment.against}
    if not experiment.is_test:
        return _course_of_duplicates(status(experiment.status)) % names
    said = {
        status.WAITING: _("The experiment has not started yet."),
        status.RUNNING: _("We do not know yet whether %(new)s is better than %(old)s."),
        status.BETTER: _("%(new)s is better than %(old)s."),
        status.NOT_BETTER: _("%(new)s is not better than %(old)s, or not by as much as you asked."),
        status.UNDECIDED: _(
            "The experiment reached its maximum of pairs without an answer for %(new)s."
        ),
        status.STOPPED: _(
            "You stopped the experiment before we knew whether %(new)s is better than %(old)s."
        ),
        status.FAILED: _("The experiment failed before we knew whether %(new)s is better."),
    }[status(experiment.status)]
    return said % names


def _course_of_duplicates(status: str) -> str:
    """Return how duplicates stand, in a sentence with both names."""
    return {
        Experiment.Status.WAITING: _("The duplicates have not started yet."),
        Experiment.Status.RUNNING: _("%(new)s is playing against %(old)s."),
        Experiment.Status.PLAYED: _("%(new)s has played all duplicates against %(old)s."),
        Experiment.Status.STOPPED: _("You stopped the duplicates of %(new)s against %(old)s."),
        Experiment.Status.FAILED: _("The duplicates of %(new)s failed before all were played."),
    }[Experiment.Status(status)]


def offered(rows: QuerySet[Version], *codes: str) -> list[Version]:
    """Return the newest versions that may be compared, and those that were asked for."""
    accepted = rows.filter(status=Version.Status.ACCEPTED).order_by("-pk")
    newest = list(accepted[:MOST_OFFERED])
    asked = set(codes) - {version.code for version in newest}
    return [*newest, *accepted.filter(code__in=asked)] if asked else newest


def _act(
    request: HttpRequest, code: str, act: Callable[..., Experiment], done: str
) -> HttpResponse:
    with refused.told(request):
        act(
            experiment=find_experiment(request, code),
            by=access.require_account(request),
            now=timezone.now(),
        )
        messages.success(request, done)
    return redirect("web:experiment", code=code)
