"""Mails, what became of them, and what each said, while that is kept: the outbox of the site."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import linebreaks, urlize
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from league import models
from league.services.letters import deliveries

from .base import Admin, LookOnly, change_each


@admin.register(models.Mail)
class MailAdmin(LookOnly, Admin):
    """Who was sent what, when and why not; without a server, what would have been sent."""

    list_display = ("created_at", "kind", "to", "status", "attempt", "error", "due_at", "code")
    list_select_related = ("account", "player")
    search_fields = ("code", "account__username")
    exclude = ("text", "lease", "lease_until")
    readonly_fields = ("said",)
    actions = ("resend",)

    @admin.display(description=_("to"))
    def to(self, mail: models.Mail) -> str:
        """Return for whom a mail is."""
        return str(mail.account or mail.player or mail.address)

    @admin.display(description=_("text"))
    def said(self, mail: models.Mail) -> SafeString:
        """Return what a mail said, with its links; it was written by the site and is escaped."""
        return mark_safe(linebreaks(urlize(mail.text, autoescape=True)))  # noqa: S308

    @admin.action(
        permissions=["view"], description=_("Send the chosen mails that were given up once more")
    )
    def resend(self, request: HttpRequest, rows: QuerySet[models.Mail]) -> None:
        """Send mails again, all their attempts before them."""
        change_each(
            request, rows, lambda row, by: deliveries.resend(mail=row, by=by, now=timezone.now())
        )


@admin.register(models.MailChoice)
class MailChoiceAdmin(LookOnly, Admin):
    """Who wants to hear of what by mail."""

    list_display = ("account", "kind", "when")
    list_select_related = ("account",)
    search_fields = ("account__username",)
