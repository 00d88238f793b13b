"""Webhooks: one's own and those of the clubs one organises, and what they were told."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.models import Webhook
from league.services.base import refusals, rights
from league.services.webhooks import deliveries, webhooks
from league.web.base import access
from league.web.base.pagination import page_of

UNPROCESSABLE = 422


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def index(request: HttpRequest) -> HttpResponse:
    """Show the webhooks and a form for another one; sent, it shows the secret this once."""
    if request.method != "POST":
        return _show(request)
    account = access.require_account(request)
    slug = request.POST.get("club", "")
    club = get_object_or_404(rights.organised_clubs(account), slug=slug) if slug else None
    try:
        made = webhooks.create(
            club=club,
            url=request.POST.get("url", "").strip(),
            events=request.POST.getlist("events")[: len(Webhook.Event)],
            by=account,
            now=timezone.now(),
        )
    except refusals.Invalid as refusal:
        said = [one for some in refusal.errors.values() for one in some]
        return _show(request, said=said, status=UNPROCESSABLE)
    except refusals.Conflict as refusal:
        return _show(request, said=[refusal.message], status=409)
    return _show(request, made=made)


@require_safe
@login_required
def webhook(request: HttpRequest, code: str) -> HttpResponse:
    """Show what a webhook was told, the newest first."""
    found = _find(request, code)
    rows = page_of(request, found.deliveries.order_by("-pk"), per=30)
    return render(request, "web/webhooks/webhook.html", {"webhook": found, "deliveries": rows})


@require_POST
@login_required
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Ping a webhook, switch it on or off, remove it, or send one delivery again."""
    found, account = _find(request, code), access.require_account(request)
    asked, now = request.POST.get("act", ""), timezone.now()
    given: dict[str, Any] = {"by": account, "now": now}
    acts: dict[str, Callable[[], Any]] = {
        "ping": lambda: deliveries.ping(webhook=found, **given),
        "on": lambda: webhooks.change(webhook=found, is_active=True, **given),
        "off": lambda: webhooks.change(webhook=found, is_active=False, **given),
        "remove": lambda: webhooks.remove(webhook=found, **given),
        "resend": lambda: deliveries.resend(
            delivery=get_object_or_404(
                found.deliveries.select_related("webhook"), code=request.POST.get("delivery", "")
            ),
            **given,
        ),
    }
    if asked not in acts:
        raise PermissionDenied
    try:
        acts[asked]()
    except refusals.Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("web:webhooks") if asked == "remove" else redirect("web:webhook", code=code)


def _find(request: HttpRequest, code: str) -> Webhook:
    """Return a webhook the visitor may change; raises Http404."""
    rows = rights.readable_webhooks(access.account_of(request))
    return get_object_or_404(rows.select_related("club"), code=code)


def _show(
    request: HttpRequest,
    *,
    made: Webhook | None = None,
    said: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    account = access.require_account(request)
    rows = rights.readable_webhooks(account).select_related("club").order_by("-pk")
    context = {
        "webhooks": page_of(request, rows, per=30),
        "clubs": rights.organised_clubs(account).order_by("name", "pk"),
        "events": Webhook.Event.choices,
        "made": made,
        "said": said or [],
        "given": request.POST,
        "ticked": request.POST.getlist("events"),
    }
    return render(request, "web/webhooks/webhooks.html", context, status=status)
