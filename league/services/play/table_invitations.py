"""Invitations to online tables: a link that whoever opened a table gives to others.

The secret in it is derived from the table's code, so it is stored nowhere, and the same as long as
the table gathers players. It stands behind the `#`, where no address or log has it.
"""

from typing import Final

from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from league.models import OnlineTable
from league.services.base.refusals import Invalid

PREFIX: Final = "stj_"
"""Lets scanners of leaked secrets recognise ours."""
LENGTH: Final = 32
"""So many hexadecimal digits, 128 bits: nobody finds one by trying."""
SALT: Final = "league.services.play.table_invitations"


def secret_of(table: OnlineTable) -> str:
    """Return the secret with which anybody may sit down at a table."""
    return PREFIX + salted_hmac(SALT, table.code, algorithm="sha256").hexdigest()[:LENGTH]


def require(table: OnlineTable, link: str) -> None:
    """Raise Invalid for a link, or a secret alone, that is not of this table."""
    if not constant_time_compare(link.strip().rpartition("#")[2], secret_of(table)):
        said = _("This link does not lead to a seat. Ask whoever opened the table for its link.")
        raise Invalid({"invitation": [said]})
