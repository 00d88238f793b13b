"""The buttons by which somebody says in which clubs they play."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from league.models import Agreement
from league.services.accounts import agreements
from league.services.base import rights
from league.services.privacy import departures
from league.web.base import access, refused
from league.web.clubs.clubs import find_club

ACTS: Final[Mapping[str, tuple[Callable[..., Agreement], Promise]]] = {
    "agree": (agreements.agree, _("You play in %(club)s now.")),
    "decline": (agreements.decline, _("You do not play in %(club)s. It cannot ask you again.")),
    "leave": (departures.leave, _("You have left %(club)s. Nothing new counts for you there.")),
}


@require_POST
@login_required
def answer(request: HttpRequest, code: str) -> HttpResponse:
    """Agree to play in a club, decline it, or leave it; comes back to one's own page."""
    account = access.require_account(request)
    rows = rights.readable_agreements(account).select_related("club", "player")
    row = get_object_or_404(rows, code=code)
    name = request.POST.get("act", "")
    if name not in ACTS:
        raise PermissionDenied
    act, said = ACTS[name]
    with refused.told(request):
        act(agreement=row, by=account, now=timezone.now())
        messages.success(request, str(said) % {"club": row.club})
    return redirect("web:me")


@require_POST
@login_required
def agree_unasked(request: HttpRequest, slug: str) -> HttpResponse:
    """Agree to play in a club from its page, and come back to it."""
    club = find_club(request, slug)
    given: dict[str, Any] = {"by": access.require_account(request), "now": timezone.now()}
    with refused.told(request):
        agreements.agree_unasked(club=club, **given)
        messages.success(request, str(ACTS["agree"][1]) % {"club": club})
    return redirect("web:club", slug=slug)
