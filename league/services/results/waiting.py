"""Results that wait for somebody of their table: told by a notice, and at the top of every page."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from league.models import Account, Match, Result, Seat
from league.services.accounts import notices

LOOKED_AT: Final = 50
"""How many of the newest tables of somebody are looked at."""


def tell(*, match: Match, account_ids: Sequence[int], now: datetime) -> None:
    """Tell accounts of a table, in the transaction that enters its result, that it waits."""
    if match.session is None:
        return
    text = (
        f"A result of your table waits for you to confirm it: "
        f"{match.session.event.name}, table {match.table_number}."
    )
    notices.ask_to_confirm(match=match, account_ids=account_ids, text=text, now=now)


def settle(*, match: Match, now: datetime) -> None:
    """Let the notices of a table that a result waits be read, because that one does no more.

    One query.
    """
    notices.settle(match=match, now=now)


def for_account(account: Account) -> list[Match]:
    """Return the newest tables of an account whose result another person of the table entered.

    Two queries, however many tables the account has sat at.
    """
    newest = Seat.objects.filter(player__account=account).order_by("-match")
    seen = newest.values_list("match", "match__status")[:LOOKED_AT]
    entered = [pk for pk, status in seen if status == Match.Status.ENTERED]
    if not entered:
        return []
    rows = Match.objects.filter(pk__in=entered, session__isnull=False)
    rows = rows.select_related("session__event").prefetch_related("results").order_by("pk")
    return [match for match in rows if _is_of_others(match, account)]


def _is_of_others(match: Match, account: Account) -> bool:
    result = match.result_in_force()
    is_played = result is not None and result.source == Result.Source.PLAYED
    return result is not None and not is_played and result.entered_by_id != account.pk
