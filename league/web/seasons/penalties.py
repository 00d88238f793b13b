"""The penalties of a season: everybody reads them, organisers give them and take them back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.models import Penalty, Season
from league.services.base import refusals, rights
from league.services.seasons import penalties
from league.web.base import access
from league.web.base.pagination import page_of
from league.web.base.sending import UNPROCESSABLE, send, sent
from league.web.seasons.penalty_form import PenaltyForm

from .seasons import find_season


@require_http_methods(["GET", "HEAD", "POST"])
def of_season(request: HttpRequest, code: str) -> HttpResponse:
    """Show the penalties of a season; sent by an organiser, the form gives another one."""
    season = find_season(request, code)
    if season.kind == Season.Kind.LADDER:
        raise Http404
    if request.method != "POST":
        return _show(request, season)
    access.require_organiser(request, season.club)
    form = PenaltyForm(season, data=sent(request))
    given = send(request, form, penalties.penalise, season=season)
    if given is not None:
        messages.success(request, _("The penalty is given. The standings are updated."))
        return redirect("web:penalties", code=code)
    return _show(request, season, form=form)


@require_POST
@login_required
def revoke(request: HttpRequest, code: str) -> HttpResponse:
    """Give the points of a penalty back."""
    seasons = rights.readable_seasons(access.account_of(request))
    rows = Penalty.objects.filter(season__in=seasons).select_related("season__club", "player")
    row = get_object_or_404(rows, code=code)
    by, reason = access.require_account(request), request.POST.get("reason", "")
    try:
        penalties.revoke(penalty=row, reason=reason, by=by, now=timezone.now())
    except refusals.Invalid as refusal:
        return _show(request, row.season, wrong=(row.code, refusal.errors["reason"]))
    except refusals.Refused as refusal:
        messages.error(request, refusal.message)
    else:
        said = _("%(name)s has got the points back.")
        messages.success(request, said % {"name": row.player.shown_name})
    return redirect("web:penalties", code=row.season.code)


def _show(
    request: HttpRequest,
    season: Season,
    *,
    form: PenaltyForm | None = None,
    wrong: tuple[str, list[str]] = ("", []),
) -> HttpResponse:
    """Show the penalties; `wrong` is the code of one that is not revoked, and why not."""
    rows = season.penalties.select_related("player", "event").order_by("-pk")
    organises = access.is_organiser(request, season.club)
    if organises and form is None:
        form = PenaltyForm(season, initial={"event": request.GET.get("event", "")})
    context = {
        "season": season,
        "penalties": page_of(request, rows, per=50),
        "organises": organises,
        "form": form,
        "wrong_code": wrong[0],
        "wrong": wrong[1],
    }
    is_wrong = wrong[0] or (form is not None and form.errors)
    status = UNPROCESSABLE if is_wrong else 200
    return render(request, "web/seasons/penalties.html", context, status=status)
