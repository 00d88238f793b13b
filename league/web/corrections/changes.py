"""What can be done on the page of a match to its result, or to whether it counts."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.models import Match
from league.services.base import refusals
from league.services.corrections import corrections, previews, voids
from league.services.corrections.previews import Preview
from league.services.results import disputes
from league.web.base import access
from league.web.results.matches import find_match, result_of, round_rows, seat_rows, show
from league.web.results.results import CONFLICT, UNPROCESSABLE, version_in
from league.web.results.writers import for_the_table, require_writer

from .corrections import fingerprint


@require_POST
@for_the_table
def dispute(request: HttpRequest, code: str) -> HttpResponse:
    """Say that the result is wrong."""
    return _act(
        request, code, disputes.dispute, _("You have disputed the result."), **_seen(request)
    )


@require_POST
@login_required
def finish_alone(request: HttpRequest, code: str) -> HttpResponse:
    """Make a result final that nobody else confirms, with a reason."""
    return _act(
        request, code, corrections.finish_alone, _("The result is final."), **_seen(request)
    )


@require_POST
@login_required
def close_dispute(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw one's own dispute, or dismiss somebody else's with a reason."""
    match = find_match(request, code)
    row = match.open_dispute()
    if row is None:
        messages.error(request, _("This result is not disputed."))
        return redirect("web:match", code=code)
    row.match = match
    is_own = row.opened_by_id == access.require_account(request).pk
    what = {} if is_own else _reason(request)
    act = disputes.withdraw if is_own else disputes.dismiss
    return _do(request, match, act, _("The dispute is closed."), dispute=row, **what)


@require_POST
@login_required
def forfeit(request: HttpRequest, code: str) -> HttpResponse:
    """Say what it changes that the seats that are ticked have given up; sent again, count it so."""
    seats = [int(seat) for seat in request.POST.getlist("seats") if seat in set("0123456789")]
    if request.POST.get("seen") != fingerprint(request):
        title = _("Count as a forfeit")
        return _look(request, code, previews.preview_forfeit, title, seats=seats)
    what = _seen(request) | {"seats": seats}
    return _act(request, code, corrections.forfeit, _("The match counts as a forfeit."), **what)


@require_POST
@login_required
def void(request: HttpRequest, code: str) -> HttpResponse:
    """Say what it changes that a match is void; sent again, let it count for nothing."""
    if request.POST.get("seen") != fingerprint(request):
        return _look(request, code, previews.preview_void, _("Declare the match void"))
    return _act(request, code, voids.void, _("The match is void."), **_seen(request))


@require_POST
@login_required
def reopen(request: HttpRequest, code: str) -> HttpResponse:
    """Take back that a match is void."""
    return _act(request, code, voids.reopen, _("The match is open again."), **_reason(request))


def _reason(request: HttpRequest) -> dict[str, Any]:
    return {"reason": request.POST.get("reason", "")}


def _seen(request: HttpRequest) -> dict[str, Any]:
    return _reason(request) | {"expected_version": version_in(request)}


def _act(
    request: HttpRequest, code: str, act: Callable[..., object], done: str, **what: Any
) -> HttpResponse:
    match = find_match(request, code)
    return _do(request, match, act, done, match=match, **what)


def _do(
    request: HttpRequest, shown: Match, act: Callable[..., object], done: str, **what: Any
) -> HttpResponse:
    """Let a service act, and say what came of it on the page of the match, or what is wrong."""

    def do() -> HttpResponse:
        act(by=require_writer(request, shown), now=timezone.now(), **what)
        messages.success(request, done)
        return redirect("web:match", code=shown.code)

    return _answer(request, shown, do)


def _look(
    request: HttpRequest, code: str, find: Callable[..., Preview], title: str, **what: Any
) -> HttpResponse:
    """Show what would change, with the form to go on."""
    match = find_match(request, code)

    def look() -> HttpResponse:
        found = find(
            match=match,
            by=access.require_account(request),
            now=timezone.now(),
            **_seen(request),
            **what,
        )
        context = _prospect(request, code, found, **what)
        return render(request, "web/corrections/declare.html", {"title": title, **context})

    return _answer(request, match, look)


def _prospect(
    request: HttpRequest, code: str, preview: Preview, *, seats: Collection[int] = ()
) -> dict[str, Any]:
    match = find_match(request, code)
    result = result_of(match)
    rows = seat_rows(match, result)
    return {
        "match": match,
        "result": result,
        "seats": rows,
        "rounds": round_rows(match, result),
        "given_up": [row for row in rows if row.seat.number in seats],
        "preview": preview,
        "seen": fingerprint(request),
        "reason": request.POST.get("reason", ""),
    }


def _answer(request: HttpRequest, shown: Match, answer: Callable[[], HttpResponse]) -> HttpResponse:
    """Return what `answer` does, or the page of the match with what is wrong."""
    try:
        return answer()
    except refusals.Invalid as refusal:
        said = [one for some in refusal.errors.values() for one in some]
        return _refuse(request, shown, said, UNPROCESSABLE)
    except refusals.Refused as refusal:
        return _refuse(request, shown, [refusal.message], CONFLICT)


def _refuse(request: HttpRequest, shown: Match, said: Sequence[str], status: int) -> HttpResponse:
    """Show the match as it is stored now, with what is wrong."""
    return show(request, find_match(request, shown.code), refused=said, status=status)
