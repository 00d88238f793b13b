"""Prizes: how the fees that were paid are shared out, who gets how much, and who has got it.

The pot is what was paid for the event. Who gets what is said once every match is final, by the
ranking of the event without its bots. A prize that was handed out stays in the books as it was,
whatever is corrected later.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db import transaction
from django.utils.translation import gettext as _

from league.logic import prizes
from league.models import Account, Event, Match, Payment, Player, Pot, Role
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, Invalid
from league.services.events import rankings
from league.services.registration import plans

from . import fees, payments

PRIZE = Payment.Kind.PRIZE


@dataclass(frozen=True, slots=True)
class Winner:
    """Who gets a prize, or was handed one; without a place who would get none any more."""

    place: int | None
    player: Player
    due: int
    handed: tuple[Payment, ...]

    @property
    def amount(self) -> int:
        """What was handed out."""
        return sum(one.amount for one in self.handed)


@dataclass(frozen=True, slots=True)
class Look:
    """A pot as it is shared out; `waits` says why nobody gets anything yet.

    `planned` is what each place gets if nobody shares one; all amounts are in cents.
    """

    pot: int
    shares: tuple[int, ...]
    kept: int
    left: int
    planned: tuple[int, ...]
    winners: tuple[Winner, ...]
    waits: str

    @property
    def all_kept(self) -> int:
        """What stays with the club in all."""
        return self.kept + self.left


def look(event: Event) -> Look:
    """Return how the pot of an event is shared out; at most eight queries."""
    received = payments.totals(event).received
    unshared = Pot(event=event, kept=received, shares=[])
    pot = Pot.objects.filter(event=event).first() or unshared
    shares = tuple(pot.shares)
    planned = prizes.split(received, kept=pot.kept, shares=shares, ties=[1] * len(shares))
    waits = _why_not_final(event) if shares else ""
    groups = _groups(event) if shares and not waits else []
    sizes = [len(players) for players in groups]
    split = prizes.split(received, kept=pot.kept, shares=shares, ties=sizes) if groups else planned
    due = _due(groups, split.prizes) if groups else {}
    return Look(
        pot=received,
        shares=shares,
        kept=split.kept,
        left=split.left,
        planned=planned.prizes,
        winners=_winners(due, _handed(event)),
        waits=waits,
    )


def set_pot(
    *, event: Event, kept: int, shares: Sequence[int], by: Account, now: datetime
) -> Pot | None:
    """Say how the fees of an event are shared out; without shares there are no prizes.

    Raises Invalid for an amount that is none, and for shares that do not make up 100 percent.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    fees.check("kept", kept)
    if shares and not prizes.are_shares(shares):
        said = _("Give whole percents above 0 that make 100 together, as in 50, 30, 20.")
        raise Invalid({"shares": [said]})
    with transaction.atomic():
        held = plans.hold(event)
        data = {"kept": kept, "shares": list(shares)}
        audit.note_event(held, "event.pot", data, by=by, now=now)
        if not shares:
            Pot.objects.filter(event=held).delete()
            return None
        return Pot.objects.update_or_create(event=held, defaults=data)[0]


@transaction.atomic
def set_terms(
    *,
    event: Event,
    fee: int | None,
    kept: int | None,
    shares: Sequence[int],
    by: Account,
    now: datetime,
) -> Event:
    """Set what a place costs and how the pot is shared out; where one is refused neither is."""
    set_pot(event=event, kept=kept or 0, shares=shares, by=by, now=now)
    return fees.set_fee(event=event, fee=fee, by=by, now=now)


def hand_out(*, event: Event, player: Player, way: str, by: Account, now: datetime) -> Payment:
    """Note that somebody has got their prize, and how; who has it already has.

    Raises Conflict while matches are not final, and for who gets none.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.SCORER)
    payments.check_way(way)
    with transaction.atomic():
        fees.hold_club(event.season.club)
        held = plans.hold(event)
        found = look(held)
        for winner in found.winners:
            if winner.player == player and winner.handed:
                return winner.handed[0]
            if winner.player == player and winner.due:
                return _note(held, winner, way, by, now)
        raise Conflict(held, found.waits or _("%(name)s gets no prize.") % _named(player))


def take_back(*, event: Event, player: Player, by: Account, now: datetime) -> None:
    """Undo that somebody was handed a prize; where nothing was noted nothing happens."""
    rights.require_role(club=event.season.club, account=by, role=Role.SCORER)
    with transaction.atomic():
        held = plans.hold(event)
        known = Payment.objects.filter(event=held, kind=PRIZE, player=player)
        amount = sum(known.values_list("amount", flat=True))
        if known.delete()[0]:
            data = {"player": player.code, "amount": amount}
            audit.note_event(held, "event.take_back_prize", data, by=by, now=now)


def _note(event: Event, winner: Winner, way: str, by: Account, now: datetime) -> Payment:
    data = {"player": winner.player.code, "amount": winner.due, "way": way}
    audit.note_event(event, "event.hand_out_prize", data, by=by, now=now)
    whose = {"event": event, "player": winner.player, "kind": PRIZE, "amount": winner.due}
    return Payment.objects.create(**whose, way=way, noted_by=by, noted_at=now)


def _why_not_final(event: Event) -> str:
    """Return why nobody gets a prize yet, empty if nothing stands in the way."""
    try:
        rankings.require_final(event)
    except Conflict as refusal:
        return refusal.message
    final = Match.objects.filter(session__event=event, status=Match.Status.FINAL)
    return "" if final.exists() else _("No result is final yet.")


def _groups(event: Event) -> list[list[Player]]:
    """Return the people of an event's ranking, those of equal rank together."""
    rows = [row for row in rankings.ranking(event) if not row.player.is_bot]
    return [[row.player for row in rows] for _rank, rows in groupby(rows, lambda row: row.rank)]


def _due(groups: Sequence[Sequence[Player]], amounts: Sequence[int]) -> dict[Player, Winner]:
    """Return who gets a prize, in the order of places."""
    found: dict[Player, Winner] = {}
    place = 1
    for players, amount in zip(groups, amounts, strict=True):
        if amount:
            found |= {one: Winner(place, one, amount, ()) for one in players}
        place += len(players)
    return found


def _handed(event: Event) -> dict[Player, tuple[Payment, ...]]:
    """Return what was handed out, by the player who has it."""
    rows = Payment.objects.filter(event=event, kind=PRIZE).select_related(
        "player", "noted_by__player"
    )
    found: dict[Player, tuple[Payment, ...]] = {}
    for row in rows.order_by("pk"):
        found[row.player] = (*found.get(row.player, ()), row)
    return found


def _winners(
    due: dict[Player, Winner], handed: dict[Player, tuple[Payment, ...]]
) -> tuple[Winner, ...]:
    """Return who gets a prize, then those who have one that they would not get any more."""
    of_due = [
        Winner(one.place, player, one.due, handed.get(player, ())) for player, one in due.items()
    ]
    others = [Winner(None, player, 0, had) for player, had in handed.items() if player not in due]
    return (*of_due, *others)


def _named(player: Player) -> dict[str, str]:
    return {"name": player.shown_name}
