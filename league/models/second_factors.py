"""Second factors: an authenticator app that an account proves itself by, beside its password."""

from django.db import models

from .people import Account


class SecondFactor(models.Model):
    """The app of an account. Its secret has to be read to check a code, so it is kept as it is."""

    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="second_factor")
    secret = models.CharField(max_length=64, editable=False, help_text="in base 32")
    salt = models.CharField(max_length=32, editable=False, help_text="of the recovery codes")
    last_step = models.BigIntegerField(
        editable=False, help_text="of time, whose code was taken; none before it is, again"
    )
    since = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.account_id)


class RecoveryCode(models.Model):
    """A code that opens once in place of the app's; only its digest is stored."""

    factor = models.ForeignKey(
        SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    digest = models.CharField(max_length=64, editable=False)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_recovery_code", fields=["factor", "digest"])
        ]

    def __str__(self) -> str:
        return self.digest[:8]
