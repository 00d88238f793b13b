"""Passwords: what new ones may be, beside what Django's validators want; asking for one's own."""

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from league.models import Account
from league.services.base.refusals import Forbidden, Invalid


class LongestPassword:
    """A validator: a password may be a sentence, not a file.

    Passwords that are stored already open as they are, however long.
    """

    def __init__(self, longest: int = 128) -> None:
        self.longest = longest

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Raise ValidationError for a password that is too long."""
        if len(password) > self.longest:
            raise ValidationError(self.get_help_text(), code="password_too_long")

    def get_help_text(self) -> str:
        """Return what is wanted, as forms of the admin say it."""
        return _("Use at most %(longest)d characters.") % {"longest": self.longest}


def require_known(account: Account, by: Account, field: str, password: str) -> None:
    """Raise Invalid for `field` unless an account knows its own password, Forbidden for others.

    Slow on purpose, so it comes before the transaction.
    """
    if account.pk != by.pk:
        raise Forbidden(_("Only the account itself can do this."))
    if not account.check_password(password):
        raise Invalid({field: [_("This password is wrong.")]})
