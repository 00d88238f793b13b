"""League days of a whole division of players: its tables have the sizes of the game.

Such a day is an event that is drawn by standings, in which the players of the division are
registered. So whoever leaves, comes late or substitutes does so as in any other event, and each
session is drawn when it is wanted. Its draws look back at the earlier days of the division
(`draw_settings.earlier_sessions`).
"""

from datetime import datetime

from django.utils.translation import gettext as _

from league.models import Account, Division, Event
from league.services.base.refusals import Conflict
from league.services.draws import draw_settings, drawing
from league.services.events import events


def draw_first(*, event: Event, division: Division, by: Account, now: datetime) -> None:
    """Draw the first session of a day as a draft, in the caller's transaction.

    Raises Conflict where too few are in its line-ups for one table.
    """
    rules = draw_settings.rules_of(event, {}, draw_settings.weights_of(event))
    least, count = min(rules.sizes), event.line_ups.count()
    if count < least:
        said = _(
            "A table needs %(least)d players, but only %(count)d of this division are there. Add "
            "players to the division."
        )
        raise Conflict(division, said % {"least": least, "count": count})
    session = events.create_session(event=event, by=by, now=now)
    drawing.draw(session=session, by=by, now=now)
