"""The admin's pages: everything can be looked at; results and what follows from them only that.

Draws, results and standings change through their services, which keep them consistent, so they
cannot be edited here. Secrets and token digests are never shown.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from . import bots, clubs, leagues, mails, matches, pushes, site, tables, tallies, webhooks

__all__ = [
    "bots",
    "clubs",
    "leagues",
    "mails",
    "matches",
    "pushes",
    "site",
    "tables",
    "tallies",
    "webhooks",
]

admin.site.site_header = "Stammtisch"
admin.site.site_title = "Stammtisch"
admin.site.index_title = _("Everything, row by row")
