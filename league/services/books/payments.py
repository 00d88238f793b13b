"""Who has paid the entry fee of an event: ticked by whoever stands at the door, and undone.

A place is paid for once: a substitute owes nothing where who is replaced has played before. What
was paid stays in the books when a place is given up, until somebody gives it back and undoes the
tick.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from league.models import Account, Event, Payment, Player, Registration, Role
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, Invalid
from league.services.registration import places, plans

from . import fees

FEE = Payment.Kind.FEE


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody of the books: what they still owe, and what they have paid."""

    registration: Registration
    due: int
    paid: tuple[Payment, ...]

    @property
    def amount(self) -> int:
        """What was paid."""
        return sum(one.amount for one in self.paid)


@dataclass(frozen=True, slots=True)
class Totals:
    """What came in for an event, in which way, and what is still open, in cents."""

    cash: int
    transfer: int
    open: int
    owing: int

    @property
    def received(self) -> int:
        """What was paid in all."""
        return self.cash + self.transfer

    @property
    def expected(self) -> int:
        """What there is once everybody has paid."""
        return self.received + self.open


def rows_of(event: Event) -> QuerySet[Registration]:
    """Return who owes or has paid the fee of an event, by name."""
    paid = Payment.objects.filter(event=event, kind=FEE).values("player")
    rows = event.registrations.filter(_owes() | Q(player__in=paid))
    return rows.select_related("player").order_by("player__name", "pk")


def lines(event: Event, rows: Iterable[Registration]) -> list[Line]:
    """Return what these people owe and have paid; two queries and those of `rows`."""
    shown = list(rows)
    found: dict[int, list[Payment]] = {}
    for one in paid_by(event, (row.player_id for row in shown)):
        found.setdefault(one.player_id, []).append(one)
    owing = set(_owing(event).filter(pk__in=[row.pk for row in shown]).values_list("pk", flat=True))
    fee = fees.fee_of(event)
    return [
        Line(row, fee if row.pk in owing else 0, tuple(found.get(row.player_id, ())))
        for row in shown
    ]


def paid_by(event: Event, players: Iterable[int]) -> QuerySet[Payment]:
    """Return what players with these keys have paid for an event, and who has noted it."""
    rows = Payment.objects.filter(event=event, kind=FEE, player__in=list(players))
    return rows.select_related("noted_by__player").order_by("pk")


def totals(event: Event) -> Totals:
    """Return what came in for an event and what is open; two queries."""
    sums = (
        Payment.objects.filter(event=event, kind=FEE).values("way").annotate(of_way=Sum("amount"))
    )
    came = {row["way"]: row["of_way"] for row in sums.order_by()}
    owing = _owing(event).count()
    return Totals(
        cash=came.get(Payment.Way.CASH, 0),
        transfer=came.get(Payment.Way.TRANSFER, 0),
        open=owing * fees.fee_of(event),
        owing=owing,
    )


def note_paid(
    *,
    registration: Registration,
    way: str,
    amount: int | None = None,
    by: Account,
    now: datetime,
) -> Payment:
    """Note that somebody has paid for a place; the fee, or another `amount` as the club has it.

    Who has paid already has; that stays as it was noted. Raises Conflict for who owes nothing, and
    without an amount where the event has no fee.
    """
    club = registration.event.season.club
    rights.require_role(club=club, account=by, role=Role.SCORER)
    check_way(way)
    fees.check("amount", amount)
    with transaction.atomic():
        fees.hold_club(club)
        event = plans.hold(registration.event)
        row = places.fresh(registration)
        known = paid_by(event, [row.player_id]).first()
        if known is not None:
            return known
        if not _owing(event).filter(pk=row.pk).exists():
            said = _("%(name)s has no place that is to be paid for.")
            raise Conflict(row, said % {"name": row.player.shown_name})
        data = {"amount": _amount(event, amount), "way": way}
        audit.note_registration(row, "registration.paid", data, by=by, now=now)
        whose = {"event": event, "player": row.player, "kind": FEE}
        return Payment.objects.create(**whose, **data, noted_by=by, noted_at=now)


def undo_paid(*, registration: Registration, by: Account, now: datetime) -> None:
    """Take back that somebody has paid for a place; where nothing was noted nothing happens."""
    rights.require_role(club=registration.event.season.club, account=by, role=Role.SCORER)
    with transaction.atomic():
        event = plans.hold(registration.event)
        row = places.fresh(registration)
        known = paid_by(event, [row.player_id])
        amount = sum(one.amount for one in known)
        if known.delete()[0]:
            data = {"amount": amount}
            audit.note_registration(row, "registration.undo_paid", data, by=by, now=now)


def check_way(way: str) -> None:
    """Raise Invalid for a way in which nobody pays."""
    if way not in Payment.Way.values:
        raise Invalid({"way": [_("Choose cash or transfer.")]})


def own(registration: Registration) -> Line:
    """Return what somebody owes and has paid for their own place; two queries."""
    [line] = lines(registration.event, [registration])
    return line


def _amount(event: Event, amount: int | None) -> int:
    """Return what is paid; nobody pays a fee that there is not."""
    if amount is None and not fees.fee_of(event):
        raise Conflict(event, _("This event has no entry fee. An organiser can set one."))
    return fees.fee_of(event) if amount is None else amount


def _owing(event: Event) -> QuerySet[Registration]:
    """Return who has a place in an event and has not paid for it."""
    paid = Payment.objects.filter(event=event, kind=FEE).values("player")
    return event.registrations.filter(_owes()).exclude(player__in=paid)


def _owes() -> Q:
    """Return when somebody has a place to be paid for, unless who they replace has had it."""
    comes = Q(last_session=None) | Q(last_session__gte=F("first_session"))
    is_first = Q(replaces=None) | Q(replaces__last_session__lt=F("replaces__first_session"))
    is_person = Q(player__kind=Player.Kind.PERSON)
    return Q(status=Registration.Status.REGISTERED) & is_person & comes & is_first
