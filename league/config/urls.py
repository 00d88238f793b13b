"""Addresses: the API, the admin's pages, and everything else from the pages."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("league.api.v1.urls")),
    path("admin/", admin.site.urls),
    path("", include("league.web.urls")),
]
