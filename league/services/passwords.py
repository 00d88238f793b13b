"""What new passwords have to be, beside what Django's own validators want."""

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _


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
        return _("Take at most %(longest)d characters.") % {"longest": self.longest}
