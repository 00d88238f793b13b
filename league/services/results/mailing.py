"""What the people of a table are told by mail of its result: it waits, is disputed, is another one.

Each is posted in the transaction of the act, to all of the table but who acts.
"""

from datetime import datetime

from league.models import Account, Dispute, Mail, Match
from league.services.mail import post

from . import waiting


def waits(*, match: Match, by: Account, now: datetime) -> None:
    """Tell that the result in force waits for a second person."""
    _post(match, Mail.Kind.RESULT_WAITS, f"match:{match.code}:{match.version}", by, now)


def disputed(*, dispute: Dispute, by: Account, now: datetime) -> None:
    """Tell that somebody says that a result is wrong."""
    _post(dispute.match, Mail.Kind.RESULT_DISPUTED, f"dispute:{dispute.code}", by, now)


def corrected(*, match: Match, by: Account, now: datetime) -> None:
    """Tell that another result is in force."""
    _post(match, Mail.Kind.RESULT_CORRECTED, f"match:{match.code}:{match.version}", by, now)


def _post(match: Match, kind: Mail.Kind, about: str, by: Account, now: datetime) -> None:
    if match.session_id is None:
        return
    others = [pk for pk in waiting.accounts_of(match) if pk != by.pk]
    post.post(kind=kind, about=about, account_ids=others, now=now)
