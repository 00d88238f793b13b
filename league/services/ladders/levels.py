"""How strong built-in bots are, as far as a ladder has found out."""

from bots import builtin
from league.models import Rating, Season


def ratings_of(game: str) -> dict[str, Rating]:
    """Return the ratings of built-in bots on the newest ladder of a game that has any; one query.

    Those of two ladders cannot be compared, so they are all of one; its season is loaded. Those of
    remote bots are left out: their ratings stay apart.
    """
    rows = Rating.objects.filter(
        player__builtin__in=builtin.names(),
        season__game=game,
        season__kind=Season.Kind.LADDER,
        season__is_remote=False,
        duplicates__gt=0,
    ).exclude(season__status=Season.Status.DRAFT)
    newest = list(
        rows.select_related("season", "player").order_by("-season")[: len(builtin.names())]
    )
    return {row.player.builtin: row for row in newest if row.season_id == newest[0].season_id}
