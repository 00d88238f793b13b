"""Bots: all that may play, one's own with the form for an upload, and how to write one."""

from typing import IO, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from bots import sdk
from bots.sandbox import Clock
from bots.submission import archive
from league.models import Bot, Version
from league.services.base import refusals, rights
from league.services.bots import bots
from league.services.play import remote_bots
from league.web.base import access
from league.web.base.documents import DOCS, protocol, remote_protocol
from league.web.base.pagination import page_of
from league.web.bots.ladders_of_bots import ladders_for
from league.web.bots.remote_bots import shown

UNPROCESSABLE = 422
SHOWN = 4
MIB = 1024 * 1024


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the bots that may play, the newest first."""
    accepted = Version.objects.filter(status=Version.Status.ACCEPTED)
    playing = Bot.objects.filter(Exists(accepted.filter(bot=OuterRef("pk"))))
    context = {
        "bots": page_of(request, with_versions(playing, accepted), per=30),
        "ladders": ladders_for(access.account_of(request)),
    }
    return render(request, "web/bots/bots.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """Show one's own bots and the form for an upload; sent, it leads to the version."""
    errors: list[str] = []
    if request.method == "POST":
        try:
            return _upload(request)
        except refusals.Invalid as refusal:
            errors = [said for messages in refusal.errors.values() for said in messages]
    account = access.require_account(request)
    own = Bot.objects.filter(owner=account)
    at_work_first = F("retired_at").asc(nulls_first=True)
    remote = remote_bots.own(account).order_by(at_work_first, "-pk")
    remote_page = page_of(request, remote, per=10, parameter="remote")
    context = {
        "bots": page_of(request, with_versions(own, Version.objects.all()), per=20),
        "remote": remote_page,
        "remote_rows": shown(remote_page),
        "errors": errors,
        "most_mib": archive.MAX_ARCHIVE_BYTES // MIB,
    }
    return render(
        request, "web/bots/my_bots.html", context, status=UNPROCESSABLE if errors else 200
    )


@require_safe
def bot(request: HttpRequest, code: str) -> HttpResponse:
    """Show a bot with its versions."""
    account = access.account_of(request)
    rows = rights.readable_bots(account).select_related("owner__player")
    found = get_object_or_404(rows, code=code)
    versions = rights.readable_versions(account).filter(bot=found).order_by("-number")
    context = {
        "bot": found,
        "is_own": account is not None and found.owner_id == account.pk,
        "versions": page_of(request, versions, per=25),
    }
    if accepted := versions.filter(status=Version.Status.ACCEPTED)[:1]:
        context["ladders"] = ladders_for(account, accepted)
    context["may_enter"] = context["is_own"]
    return render(request, "web/bots/bot.html", context)


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """Show how to write a bot, from nothing to its first match."""
    context = {
        "most_mib": archive.MAX_ARCHIVE_BYTES // MIB,
        "clock": Clock(),
        "site": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "web/bots/bot_guide.html", context)


@require_safe
def protocol_page(request: HttpRequest) -> HttpResponse:
    """Show what a bot and a table say to each other."""
    context = {"title": _("The protocol of bots"), "protocol": protocol()}
    return render(request, "web/bots/protocol.html", context)


@require_safe
def remote_protocol_page(request: HttpRequest) -> HttpResponse:
    """Show how a bot plays that runs at its author's."""
    context = {"title": _("The protocol of remote bots"), "protocol": remote_protocol()}
    return render(request, "web/bots/protocol.html", context)


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """Send the protocol as JSON Schema."""
    file = (DOCS / "bot-protocol.schema.json").read_bytes()
    return HttpResponse(file, content_type="application/schema+json")


@require_safe
def starter(request: HttpRequest) -> HttpResponse:
    """Send a bot in Python to start from, packed as it may be uploaded."""
    headers = {"Content-Disposition": 'attachment; filename="my-bot.tar.gz"'}
    content = archive.pack(sdk.PATH / "python")
    return HttpResponse(content, content_type="application/gzip", headers=headers)


def with_versions(rows: QuerySet[Bot], versions: QuerySet[Version]) -> QuerySet[Bot]:
    """Return bots, the newest first, with their authors and the newest of these versions."""
    newest = Prefetch("versions", versions.order_by("-number")[:SHOWN], "newest")
    return rows.select_related("owner__player").prefetch_related(newest).order_by("-pk")


def _upload(request: HttpRequest) -> HttpResponse:
    file = request.FILES.get("archive")
    if not isinstance(file, UploadedFile):
        raise refusals.Invalid({"archive": [_("Choose a file to upload.")]})
    by = access.require_account(request)
    content = cast(IO[bytes], file.file)
    uploaded = bots.upload(content=content, by=by, now=timezone.now())
    if not uploaded.is_new:
        messages.info(request, _("You have uploaded this archive before; this is its version."))
    return redirect("web:version", code=uploaded.version.code)
