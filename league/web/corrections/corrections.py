"""Correcting a result that is there: what it changes is said before it is done."""

import hashlib

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.models import Match
from league.services.base import refusals, rights
from league.services.corrections import corrections, previews
from league.services.corrections.previews import Preview
from league.services.results.submissions import Submission
from league.web.base import access, refused
from league.web.games.games import game_name, sheet_hint
from league.web.results.entry import EntryForm, kind_of, posted, stored
from league.web.results.matches import (
    find_match,
    may_correct,
    proposed_of,
    result_of,
    round_rows,
    seat_rows,
)
from league.web.results.results import CONFLICT, UNPROCESSABLE, version_in

NOT_TYPED = frozenset({"csrfmiddlewaretoken", "reason", "seen", "version"})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def correct(request: HttpRequest, code: str) -> HttpResponse:
    """Show the result in force as a form; sent, organisers are first told what that would change.

    What others send is a proposal, which counts once a second person agrees.
    """
    match = find_match(request, code)
    result = result_of(match)
    kind = kind_of(match, result, request.GET.get("as"))
    if not may_correct(match, request):
        raise PermissionDenied(_("You cannot correct the result of this match."))
    if request.method != "POST":
        return _form(request, stored(match, kind, result))
    form = EntryForm(match, kind, posted(request.POST), {})
    if form.is_resized:
        return _form(request, form)
    submission, errors = form.submission()
    if errors:
        return _form(request, EntryForm(match, kind, form.values, errors), status=UNPROCESSABLE)
    try:
        return _send(request, match, form, submission)
    except refusals.Invalid as refusal:
        wrong = form.refused(refusal.errors)
        return _form(request, wrong, status=UNPROCESSABLE)
    except refusals.Conflict as refusal:
        messages.error(request, refusal.message)
        fresh = EntryForm(find_match(request, code), kind, form.values, {})
        return _form(request, fresh, status=CONFLICT)


def _send(
    request: HttpRequest, match: Match, form: EntryForm, submission: Submission
) -> HttpResponse:
    """Propose, or say what would change, or correct once that has been seen."""
    by, now = access.require_account(request), timezone.now()
    seen = version_in(request)
    what = {"reason": request.POST.get("reason", ""), "expected_version": seen}
    if not access.is_organiser(request, match.season.club):
        corrections.propose(match=match, submission=submission, by=by, now=now, **what)  # type: ignore[arg-type]
        messages.success(
            request, _("You have proposed the correction. Somebody else must now agree to it.")
        )
        return redirect("web:match", code=match.code)
    if request.POST.get("seen") != fingerprint(request):
        found = previews.preview(
            match=match, submission=submission, by=by, expected_version=seen, now=now
        )
        fresh = EntryForm(find_match(request, match.code), form.kind, form.values, {})
        return _form(request, fresh, preview=found)
    corrections.correct(match=match, submission=submission, by=by, now=now, **what)  # type: ignore[arg-type]
    messages.success(request, _("The result is corrected. The standings are updated."))
    return redirect("web:match", code=match.code)


def _form(
    request: HttpRequest, form: EntryForm, *, preview: Preview | None = None, status: int = 200
) -> HttpResponse:
    """Show the form under the result in force, and what it would change."""
    match = form.match
    result = result_of(match)
    context = {
        "match": match,
        "form": form,
        "game_name": game_name(match.season.game),
        "sheet_hint": sheet_hint(match.season.game),
        "result": result,
        "seats": seat_rows(match, result),
        "rounds": round_rows(match, result),
        "is_open": True,
        "organises": access.is_organiser(request, match.season.club),
        "preview": preview,
        "seen": fingerprint(request) if preview else "",
        "reason": request.POST.get("reason", ""),
    }
    return render(request, "web/corrections/correct.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def agree(request: HttpRequest, code: str) -> HttpResponse:
    """Show a proposed correction beside the result in force; sent, it takes its place."""
    match = find_match(request, code)
    account = access.require_account(request)
    proposed = proposed_of(match)
    if request.method == "POST":
        return _agree(request, match)
    if proposed is None or not may_correct(match, request):
        raise PermissionDenied(_("There is no correction here that you can agree to."))
    may_agree = rights.may_confirm(match, proposed, account)
    found = _preview_agreement(request, match) if may_agree else None
    match = find_match(request, code)
    return render(
        request,
        "web/corrections/agree.html",
        _agreement(request, match, found, may_agree=may_agree),
    )


@require_POST
@login_required
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Put a proposed correction aside."""
    match = find_match(request, code)
    reason = request.POST.get("reason", "")
    try:
        corrections.decline(
            match=match,
            reason=reason,
            by=access.require_account(request),
            expected_version=version_in(request),
            now=timezone.now(),
        )
        messages.success(request, _("You declined the correction. The result stands."))
    except refusals.Invalid as refusal:
        context = _agreement(request, match, None, may_agree=False)
        context |= {"errors": refusal.errors.get("reason", [])}
        return render(request, "web/corrections/agree.html", context, status=UNPROCESSABLE)
    except refusals.Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("web:match", code=code)


def fingerprint(request: HttpRequest) -> str:
    """Return what tells whether the form says the same as the one whose effect was shown."""
    typed = sorted((name, request.POST.getlist(name)) for name in request.POST)
    said = repr([(name, given) for name, given in typed if name not in NOT_TYPED])
    return hashlib.sha256(said.encode()).hexdigest()


def _agree(request: HttpRequest, match: Match) -> HttpResponse:
    with refused.told(request):
        corrections.agree(
            match=match,
            by=access.require_account(request),
            expected_version=version_in(request),
            now=timezone.now(),
        )
        messages.success(request, _("The correction counts now. The standings are updated."))
    return redirect("web:match", code=match.code)


def _preview_agreement(request: HttpRequest, match: Match) -> Preview | None:
    """Return what agreeing would change, of sessions only those the visitor may know of."""
    by = access.require_account(request)
    try:
        found = previews.preview_agreement(
            match=match, by=by, expected_version=match.version, now=timezone.now()
        )
    except refusals.Refused:
        return None  # somebody was faster; the page says what is stored now
    readable = rights.readable_sessions(by).filter(event=match.session.event_id)  # type: ignore[union-attr]
    known = set(readable.values_list("pk", flat=True))
    return Preview(found.shifts, [one for one in found.sessions if one.session.pk in known])


def _agreement(
    request: HttpRequest, match: Match, preview: Preview | None, *, may_agree: bool
) -> dict[str, object]:
    result, proposed = result_of(match), proposed_of(match)
    return {
        "match": match,
        "result": result,
        "seats": seat_rows(match, result),
        "rounds": round_rows(match, result),
        "proposed": proposed,
        "proposed_seats": seat_rows(match, proposed),
        "proposed_rounds": round_rows(match, proposed),
        "preview": preview,
        "may_agree": may_agree,
        "reason": request.POST.get("reason", ""),
    }
