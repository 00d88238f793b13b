"""What was done, by whom, and the stored answers that make a repeated request harmless."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from .clubs import Club
from .events import Event


class AppendOnly(Exception):
    """An entry of the trail was to be changed or deleted; add another one instead."""


class Entries(models.QuerySet["AuditEntry"]):
    """Entries of the trail: to be read and added to."""

    def update(self, **fields: Any) -> int:
        raise AppendOnly

    def delete(self) -> tuple[int, dict[str, int]]:
        raise AppendOnly

    def bulk_update(self, *args: Any, **options: Any) -> int:
        raise AppendOnly

    def forget_names(self, entry: "AuditEntry", data: dict[str, Any]) -> None:
        """Store what an entry says without some names; triggers refuse any other change."""
        models.QuerySet.update(self.filter(pk=entry.pk), data=data)


class AuditEntry(models.Model):
    """One privileged or result-changing act; entries are added, never changed.

    Triggers of the database hold this too; only the account, and names in `data`, may be forgotten.
    """

    at = models.DateTimeField()
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
    )
    club = models.ForeignKey(
        Club, null=True, on_delete=models.PROTECT, related_name="audit", db_index=False
    )
    event = models.ForeignKey(
        Event,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="log",
        help_text="which can be rebuilt from its entries",
        db_index=False,
    )
    action = models.CharField(max_length=40)
    subject = models.CharField(max_length=60, help_text="kind and public code, as in match:abc")
    data = models.JSONField(default=dict)

    objects = Entries.as_manager()

    class Meta:
        verbose_name_plural = "audit entries"
        indexes = [
            models.Index(fields=["club", "-id"], name="audit_by_club"),
            models.Index(fields=["event", "id"], name="audit_by_event"),
            models.Index(fields=["subject", "id"], name="audit_by_subject"),
            models.Index(
                fields=["account"], name="audit_by_account", condition=Q(account__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.subject}"

    def save(self, *args: Any, **options: Any) -> None:
        """Add the entry; raises AppendOnly for one that is stored."""
        if not self._state.adding:
            raise AppendOnly
        super().save(*args, **options)

    def delete(self, *args: Any, **options: Any) -> tuple[int, dict[str, int]]:
        """Raise AppendOnly."""
        raise AppendOnly


class StoredAnswer(models.Model):
    """The answer given to a request with an Idempotency-Key, given again when it is repeated."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    key = models.CharField(max_length=100)
    digest = models.CharField(max_length=64, help_text="of method, path and body")
    status = models.PositiveSmallIntegerField()
    body = models.JSONField()
    """The JSON as one text: PostgreSQL would put the members of an object in another order."""
    etag = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_answer_per_key", fields=["account", "key"])
        ]
        indexes = [models.Index(fields=["created_at"], name="answer_by_age")]

    def __str__(self) -> str:
        return self.key
