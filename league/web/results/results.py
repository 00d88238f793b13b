"""Entering the result of a match, and confirming it."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.models import Match, Result
from league.services.base import refusals
from league.services.results import card_guests, results
from league.web.base.once import once
from league.web.games.games import game_name, sheet_hint
from league.web.results.entry import SHEETS, EntryForm, kind_of, posted, stored

from .matches import (
    deals_of,
    find_match,
    may_confirm,
    may_correct,
    may_enter,
    result_of,
    round_rows,
    seat_rows,
    show,
)
from .writers import for_the_table, require_writer, seat_told, writer_of

UNPROCESSABLE, CONFLICT = 422, 409


@require_safe
def from_card(request: HttpRequest, code: str) -> HttpResponse:
    """Lead on from the code on a table's card: to what there is to do, or to the match and why not.

    Who could do something once logged in does that first, and comes back.
    """
    match = find_match(request, code)
    is_waiting = match.status in {Match.Status.OPEN, Match.Status.ENTERED}
    if is_waiting and writer_of(request, match) is None:
        return redirect_to_login(request.get_full_path())
    if match.status == Match.Status.OPEN and may_enter(match, request):
        return redirect("web:pad", code=code)
    if may_confirm(match, result_of(match), request):
        return redirect("web:confirm", code=code)
    messages.info(request, why_nothing_to_do(match, request))
    return redirect("web:match", code=code)


def why_nothing_to_do(match: Match, request: HttpRequest) -> str:
    """Return why the visitor neither enters nor confirms the result of a match."""
    if match.status == Match.Status.FINAL:
        return _("The result of this table is final.")
    if match.status == Match.Status.VOID:
        return _("This match is void and needs no result.")
    if match.status == Match.Status.DRAFT:
        return _("The draw of this table is not published yet.")
    if match.status == Match.Status.DISPUTED:
        return _("The result of this table is disputed. An organiser will decide.")
    if may_enter(match, request):
        return _("You entered this result yourself. Another player of the table must confirm it.")
    return _("Only players at this table and scorers of its club can enter its result.")


@require_http_methods(["GET", "HEAD", "POST"])
@for_the_table
@once
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form for a result; sent, it stores the result or comes back with what is wrong."""
    match = find_match(request, code)
    result = result_of(match)
    kind = kind_of(match, result, request.GET.get("as"))
    if request.method == "POST":
        return _enter(request, match, kind)
    if not may_enter(match, request):
        raise PermissionDenied(_("You cannot enter a result for this match."))
    return _form(request, stored(match, kind, result))


@require_POST
@for_the_table
def score_round(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Say what the sheet of a round comes to as it is typed, or what is wrong; nothing is kept."""
    match = find_match(request, code)
    if not (may_enter(match, request) or may_correct(match, request)):
        raise PermissionDenied(_("You cannot enter a result for this match."))
    form = EntryForm(match, SHEETS, posted(request.POST), {})
    if number >= form.round_count or number in form.redeals:
        raise Http404(_("This round does not exist."))
    scores, errors = form.score(number)
    shown = EntryForm(match, SHEETS, form.values, errors).rounds[number]
    context = {
        "scores": list(zip(form.names, scores, strict=False)),
        "round": shown,
        "fields": [field for group in shown.groups for field in group.fields],
    }
    return render(request, "web/results/_enter_score.html", context)


def _enter(request: HttpRequest, match: Match, kind: str) -> HttpResponse:
    if not card_guests.may_write(match, writer_of(request, match)):
        raise PermissionDenied(_("You cannot enter a result for this match."))
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
            by=require_writer(request, match),
            expected_version=version_in(request),
            now=timezone.now(),
        )
    except refusals.Invalid as refusal:
        return _form(request, form.refused(refusal.errors), UNPROCESSABLE)
    except refusals.Conflict as refusal:
        messages.error(request, refusal.message)
        return _form(
            request, EntryForm(find_match(request, match.code), kind, form.values, {}), CONFLICT
        )
    messages.success(request, _("The result is entered. Somebody else must now confirm it."))
    return redirect("web:match", code=match.code)


def _form(request: HttpRequest, form: EntryForm, status: int = 200) -> HttpResponse:
    """Show the form; after a conflict also what is stored."""
    result = result_of(form.match) if status == CONFLICT else None
    context = {
        "match": form.match,
        "form": form,
        "game_name": game_name(form.match.season.game),
        "sheet_hint": sheet_hint(form.match.season.game),
        "result": result,
        "seats": seat_rows(form.match, result),
        "rounds": round_rows(form.match, result),
        "guest": seat_told(request, form.match),
        "is_open": form.match.status in Match.WAITING,
    }
    return render(request, "web/results/enter.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_the_table
@once
def confirm(request: HttpRequest, code: str) -> HttpResponse:
    """Show the entered result, and the button that makes it final."""
    match = find_match(request, code)
    if request.method == "POST":
        return _confirm(request, match)
    result = result_of(match)
    if not may_confirm(match, result, request):
        raise PermissionDenied(_("There is no result here that you can confirm."))
    return _to_confirm(request, match, result)


def _to_confirm(
    request: HttpRequest, match: Match, result: Result | None, *, status: int = 200
) -> HttpResponse:
    """Show a result to be confirmed; after a conflict also the one that was seen before."""
    seen = _seen(match, version_in(request), result) if status == CONFLICT else None
    context = {
        "match": match,
        "result": result,
        "seats": seat_rows(match, result),
        "rounds": round_rows(match, result),
        "guest": seat_told(request, match),
        "deals": deals_of(match, result) if result is not None else [],
        "seen": seen,
        "seen_seats": seat_rows(match, seen) if seen else [],
        "seen_rounds": round_rows(match, seen) if seen else [],
    }
    return render(request, "web/results/confirm.html", context, status=status)


def _seen(match: Match, version: int | None, now: Result | None) -> Result | None:
    """Return the result that somebody had before them, if it is another one than now."""
    if now is None or version is None or version == now.version:
        return None
    return match.results.prefetch_related("rounds").filter(version=version or 0).first()


def _confirm(request: HttpRequest, match: Match) -> HttpResponse:
    by, version = require_writer(request, match), version_in(request)
    try:
        results.confirm(match=match, by=by, expected_version=version, now=timezone.now())
    except refusals.Refused as refusal:
        if not card_guests.has_confirmed(match, by, version=version):
            return _not_confirmed(request, match.code, str(refusal))
    messages.success(request, _("The result is final and counts in the standings."))
    return redirect("web:match", code=match.code)


def _not_confirmed(request: HttpRequest, code: str, said: str) -> HttpResponse:
    """Show why nothing was confirmed, with what is there now."""
    messages.error(request, said)
    match = find_match(request, code)
    result = result_of(match)
    if may_confirm(match, result, request):
        return _to_confirm(request, match, result, status=CONFLICT)
    return show(request, match, status=CONFLICT)


def version_in(request: HttpRequest) -> int | None:
    """Return the version of the match the form was made from."""
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
