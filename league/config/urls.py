"""Addresses: the API, the admin's pages, and everything else from the pages."""

import logging
import sys

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.template import loader
from django.urls import include, path

from league.api import errors
from league.services.monitoring import traces
from league.web.accounts.log_in import admin_door

API = "api/v1/"

logger = logging.getLogger(__name__)

urlpatterns = [
    path(API, include("league.api.v1.urls")),
    # There is one page to log in, which counts wrong passwords.
    path("admin/login/", admin_door),
    path("admin/", admin.site.urls),
    path("", include("league.web.urls")),
]


def handler500(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed outside the API's views in the form its sender reads."""
    if isinstance(sys.exception(), errors.OUTAGES):
        return _put_off(request)
    if request.path_info.startswith(f"/{API}"):
        return errors.crash(request)
    context = {"request_id": traces.request_id()}
    return HttpResponseServerError(loader.render_to_string("500.html", context))


def _put_off(request: HttpRequest) -> HttpResponse:
    """Answer that the database does not answer, and ask it nothing for that."""
    logger.warning("a request was put off, the database could not serve it: %s", sys.exception())
    if request.path_info.startswith(f"/{API}"):
        return errors.outage()
    headers = {"Retry-After": str(errors.AGAIN_S)}
    return HttpResponse(loader.render_to_string("503.html"), status=503, headers=headers)
