"""The desk of a club: what its organisers and scorers have to do now."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.models import Club, Job, Role
from league.services.base import rights
from league.services.jobs import jobs
from league.web.base import access, refused
from league.web.base.pagination import page_of
from league.web.clubs.clubs import find_club
from league.web.overviews.desk_rows import Heap, heaps

AT_A_GLANCE, A_PAGE = 5, 50


@require_safe
@login_required
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the first rows of each kind of work, or with `list` all of one kind, in pages."""
    club = find_club(request, slug)
    by = access.require_role(request, club, Role.SCORER)
    organises = rights.has_role(club, by, Role.ORGANISER)
    found = heaps(club, by, organises=organises, now=timezone.now())
    chosen = request.GET.get("list")
    if chosen is not None:
        found = [heap for heap in found if heap.name == chosen]
        if not found:
            raise Http404(_("This list does not exist."))
    shown = [_shown(request, heap, A_PAGE if chosen else AT_A_GLANCE) for heap in found]
    context = {
        "club": club,
        "heaps": [heap for heap in shown if heap["page"].paginator.count],
        "chosen": chosen,
        "organises": organises,
    }
    return render(request, "web/overviews/desk.html", context)


@require_POST
@login_required
def retry(request: HttpRequest, code: str) -> HttpResponse:
    """Let a job that failed wait for a worker again."""
    by = access.require_account(request)
    rows = rights.readable_jobs(by).select_related("club")
    job = get_object_or_404(rows, code=code)
    club = _club_of(job)
    with refused.told(request):
        jobs.retry(job=job, by=by, now=timezone.now())
        messages.success(request, _("The job is waiting for a worker again."))
    return redirect("web:desk", slug=club.slug)


def _club_of(job: Job) -> Club:
    """Return the club a job works for; raises Http404 where it works for an author."""
    if job.club is None:
        raise Http404(_("This job does not belong to a club."))
    return job.club


def _shown(request: HttpRequest, heap: Heap, per: int) -> dict[str, Any]:
    page = page_of(request, heap.rows, per=per)
    return {
        "name": heap.name,
        "title": heap.title,
        "page": page,
        "rows": [heap.row(row) for row in heap.told(page)],
        "more": page.paginator.count > per,
    }
