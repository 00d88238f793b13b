"""Logins: the browsers in which accounts are logged in."""

from django.db import models

from .people import Account


class Login(models.Model):
    """A session of a browser; by the key that the browser holds it is found, and not told.

    Who is not logged in yet has one without an account while a second step is awaited.
    """

    digest = models.CharField(
        max_length=32, primary_key=True, editable=False, help_text="of the key"
    )
    account = models.ForeignKey(Account, null=True, on_delete=models.CASCADE, related_name="logins")
    data = models.TextField(editable=False)
    since = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(help_text="when last, to the hour or so")
    expires_at = models.DateTimeField(db_index=True)
    browser = models.CharField(max_length=40, blank=True, help_text="as it calls itself")
    system = models.CharField(max_length=40, blank=True, help_text="on which it says to run")

    def __str__(self) -> str:
        return self.digest[:8]
