"""Play now: whoever wants to play a game is seated with others who do, or with bots.

For each game one event of the site takes them: the one that has existed longest among those that
are marked for it, take players now, and belong to a club that the site's staff trusts, because
whoever sits down agrees to play in that club. Its row is held while somebody is seated, so two who
come at once meet at one table. Why so: `docs/decisions/0023-play-now.md`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Account, Event, OnlineTable, Season
from league.services.base.refusals import Invalid, NotFound
from league.services.registration import plans

from . import table_terms, tables
from .table_looks import loaded
from .tables import Wait

SOON: Final = timedelta(minutes=1)
"""How long a table waits for people before bots take the seats that are left."""
LONGEST: Final = timedelta(minutes=15)
"""How long somebody waits who wants to play with people only: not long after they have gone."""


class Company(models.TextChoices):
    """With whom somebody wants to play, and how long they wait for them."""

    SOON = "soon", gettext_lazy("after a minute")
    NOW = "now", gettext_lazy("at once")
    PEOPLE = "people", gettext_lazy("never, I wait for people")
    FRIENDS = "friends", gettext_lazy("never, I invite people by a link")


MEETING: Final = frozenset({Company.SOON, Company.PEOPLE})
"""Who wants this sits down with others who do."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the player of an account played last, to be offered first."""

    game: str
    bot: str


def offers(*, now: datetime) -> dict[str, Event]:
    """Return by game the event whose tables Play now fills; one query."""
    rows = Event.objects.filter(
        Q(closes_at=None) | Q(closes_at__gt=now),
        Q(ends_at=None) | Q(ends_at__gt=now),
        play_now=True,
        draw=Event.Draw.ONLINE,
        is_open=True,
        capacity=None,
        cancelled_at=None,
        season__status=Season.Status.RUNNING,
        season__club__is_trusted=True,
    )
    found: dict[str, Event] = {}
    for event in rows.select_related("season__club").order_by("pk"):
        found.setdefault(event.season.game, event)
    return found


def waiting(events: Mapping[str, Event]) -> QuerySet[OnlineTable]:
    """Return the tables of events that wait for players, the one that waits longest first."""
    gathering = OnlineTable.objects.filter(
        event__in=events.values(), due_at__isnull=False, is_private=False
    )
    return loaded(gathering.filter(status=OnlineTable.Status.GATHERING)).order_by("pk")


def last_wish(by: Account) -> Wish | None:
    """Return what an account played last at an online table; one query."""
    rows = OnlineTable.objects.filter(seats__player__account=by).order_by("-pk")
    row = rows.values_list("event__season__game", "fill_with").first()
    return Wish(*row) if row else None


def sit_down(
    *,
    game: str,
    company: str = Company.SOON,
    seats: int | None = None,
    bot: str = "",
    own_name: str | None = None,
    adds_number: bool = False,
    by: Account,
    now: datetime,
) -> OnlineTable:
    """Seat the player of an account at the table of a game that has waited longest, or open one.

    It waits as `company` says, with `seats` seats, by default as many as are usual; `bot` names
    the built-in bot that takes those left of a new one. Who sits at a table already gets that. The
    player is registered for the event and agrees to play in its club; an account that is nobody
    yet gives `own_name`. For `adds_number` see `tables.open_table`. Raises NotFound where no event
    takes players for the game.
    """
    event = offers(now=now).get(game)
    if event is None:
        said = _("Nobody offers this game for Play now. Sit down at a table of a club's event.")
        raise NotFound(said)
    with transaction.atomic():
        held = plans.hold(event)
        player = tables.registered(held, own_name, by=by, now=now)
        if (own := tables.table_of(held, player)) is not None:
            return own
        size = table_terms.check_size(held, seats)
        if company in MEETING and (found := _waiting_for(held, size, company)) is not None:
            return tables.join(table=found, by=by, now=now)
        wait, bots = _wait(held, size, company, bot, now)
        return tables.open_table(
            event=held,
            by=by,
            seats=size,
            bots=bots,
            wait=wait,
            is_private=company == Company.FRIENDS,
            adds_number=adds_number,
            now=now,
        )


def _waiting_for(event: Event, size: int, company: str) -> OnlineTable | None:
    """Return the table of an event that has waited longest for people, on the same terms."""
    rows = waiting({event.season.game: event}).filter(size=size)
    without_bots = Q(fill_with="")
    return rows.filter(without_bots if company == Company.PEOPLE else ~without_bots).first()


def _wait(event: Event, size: int, company: str, bot: str, now: datetime) -> tuple[Wait, list[str]]:
    """Return how a new table waits for people, and the bots that sit there from the start."""
    if company not in {Company.SOON, Company.NOW}:
        return Wait(now + (LONGEST if company == Company.PEOPLE else tables.GATHERING)), []
    chosen = _bot_for(event, bot)
    return Wait(now + SOON, chosen), [chosen] * (size - 1 if company == Company.NOW else 0)


def _bot_for(event: Event, name: str) -> str:
    """Return the name of the bot that takes the seats left, the usual one unless `name` is.

    Raises Invalid for `bot`, Conflict where the event has no built-in bots.
    """
    if not name:
        return table_terms.usual_bots(event)[0].builtin
    try:
        table_terms.bots_named(event, [name])
    except Invalid as refusal:
        raise Invalid(
            {"bot": [said for some in refusal.errors.values() for said in some]}
        ) from None
    return name
