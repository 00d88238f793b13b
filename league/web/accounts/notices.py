"""What the site tells the account that is logged in."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.services.accounts import notices
from league.services.base import rights
from league.web.base import access
from league.web.base.pagination import page_of

SHOWN = 300
"""How many of the newest can be looked at."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def index(request: HttpRequest) -> HttpResponse:
    """Show the notices, the newest first; sent, its form marks all of them as read."""
    account = access.require_account(request)
    if request.method == "POST":
        notices.mark_all_read(by=account, now=timezone.now())
        return redirect("web:notices")
    rows = rights.readable_notices(account).select_related("version").order_by("-pk")
    return render(
        request, "web/accounts/notices.html", {"notices": page_of(request, rows[:SHOWN], per=30)}
    )
