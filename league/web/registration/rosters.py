"""Registering a list of players: looked at line by line, then done as a whole."""

import re
from collections.abc import Mapping, Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from league.models import Event
from league.services.base import refusals
from league.services.registration import rosters
from league.services.registration.rosters import Line
from league.web.base import access
from league.web.base.sending import UNPROCESSABLE
from league.web.events.events import CONFLICT, find_event

LARGEST_BYTES = 1_000_000
IN_LINE = re.compile(r"lines\.([0-9]+)\.(.+)")
COLUMNS = {
    "name": gettext_lazy("Name"),
    "code": gettext_lazy("Code"),
    "group": gettext_lazy("Group"),
    "fixed_table": gettext_lazy("Fixed table"),
}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_registrations(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form for a list; sent, say what would become of each line, then do it."""
    event = find_event(request, code)
    access.require_organiser(request, event.season.club)
    if request.method != "POST":
        return _show(request, event)
    content = _content(request)
    if len(content) > LARGEST_BYTES:
        said = _("The list is larger than %(kib)d KiB. Split it into smaller lists.")
        said %= {"kib": LARGEST_BYTES // 1024}
        return _show(request, event, errors=[("", said)], status=UNPROCESSABLE)
    is_preview = "do" not in request.POST
    try:
        lines = rosters.import_roster(
            event=event,
            content=content,
            preview=is_preview,
            force="force" in request.POST,
            by=access.require_account(request),
            now=timezone.now(),
        )
    except refusals.Invalid as refusal:
        errors = in_words(refusal.errors)
        return _show(request, event, content, errors=errors, status=UNPROCESSABLE)
    except refusals.Refused as refusal:
        return _show(request, event, content, errors=[("", refusal.message)], status=CONFLICT)
    if is_preview:
        return _show(request, event, content, lines=lines)
    count = sum(not line.is_already for line in lines)
    said = ngettext("%(count)d player is registered.", "%(count)d players are registered.", count)
    messages.success(request, said % {"count": count})
    return redirect("web:event", code=code)


def in_words(errors: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """Return where each error is, in words, and what it says."""
    return [(_where(path), said) for path, several in errors.items() for said in several]


def _where(path: str) -> str:
    found = IN_LINE.fullmatch(path)
    if found is None:
        return ""
    line = _("Line %(line)s") % {"line": found[1]}
    column = COLUMNS.get(found[2])
    return f"{line}, {column}" if column else line


def _content(request: HttpRequest) -> bytes:
    """Return the file that was chosen, else what was typed."""
    file = request.FILES.get("file")
    if isinstance(file, UploadedFile):
        return bytes(file.read(LARGEST_BYTES + 1))
    return request.POST.get("csv", "").encode()


def _show(
    request: HttpRequest,
    event: Event,
    content: bytes = b"",
    *,
    lines: Sequence[Line] = (),
    errors: Sequence[tuple[str, str]] = (),
    status: int = 200,
) -> HttpResponse:
    """Show the form with what was sent, and what is wrong with it or would become of it."""
    context = {
        "event": event,
        "csv": content.decode("utf-8-sig", errors="replace"),
        "lines": lines,
        "errors": errors,
        "is_forced": "force" in request.POST,
    }
    return render(request, "web/registration/import_registrations.html", context, status=status)
