"""The handicaps of an event: everybody reads them, organisers set them, by hand or by a rule."""

from collections.abc import Mapping
from decimal import Decimal
from http import HTTPStatus
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.models import Event, Handicap, Player
from league.services.base import rights
from league.services.events import handicap_rules, handicaps
from league.web.base import access
from league.web.base.pagination import page_of
from league.web.base.sending import send, sent

from .events import find_event
from .handicap_forms import HandicapsForm, RuleForm, codes_in, initial_of

PER_PAGE: Final = 100


@require_http_methods(["GET", "HEAD", "POST"])
def of_event(request: HttpRequest, code: str) -> HttpResponse:
    """Show the handicaps of an event; sent by an organiser, the form sets those of a page.

    With a rule in the address the fields hold what it proposes, and nothing is stored.
    """
    event = find_event(request, code)
    if request.method == "POST":
        access.require_organiser(request, event.season.club)
    context: dict[str, Any] = {"event": event, "why_fixed": handicaps.why_fixed(event)}
    status = HTTPStatus.CONFLICT if request.method == "POST" else HTTPStatus.OK
    if access.is_organiser(request, event.season.club) and not context["why_fixed"]:
        page = page_of(request, handicaps.listed(event), per=PER_PAGE)
        rule, proposed = _rule(request, event)
        form = _form(request, event, list(page), proposed)
        if send(request, form, handicaps.set_handicaps, event=event, fields=form.paths) is not None:
            messages.success(request, _("The handicaps are saved. The standings are updated."))
            return redirect(_following(request, page, is_proposed=proposed is not None))
        is_wrong = form.errors or rule.errors
        status = HTTPStatus.UNPROCESSABLE_ENTITY if is_wrong else HTTPStatus.OK
        context |= {"page": page, "rule": rule, "is_proposed": proposed is not None, "form": form}
    rows = event.handicaps.select_related("player").order_by("-status", "player__name", "pk")
    given = page_of(request, rows, per=PER_PAGE, parameter="players")
    context["given"] = given
    context["in_force"] = [row for row in given if row.status == Handicap.Status.IN_FORCE]
    context["ended"] = [row for row in given if row.status == Handicap.Status.ENDED]
    return render(request, "web/events/handicaps.html", context, status=status)


def _following(request: HttpRequest, page: Page[Player], *, is_proposed: bool) -> str:
    """Return where to go from a page that is saved: to the next one if a rule proposes more."""
    if is_proposed and page.has_next():
        query = request.GET.copy()
        query["page"] = str(page.next_page_number())
        return f"{request.path}?{query.urlencode()}"
    return f"{request.path}?page={page.number}" if page.number > 1 else request.path


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
    request: HttpRequest,
    event: Event,
    players: list[Player],
    proposed: Mapping[int, Decimal] | None,
) -> HandicapsForm:
    data = sent(request)
    if data is not None:
        known = rights.readable_players(access.account_of(request))
        players = list(known.filter(code__in=codes_in(data)).order_by("name", "pk"))
    shown = handicaps.points_of(event) | dict(proposed or {})
    initial = initial_of(shown, players)
    return HandicapsForm(
        players,
        needs_reason=handicaps.has_results(event),
        data=data,
        initial=initial | {"seen": handicaps.version_of(event)},
    )
