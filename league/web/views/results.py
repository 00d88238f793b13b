"""Entering the result of a match, and confirming it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.models import Match
from league.services import refusals, results
from league.web import access
from league.web.entry import SCORES, SHEETS, EntryForm, posted, stored
from league.web.games import SHEET_HINTS, game_name

from .matches import (
    find_match,
    may_confirm,
    may_enter,
    result_of,
    round_rows,
    seat_rows,
)

UNPROCESSABLE, CONFLICT = 422, 409


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form for a result; sent, it stores the result or comes back with what is wrong."""
    match = find_match(request, code)
    kind = SCORES if request.GET.get("as") == SCORES else SHEETS
    if request.method == "POST":
        return _enter(request, match, kind)
    if not may_enter(match, request):
        raise PermissionDenied(_("You cannot enter a result for this match."))
    return _form(request, stored(match, kind, result_of(match)))


def _enter(request: HttpRequest, match: Match, kind: str) -> HttpResponse:
    form = EntryForm(match, kind, posted(request.POST), {})
    if form.is_resized and may_enter(match, request):
        return _form(request, form)
    submission, errors = form.submission()
    if errors:
        return _form(request, EntryForm(match, kind, form.values, errors), UNPROCESSABLE)
    try:
        results.enter(
            match=match,
            submission=submission,
            by=access.require_account(request),
            expected_version=version_in(request),
            now=timezone.now(),
        )
    except refusals.Invalid as refusal:
        return _form(request, EntryForm(match, kind, form.values, refusal.errors), UNPROCESSABLE)
    except refusals.Conflict as refusal:
        messages.error(request, refusal.message)
        return _form(
            request, EntryForm(find_match(request, match.code), kind, form.values, {}), CONFLICT
        )
    except refusals.Forbidden as refusal:
        raise PermissionDenied(refusal.message) from None
    messages.success(request, _("The result is entered. Somebody else now confirms it."))
    return redirect("web:match", code=match.code)


def _form(request: HttpRequest, form: EntryForm, status: int = 200) -> HttpResponse:
    """Show the form; after a conflict also what is stored."""
    result = result_of(form.match) if status == CONFLICT else None
    context = {
        "match": form.match,
        "form": form,
        "game_name": game_name(form.match.season.game),
        "sheet_hint": SHEET_HINTS.get(form.match.season.game, ""),
        "result": result,
        "seats": seat_rows(form.match, result),
        "rounds": round_rows(form.match, result),
        "is_open": form.match.status in {Match.Status.OPEN, Match.Status.ENTERED},
    }
    return render(request, "web/enter.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def confirm(request: HttpRequest, code: str) -> HttpResponse:
    """Show the entered result, and the button that makes it final."""
    match = find_match(request, code)
    if request.method == "POST":
        return _confirm(request, match)
    result = result_of(match)
    if not may_confirm(match, result, request):
        raise PermissionDenied(_("There is no result here for you to confirm."))
    context = {
        "match": match,
        "result": result,
        "seats": seat_rows(match, result),
        "rounds": round_rows(match, result),
    }
    return render(request, "web/confirm.html", context)


def _confirm(request: HttpRequest, match: Match) -> HttpResponse:
    try:
        results.confirm(
            match=match,
            by=access.require_account(request),
            expected_version=version_in(request),
            now=timezone.now(),
        )
        messages.success(request, _("The result is final and counted."))
    except refusals.Forbidden as refusal:
        raise PermissionDenied(refusal.message) from None
    except refusals.Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("web:match", code=match.code)


def version_in(request: HttpRequest) -> int | None:
    """Return the version of the match the form was made from."""
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
