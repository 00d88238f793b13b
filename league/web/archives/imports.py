"""Reading a season from an archive, by a form; and how far that has got."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Club
from league.services.archives import imports, season_imports
from league.services.base import refusals, rights
from league.services.jobs import waits
from league.web.base import access
from league.web.bots.versions import UNFINISHED, USUAL
from league.web.clubs.clubs import find_club

UNPROCESSABLE = 422


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for an archive; sent, a worker makes a season of it, and a page shows how."""
    club = find_club(request, slug)
    if not access.is_organiser(request, club):
        raise PermissionDenied(_("Only organisers of a club can import seasons."))
    archive = request.FILES.get("archive")
    if request.method != "POST":
        return _show(request, club, {})
    if not isinstance(archive, UploadedFile):
        return _show(request, club, {"archive": [_("Choose the file of an archive.")]})
    try:
        job = imports.start(
            club=club,
            file=archive,
            players=request.POST.get("players", ""),
            name=request.POST.get("name", "").strip() or None,
            by=access.require_account(request),
            now=timezone.now(),
        )
    except refusals.Invalid as refusal:
        return _show(request, club, refusal.errors)
    except refusals.Conflict as refusal:
        return _show(request, club, {"archive": [refusal.message]}, status=409)
    assert job.imported is not None  # noqa: S101 - jobs of this kind are about imports
    return redirect("web:import", code=job.imported.code)


@require_safe
@login_required
@vary_on_headers("HX-Request")
def progress(request: HttpRequest, code: str) -> HttpResponse:
    """Show how far an import has got; at its end the season, or what is wrong with the archive."""
    rows = rights.readable_imports(access.require_account(request)).defer("archive")
    found = get_object_or_404(rows.select_related("club", "season"), code=code)
    [job] = waits.told(found.jobs.all(), now=timezone.now())
    context = {
        "import": found,
        "club": found.club,
        "job": job,
        "is_live": job.status in UNFINISHED,
        "why": "" if job.reason in USUAL else job.reason,
        "errors": [f"{path}: {' '.join(said)}" for path, said in found.errors.items()],
        "codes": [pair for pairs in found.codes.values() for pair in pairs.items()],
    }
    is_fragment = request.headers.get("HX-Request")
    return render(
        request, "web/archives/_import.html" if is_fragment else "web/archives/import.html", context
    )


def _show(
    request: HttpRequest,
    club: Club,
    errors: dict[str, list[str]],
    status: int = UNPROCESSABLE,
) -> HttpResponse:
    context = {
        "club": club,
        "errors": [f"{path}: {' '.join(said)}" for path, said in errors.items()],
        "name": request.POST.get("name", ""),
        "players": request.POST.get("players") or season_imports.KNOWN,
    }
    return render(
        request, "web/archives/import_season.html", context, status=status if errors else 200
    )
