"""What programs ask about a process: does it live, can it serve, what has it measured.

They ask from inside, by whatever name or address they have for it and without encryption. So these
addresses come before all other middleware: there is no redirect, no session, no language and no
host that is not allowed. Nothing in the answers depends on the host, and strangers learn nothing
from them but whether the site is up.
"""

from collections.abc import Callable
from ipaddress import ip_address
from secrets import compare_digest
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from prometheus_client import CONTENT_TYPE_LATEST

from league.logic import compile as compiling
from league.services.monitoring import metrics, readiness

HEALTHZ = "/healthz"
READYZ = "/readyz"
METRICS = "/metrics"

_FORWARDED: Final = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")
"""Headers by which a proxy says that somebody else asks."""


class Health:
    """Middleware: answers the three addresses itself, and passes all others on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self._answers: dict[str, Callable[[HttpRequest], HttpResponse]] = {
            HEALTHZ: _alive,
            READYZ: _ready,
            METRICS: _measured,
        }

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self._answers.get(request.path_info)
        if answer is None:
            return self.get_response(request)
        if request.method not in {"GET", "HEAD"}:
            return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
        response = answer(request)
        response.headers["Cache-Control"] = "no-store"
        return response


def _alive(request: HttpRequest) -> HttpResponse:
    """Say that this process answers, whatever else does."""
    return JsonResponse({"alive": True})


def _ready(request: HttpRequest) -> HttpResponse:
    """Say whether this process can serve, and what it waits for: 503 until then.

    It serves without compiled rules, only slower, so that these are told of and not waited for.
    """
    missing = readiness.watch.missing()
    told = {"ready": not missing, "missing": missing, "compiled": compiling.is_done()}
    return JsonResponse(told, status=503 if missing else 200)


def _measured(request: HttpRequest) -> HttpResponse:
    """Give the metrics to whoever may read them."""
    if may_read_metrics(request):
        return HttpResponse(metrics.text(), content_type=CONTENT_TYPE_LATEST)
    said = "Send the METRICS_TOKEN of this site as a Bearer token."
    if not settings.METRICS_TOKEN:
        said = "Only this host may read metrics; set METRICS_TOKEN to read them from elsewhere."
    headers = {"WWW-Authenticate": 'Bearer realm="metrics"'}
    return HttpResponse(f"{said}\n", status=401, headers=headers, content_type="text/plain")


def may_read_metrics(request: HttpRequest) -> bool:
    """Whether a request has the token; without one, whether it is from this host, by no proxy."""
    if settings.METRICS_TOKEN:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        is_known = compare_digest(token.strip().encode(), settings.METRICS_TOKEN.encode())
        return scheme.lower() == "bearer" and is_known
    if any(header in request.META for header in _FORWARDED):
        return False
    return _is_loopback(request.META.get("REMOTE_ADDR") or "")


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:  # as of a socket that is a file, behind which a proxy is
        return False
