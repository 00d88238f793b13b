"""Who the admin is open for.

Not in `league.admin`, whose import already asks for the site in order to register its pages.
"""

from django.contrib import admin
from django.http import HttpRequest

from league.models import Account
from league.services.accounts import second_factors


class Site(admin.AdminSite):
    """The admin's pages, for staff with a second factor unless STAFF_SECOND_FACTOR is no."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Tell whether somebody may see any page of it; one query for staff, none for others."""
        account = request.user
        return (
            super().has_permission(request)
            and isinstance(account, Account)
            and second_factors.opens_admin(account)
        )
