"""Live news of an online table for its page."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from league.services.base import rights
from league.services.play import live
from league.web.base.access import account_of


@require_safe
def events(request: HttpRequest, code: str) -> HttpResponseBase:
    """Send the version of the table whenever it changes, as server-sent events."""
    table = get_object_or_404(rights.readable_tables(account_of(request)), code=code)
    return live.stream(request, live.channel_of(table))
