"""What was done, by whom, and the stored answers that make a repeated request harmless."""

from django.conf import settings
from django.db import models

from .clubs import Club


class AuditEntry(models.Model):
    """One privileged or result-changing act; entries are added, never changed."""

    at = models.DateTimeField()
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="audit")
    action = models.CharField(max_length=40)
    subject = models.CharField(max_length=60, help_text="kind and public code, as in match:abc")
    data = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "audit entries"
        indexes = [
            models.Index(fields=["club", "-id"], name="audit_by_club"),
            models.Index(fields=["subject", "id"], name="audit_by_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.subject}"


class StoredAnswer(models.Model):
    """The answer given to a request with an Idempotency-Key, given again when it is repeated."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    key = models.CharField(max_length=100)
    digest = models.CharField(max_length=64, help_text="of method, path and body")
    status = models.PositiveSmallIntegerField()
    body = models.JSONField()
    etag = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_answer_per_key", fields=["account", "key"])
        ]
        indexes = [models.Index(fields=["created_at"], name="answer_by_age")]

    def __str__(self) -> str:
        return self.key
