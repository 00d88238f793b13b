"""A version of a bot: its check as it goes on, and for its author what it did in matches."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league import queue
from league.models import Job, Part, Version
from league.services.base import refusals, rights
from league.services.base.streams import stream_bytes
from league.services.bots import bots
from league.services.bots.statistics import statistics_of
from league.services.jobs import jobs, waits
from league.web.base import access, refused
from league.web.base.pagination import page_of
from league.web.bots.ladders_of_bots import ladders_for
from league.web.experiments.experiments import experiments_of
from league.web.games.games import game_name

USUAL = {queue.NOT_SENT, queue.SENT}
"""Reasons for waiting that need not be told."""
SHOWN = 500
"""How many of a version's last matches can be looked at."""
UNFINISHED = {Job.Status.WAITING, Job.Status.RUNNING}


@require_safe
@vary_on_headers("HX-Request")
def version(request: HttpRequest, code: str) -> HttpResponse:
    """Show a version; while it is being checked, how far that has got."""
    found = find_version(request, code)
    context = {"version": found, "inspects": inspects(found, request)}
    if context["inspects"]:
        context |= check_of(found)
    if request.headers.get("HX-Request"):
        return render(request, "web/bots/_check.html", context)
    context["games"] = [game_name(slug) for slug in bots.slugs_of(found)]
    context["is_own"] = found.bot.owner_id == request.user.pk
    context["experiments"] = experiments_of(found, request)
    if found.status == Version.Status.ACCEPTED:
        context["ladders"] = ladders_for(access.account_of(request), [found])
    context["may_enter"] = context["is_own"]
    if context["inspects"] and found.player_id:
        context["statistics"] = statistics_of(found)
        context["faults"] = parts_of(found).exclude(fault="")[:5]
    return render(request, "web/bots/version.html", context)


@require_safe
@login_required
def matches(request: HttpRequest, code: str) -> HttpResponse:
    """Show what a version did in its matches, with logs and faults; `?faults=yes` for those."""
    found = find_inspectable(request, code)
    only_faults = request.GET.get("faults") == "yes"
    parts = parts_of(found).exclude(fault="") if only_faults else parts_of(found)
    context = {
        "version": found,
        "parts": page_of(request, parts[:SHOWN], per=20),
        "only_faults": only_faults,
    }
    return render(request, "web/bots/version_matches.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Ask whether to withdraw a version; then do it."""
    found = find_version(request, code)
    if request.method != "POST":
        if found.bot.owner_id != request.user.pk:
            raise PermissionDenied
        return render(request, "web/bots/withdraw.html", {"version": found})
    with refused.told(request):
        bots.withdraw(version=found, by=access.require_account(request), now=timezone.now())
        messages.success(request, _("The version is withdrawn."))
    return redirect("web:version", code=code)


@require_POST
@login_required
def check_again(request: HttpRequest, code: str) -> HttpResponse:
    """Let a check that broke off be tried again."""
    found = find_inspectable(request, code)
    job = get_object_or_404(found.jobs, kind=Job.Kind.CHECK_VERSION)
    try:
        jobs.retry(job=job, by=access.require_account(request), now=timezone.now())
    except refusals.Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("web:version", code=code)


@require_safe
@login_required
def download(request: HttpRequest, code: str) -> StreamingHttpResponse:
    """Send the archive as it was uploaded."""
    try:
        name, pieces = bots.file_of(find_inspectable(request, code))
    except refusals.NotFound as refusal:
        raise Http404(refusal.message) from None
    return stream_bytes(request, pieces, content_type="application/octet-stream", name=name)


def find_version(request: HttpRequest, code: str) -> Version:
    """Return a version the visitor may know of; raises Http404."""
    return _find(rights.readable_versions(access.account_of(request)), code)


def find_inspectable(request: HttpRequest, code: str) -> Version:
    """Return a version the visitor may look into; raises Http404."""
    return _find(rights.inspectable_versions(access.account_of(request)), code)


def inspects(version: Version, request: HttpRequest) -> bool:
    """Tell whether the visitor may look into a version."""
    return rights.may_inspect(version, access.account_of(request))


def check_of(version: Version) -> dict[str, Any]:
    """Return the job that checks a version, and what it has found; one query."""
    rows = version.jobs.filter(kind=Job.Kind.CHECK_VERSION)[:1]
    job = next(iter(waits.told(rows, now=timezone.now())), None)
    is_checking = version.status == Version.Status.CHECKING
    return {
        "job": job if is_checking else None,
        "why": job.reason if job is not None and job.reason not in USUAL else "",
        "is_live": is_checking and job is not None and job.status in UNFINISHED,
        "findings": [
            {**found, "name": game_name(found["subject"])}
            for found in (version.report or {}).get("findings", [])
        ],
    }


def parts_of(version: Version) -> QuerySet[Part]:
    """Return what a version did in its matches, the newest first."""
    return version.parts.select_related("seat__match").order_by("-pk")


def _find(rows: QuerySet[Version], code: str) -> Version:
    return get_object_or_404(rows.select_related("bot__owner__player", "player"), code=code)
