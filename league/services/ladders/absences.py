"""Absences on ladders of remote bots: whose program was away, waits for its next table.

A bot may listen and yet never act. Its opponents then play against the default bot. After a match
in which that has played for it, a bot waits before it is seated again: five minutes, and twice as
long with each further match. One match that it has played by itself ends this, and so does its
author who enters it again. Matches that were under way together count as one absence.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from league.models import Rating, Season

FIRST_WAIT: Final = timedelta(minutes=5)
LONGEST_WAIT: Final = timedelta(days=1)
DOUBLED: Final = 10
"""So often the wait is doubled at most, which is longer than LONGEST_WAIT."""


def wait_after(missed: int) -> timedelta:
    """Return how long a bot waits that has missed so many matches in a row."""
    return min(FIRST_WAIT * (1 << min(missed - 1, DOUBLED)), LONGEST_WAIT)


def note(
    *,
    season: Season,
    players: Collection[int],
    missed: Collection[int],
    began: datetime,
    now: datetime,
) -> None:
    """Note which remote bots of a match that is over have missed it, of all that sat there.

    In the transaction that ends the match. Rows are locked in the order of their keys.
    """
    rows = Rating.objects.select_for_update().filter(season=season, player__in=players)
    changed = [row for row in rows.order_by("pk") if _note(row, missed, began, now)]
    Rating.objects.bulk_update(changed, ["missed", "waits_until"])


def _note(row: Rating, missed: Collection[int], began: datetime, now: datetime) -> bool:
    """Note in memory how a bot has played a match; return whether that is any news."""
    if row.player_id not in missed:
        was_away = bool(row.missed)
        row.missed, row.waits_until = 0, None
        return was_away
    if row.waits_until is not None and began < row.waits_until:
        return False
    row.missed += 1
    row.waits_until = now + wait_after(row.missed)
    return True
