"""Every request has an id, a line in the log and a place in the metrics."""

import logging
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from league.models import Account
from league.services.monitoring import metrics, traces

from .logs import ACCESS, FACTS, ID_HEADER

HEADER = "X-Request-ID"
WELL_FORMED: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
"""An id that is taken over from who asks; any other could bring its own lines into the log."""
NO_ROUTE = "none"
"""The route of files and of what there is not."""

logger = logging.getLogger(ACCESS)


class TracedRequests:
    """Middleware: names a request for the log, and notes what became of it.

    The id is that of a proxy before it, where that gives one, and goes back with the answer.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        given = request.META.get(ID_HEADER, "")
        name = given if WELL_FORMED.fullmatch(given) else secrets.token_hex(8)
        request.META[ID_HEADER] = name
        began = perf_counter()
        with traces.doing(request=name):
            response = self.get_response(request)
            response.headers[HEADER] = name
            _note(request, response, perf_counter() - began)
        return response


def _note(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    """Write the line of a request and count it by its route: addresses are no labels."""
    route = request.resolver_match.view_name if request.resolver_match else NO_ROUTE
    with suppress(OSError):  # of a folder that is full: what was answered stands
        metrics.LATENCY.labels(route, f"{response.status_code // 100}xx").observe(seconds)
    facts = {
        "method": request.method,
        "route": route,
        "status": response.status_code,
        "ms": round(1000 * seconds, 1),
        "account": _account(request),
    }
    said = "{method} {route} {status} {ms} ms".format_map(facts)
    logger.info(said, extra={FACTS: facts})


def _account(request: HttpRequest) -> int | None:
    """Return the key of the account that asked, without a query: None if nobody wanted to know."""
    user = getattr(request, "_cached_user", None) or getattr(request, "user", None)
    return user.pk if type(user) is Account else None
