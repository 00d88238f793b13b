"""The books of an event on paper: who has paid, with boxes to be ticked, and the prizes."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from league.models import Event
from league.services.books.payments import Line, Totals
from league.services.books.prizes import Look, Winner
from league.web.base import money
from league.web.events.paper import Paper, moment_of
from league.web.events.printed_lists import print_table

Rows = list[list[str]]
BOX = "☐"


def print_books(
    event: Event, lines: Sequence[Line], totals: Totals, look: Look, *, now: datetime
) -> bytes:
    """Return who has paid for an event with the totals, and a page with the prizes if any."""
    paper = Paper(title=_("Books"), now=now)
    day, currency = moment_of(event.starts_at or now), event.season.club.currency
    columns = [(_("Player"), 80.0), (_("Due"), 34.0), (_("Paid"), 34.0), (_("How"), 42.0)]
    rows = [*_people(lines, currency), *_sums(totals, currency)]
    print_table(paper, f"{event.name}: {_('Books')}", day, columns, rows)
    if prizes := _prizes(look, currency):
        columns = [("#", 14.0), (_("Player"), 80.0), (_("Prize"), 34.0), (_("Received"), 62.0)]
        print_table(paper, f"{event.name}: {_('Prizes')}", day, columns, prizes)
    return paper.bytes()


def _people(lines: Sequence[Line], currency: str) -> Rows:
    return [
        [
            line.registration.player.shown_name,
            money.said(line.due, currency) if line.due else "",
            money.said(line.amount, currency) if line.paid else "",
            ", ".join(str(one.get_way_display()) for one in line.paid) or BOX,
        ]
        for line in lines
    ]


def _sums(totals: Totals, currency: str) -> Rows:
    said = {
        _("Received in cash"): totals.cash,
        _("Received by transfer"): totals.transfer,
        _("Received in all"): totals.received,
    }
    sums = [[text, "", money.said(amount, currency), ""] for text, amount in said.items()]
    return [*sums, [_("Open"), money.said(totals.open, currency), "", ""]]


def _prizes(look: Look, currency: str) -> Rows:
    return [
        [
            str(one.place or "–"),
            one.player.shown_name,
            money.said(one.due, currency),
            _received(one, currency) if one.handed else BOX,
        ]
        for one in look.winners
    ]


def _received(winner: Winner, currency: str) -> str:
    ways = ", ".join(str(one.get_way_display()) for one in winner.handed)
    return f"{money.said(winner.amount, currency)} ({ways})"
