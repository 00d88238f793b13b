"""Pages of text."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.rules.shuffle import commitment
from league.models import Match
from league.services.base import rights
from league.web.results import proofs
from league.web.results.matches import find_match, has_record, result_of


@require_safe
def fair_deals(request: HttpRequest) -> HttpResponse:
    """Show how anybody can check that no deal was chosen, and check a record in the browser.

    `?match=CODE` opens the record of that match, if its deals are open.
    """
    match = asked_match(request)
    context = {
        "verifier": proofs.verifier(),
        "match": match,
        "commitment": commitment(bytes(match.secret)) if match else "",
    }
    return render(request, "web/overviews/fair_deals.html", context)


def asked_match(request: HttpRequest) -> Match | None:
    """Return the match whose record is to be checked, None unless everybody may read it."""
    code = request.GET.get("match", "")
    if not code.isalnum():
        return None
    match = find_match(request, code)
    is_open = rights.may_read_deals(match) and has_record(match, result_of(match))
    return match if is_open else None
