"""Unrated duplicates: the form that starts them, what each brought, and their records."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Experiment
from league.services.base import refusals, rights
from league.services.base.streams import stream_bytes
from league.services.experiments import duplicates
from league.web.base import access
from league.web.base.pagination import page_of
from league.web.base.sending import send, show_form

from .duplicates_form import DuplicatesForm
from .experiments import find_experiment, offered

FIELD_OF = {"game": "table", "players": "table", "bots": "opponents"}
PER_PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@vary_on_headers("HX-Request")
def create(request: HttpRequest) -> HttpResponse:
    """Show the form for unrated duplicates; sent, it starts them or comes back with what is wrong.

    Asked for a fragment, only the opponents there are at the table that is chosen.
    """
    account = access.require_account(request)
    readable = rights.readable_versions(account).select_related("bot")
    own = offered(readable.filter(bot__owner=account), request.GET.get("new", ""))
    chosen = (request.POST or request.GET).getlist("opponents")
    others = offered(readable, *chosen[: duplicates.MOST_OPPONENTS])
    initial = {name: request.GET.get(name, "") for name in ("new", "table")}
    if own and not initial["new"]:
        initial["new"] = own[0].code
    form = DuplicatesForm(
        own,
        others,
        data=request.POST or None,
        initial={**initial, "opponents": chosen},
    )
    if request.method != "POST" and request.headers.get("HX-Request"):
        return render(request, "web/experiments/_duplicates_opponents.html", {"form": form})
    found = send(request, form, duplicates.start, fields=FIELD_OF)
    if found is not None:
        messages.success(request, _("The duplicates have started. Nothing of them is rated."))
        return redirect("web:experiment", code=found.code)
    return show_form(request, form, "web/experiments/new_duplicates.html", own=own)


@require_safe
@login_required
def played(request: HttpRequest, code: str) -> HttpResponse:
    """Show what each duplicate that was counted brought."""
    found = find_duplicates(request, code)
    page = page_of(request, duplicates.played(found), per=PER_PAGE)
    context = {
        "experiment": found,
        "played": page,
        "has_records": duplicates.has_records(found),
    }
    return render(request, "web/experiments/duplicates_played.html", context)


@require_safe
@login_required
def records(request: HttpRequest, code: str) -> HttpResponseBase:
    """Send the records of all matches, compressed with gzip."""
    found = find_duplicates(request, code)
    try:
        parts = duplicates.record_parts(found)
    except refusals.NotFound as refusal:
        raise Http404(refusal.message) from None
    name = f"duplicates-{found.code}.jsonl.gz"
    return stream_bytes(request, parts, content_type="application/gzip", name=name)


def find_duplicates(request: HttpRequest, code: str) -> Experiment:
    """Return an experiment of the visitor's that plays duplicates; raises Http404."""
    found = find_experiment(request, code)
    if found.is_test:
        raise Http404
    return found
