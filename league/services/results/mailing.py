"""What the people of a table are told by mail of its result: it waits, is disputed, is another one.

Each is posted in the transaction of the act, to all of the table but who acts.
"""

from collections.abc import Sequence
from datetime import datetime

from league.models import Account, Dispute, Mail, Match
from league.services.mail import post

from .seated import Seated


def waits(*, match: Match, account_ids: Sequence[int], now: datetime) -> None:
    """Tell accounts of the table that the result in force waits for a second person."""
    about = f"match:{match.code}:{match.version}"
    _post(match, Mail.Kind.RESULT_WAITS, about, account_ids, now)


def disputed(*, dispute: Dispute, by: Account | None, now: datetime) -> None:
    """Tell that somebody says that a result is wrong."""
    others = Seated.at(dispute.match).others(by)
    _post(dispute.match, Mail.Kind.RESULT_DISPUTED, f"dispute:{dispute.code}", others, now)


def corrected(*, match: Match, by: Account, now: datetime) -> None:
    """Tell that another result is in force."""
    others = Seated.at(match).others(by)
    _post(match, Mail.Kind.RESULT_CORRECTED, f"match:{match.code}:{match.version}", others, now)


def _post(
    match: Match, kind: Mail.Kind, about: str, account_ids: Sequence[int], now: datetime
) -> None:
    if match.session_id is not None:
        post.post(kind=kind, about=about, account_ids=account_ids, now=now)
