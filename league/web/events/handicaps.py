"""The handicaps of an event: everybody reads them, organisers set them, by hand or by a rule."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.models import Event, Handicap
from league.services.events import handicap_rules, handicaps
from league.web.base import access
from league.web.base.pagination import page_of
from league.web.base.sending import UNPROCESSABLE, send, sent

from .events import find_event
from .handicap_forms import HandicapsForm, RuleForm, initial_of

PER_PAGE: Final = 100


@require_http_methods(["GET", "HEAD", "POST"])
def of_event(request: HttpRequest, code: str) -> HttpResponse:
    """Show the handicaps of an event; sent by an organiser, the form sets those of a page.

    With a rule in the address the fields hold what it proposes, and nothing is stored.
    """
    event = find_event(request, code)
    organises = access.is_organiser(request, event.season.club)
    if request.method == "POST":
        access.require_organiser(request, event.season.club)
    context: dict[str, Any] = {"event": event, "why_none": handicaps.why_none(event)}
    status = 200
    if organises and not context["why_none"]:
        page = page_of(request, handicaps.eligible(event), per=PER_PAGE)
        rule, proposed = _rule(request, event)
        form = _form(request, event, list(page), proposed)
        if send(request, form, handicaps.set_handicaps, event=event, fields=form.paths) is not None:
            messages.success(request, _("The handicaps are saved. The standings are updated."))
            return redirect("web:handicaps", code=code)
        status = UNPROCESSABLE if form.errors or rule.errors else 200
        context |= {"page": page, "rule": rule, "is_proposed": proposed is not None, "form": form}
    rows = event.handicaps.select_related("player").order_by("status", "player__name", "pk")
    context["in_force"] = [row for row in rows if row.status == Handicap.Status.IN_FORCE]
    context["ended"] = [row for row in rows if row.status == Handicap.Status.ENDED]
    return render(request, "web/events/handicaps.html", context, status=status)


def _rule(request: HttpRequest, event: Event) -> tuple[RuleForm, Mapping[int, Decimal] | None]:
    """Return the form of the rule, and what it proposes if the address has one."""
    if "percent" not in request.GET:
        return RuleForm(initial={"matches": event.planned_sessions or 1}), None
    form = RuleForm(data=request.GET)
    if not form.is_valid():
        return form, None
    basis, rule = form.wanted
    by = access.require_account(request)
    return form, handicap_rules.propose(event=event, basis=basis, rule=rule, by=by)


def _form(
    request: HttpRequest, event: Event, players: list[Any], proposed: Mapping[int, Decimal] | None
) -> HandicapsForm:
    shown = handicaps.points_of(event) if proposed is None else proposed
    initial = initial_of(shown, players)
    return HandicapsForm(
        players,
        needs_reason=handicaps.has_results(event),
        data=sent(request),
        initial=initial | {"seen": handicaps.version_of(event)},
    )
