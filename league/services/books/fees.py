"""Entry fees: what a place in an event costs, and in which currency a club counts."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Account, Club, Event, Payment, Role, Season
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, Invalid
from league.services.registration import plans

CURRENCIES: Final = ("EUR", "CHF", "CZK", "DKK", "GBP", "NOK", "PLN", "SEK", "USD")
"""Currencies of a hundred cents, by whatever name."""
MOST: Final = 1_000_000
"""No amount is larger: ten thousand of the currency."""


def fee_of(event: Event) -> int:
    """Return what a place in an event costs, 0 for nothing; its season is loaded."""
    fee = event.season.entry_fee if event.entry_fee is None else event.entry_fee
    return fee or 0


def set_fee(*, event: Event, fee: int | None, by: Account, now: datetime) -> Event:
    """Set what a place in an event costs; None: what its season says. What was paid stays."""
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    check("fee", fee)
    with transaction.atomic():
        held = plans.hold(event)
        if held.entry_fee != fee:
            held.entry_fee = fee
            held.save(update_fields=["entry_fee"])
            audit.note_event(held, "event.fee", {"fee": fee}, by=by, now=now)
    return held


def set_season_fee(
    *, season: Season, fee: int | None, currency: str, by: Account, now: datetime
) -> Season:
    """Set what a place in each event of a season costs, and the currency of its club.

    Raises Invalid for an amount or a currency that cannot be, Conflict for another currency once
    the club has noted a payment.
    """
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    check("fee", fee)
    with transaction.atomic():
        _set_currency(season.club, currency, by=by, now=now)
        held = Season.objects.select_for_update(of=("self",), no_key=True).select_related("club")
        row = held.get(pk=season.pk)
        if row.entry_fee != fee:
            row.entry_fee = fee
            row.save(update_fields=["entry_fee"])
            audit.note_season(row, "season.fee", {"fee": fee}, by=by, now=now)
    return row


def check(field: str, amount: int | None) -> None:
    """Raise Invalid for an amount that is none."""
    if amount is not None and not 0 <= amount <= MOST:
        raise Invalid({field: [_("Enter an amount from 0 to %(most)d.") % {"most": MOST // 100}]})


def hold_club(club: Club) -> Club:
    """Return a club as stored, held until the transaction ends, so that its currency stays."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _set_currency(club: Club, currency: str, *, by: Account, now: datetime) -> None:
    if currency not in CURRENCIES:
        said = _("Choose one of these currencies: %(known)s.")
        raise Invalid({"currency": [said % {"known": ", ".join(CURRENCIES)}]})
    held = hold_club(club)
    if held.currency == currency:
        return
    if Payment.objects.filter(event__season__club=held).exists():
        said = _("Payments are noted in %(currency)s already, so the currency stays.")
        raise Conflict(held, said % {"currency": held.currency})
    held.currency = currency
    held.save(update_fields=["currency"])
    subject, data = f"club:{held.slug}", {"currency": currency}
    audit.note(by=by, club=held, action="club.currency", subject=subject, data=data, now=now)
