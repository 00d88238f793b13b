"""Addresses: the API, the admin's pages, and everything else from the pages."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.defaults import server_error

from league.api import errors

API = "api/v1/"

urlpatterns = [
    path(API, include("league.api.v1.urls")),
    path("admin/", admin.site.urls),
    path("", include("league.web.urls")),
]


def handler500(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed outside the API's views in the form its sender reads."""
    if request.path_info.startswith(f"/{API}"):
        return errors.crash(request)
    return server_error(request)
