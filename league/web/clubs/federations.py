"""A federation and its clubs: a club is asked, it answers, and either of them ends it."""

from collections.abc import Callable, Mapping
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from league.models import Affiliation
from league.services.base import rights
from league.services.clubs import affiliations
from league.web.base import access, refused
from league.web.base.sending import send, sent, show_form

from .clubs import find_club
from .federation_forms import AskForm

ACTS: Final[Mapping[str, tuple[Callable[..., Affiliation], Promise]]] = {
    "accept": (affiliations.accept, gettext_lazy("%(club)s is now a member of %(federation)s.")),
    "decline": (affiliations.decline, gettext_lazy("%(club)s does not join %(federation)s.")),
    "end": (affiliations.end, gettext_lazy("%(club)s is no member of %(federation)s.")),
}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form that asks a club to belong to a federation; sent, the club is asked."""
    federation = find_club(request, slug)
    access.require_organiser(request, federation)
    if not federation.is_federation:
        raise Http404(_("Only a federation can have clubs as members."))
    form = AskForm(rights.readable_clubs(access.account_of(request)), data=sent(request))
    made = send(request, form, affiliations.ask, federation=federation)
    if made is not None:
        messages.success(request, _("We have asked %(club)s.") % {"club": made.club})
        return redirect("web:club", slug=slug)
    return show_form(
        request,
        form,
        title=_("Ask a club"),
        about=_("Organisers of the club are told, and accept or decline."),
        button=_("Ask the club"),
        back=reverse("web:club", args=[slug]),
        club=federation,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def affiliation(request: HttpRequest, code: str) -> HttpResponse:
    """Show organisers of either side what they may do about a club in a federation; sent, it is."""
    account = access.require_account(request)
    rows = rights.readable_affiliations(account).select_related("federation", "club")
    row = get_object_or_404(rows, code=code)
    sides = {
        "of_federation": access.is_organiser(request, row.federation),
        "of_club": access.is_organiser(request, row.club),
    }
    if not any(sides.values()):
        raise PermissionDenied(_("Only organisers of the club or the federation can change this."))
    if request.method != "POST":
        return render(request, "web/clubs/affiliation.html", {"row": row, **sides})
    name = request.POST.get("act", "")
    if name not in ACTS:
        raise PermissionDenied
    act, said = ACTS[name]
    with refused.told(request):
        act(affiliation=row, by=account, now=timezone.now())
        messages.success(request, str(said) % {"club": row.club, "federation": row.federation})
    own = row.federation if sides["of_federation"] else row.club
    return redirect("web:club", slug=own.slug)
