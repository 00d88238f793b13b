"""Ladders: made by organisers, entered by authors with one version of a bot at a time.

A ladder is for uploaded bots or for remote ones, from its beginning; only built-in bots play on
both. So no rating of the one kind is ever compared with one of the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Prefetch, Q, QuerySet, Window
from django.db.models.functions import Rank
from django.utils.translation import gettext as _

import games
from league.logic.ratings import NEW
from league.models import (
    Account,
    Bot,
    Club,
    Duplicate,
    Match,
    Meeting,
    Player,
    Rating,
    RatingChange,
    RemoteBot,
    Role,
    Season,
    Seat,
    Version,
)
from league.services.accounts import people
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, Forbidden
from league.services.bots.bots import slugs_of
from league.services.seasons import seasons

MOST_POINTS = 200
"""How many points the curve of a rating has at most."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A player of a duplicate: why it was taken, and what came of it once that is known."""

    player: Player
    seat: int
    side: int
    score: int | None
    change: RatingChange | None
    reasons: dict[str, Any] | None

    @property
    def place(self) -> int | None:
        """The place among all players, ties shared."""
        return self.change.place if self.change else None

    @property
    def mu(self) -> float | None:
        """The rating afterwards."""
        return self.change.mu if self.change else None

    @property
    def sigma(self) -> float | None:
        """How uncertain that is."""
        return self.change.sigma if self.change else None


def create_ladder(
    *,
    club: Club,
    name: str,
    game: str,
    table_size: int | None,
    bots: Sequence[str] = (),
    native: bool = False,
    cycles: int = 1,
    options: Mapping[str, Any] | None = None,
    is_remote: bool = False,
    by: Account,
    now: datetime,
) -> Season:
    """Create a ladder in draft, with built-in bots as anchors; its matches begin once it starts.

    One that `is_remote` is for remote bots, and stays so.
    """
    with transaction.atomic():
        season = seasons.create_season(
            club=club,
            name=name,
            game=game,
            native=native,
            cycles=cycles,
            options=options,
            kind=Season.Kind.LADDER,
            table_size=table_size,
            is_remote=is_remote,
            by=by,
            now=now,
        )
        for bot in dict.fromkeys(bots):
            _activate(season, people.builtin_bot(name=bot), by, now)
    return season


def enter(*, season: Season, version: Version, by: Account, now: datetime) -> Rating:
    """Let an accepted version play on a ladder, instead of any other version of its bot.

    It begins anew, or with the rating it had when it left.
    """
    if version.bot.owner_id != by.pk:
        raise Forbidden(_("Only the author of a bot can enter it on a ladder."))
    _require_ladder(season)
    if season.is_remote:
        said = _("Only remote bots play on this ladder. Enter your version on another one.")
        raise Conflict(season, said)
    if version.status != Version.Status.ACCEPTED or version.player is None:
        said = _("Only an accepted version can play. Wait for its check, or upload another one.")
        raise Conflict(version, said)
    if season.game not in slugs_of(version):
        said = _(
            "This version does not play the game of this ladder. Its bot.toml names the "
            "games it plays."
        )
        raise Conflict(version, said)
    with transaction.atomic():
        # Of two versions entered at once the second replaces the first.
        Bot.objects.select_for_update().get(pk=version.bot_id)
        others = Rating.objects.filter(season=season, player__version__bot=version.bot_id)
        others.exclude(player=version.player).update(is_active=False)
        return _activate(season, version.player, by, now)


def enter_remote(*, season: Season, bot: RemoteBot, by: Account, now: datetime) -> Rating:
    """Let a remote bot play on a ladder of such bots; it is seated without being asked.

    It begins anew, or with the rating it had when it left, and gets tables at once even if it has
    missed its last matches.
    """
    if bot.owner_id != by.pk:
        raise Forbidden(_("Only the author of a bot can enter it on a ladder."))
    _require_ladder(season)
    if not season.is_remote:
        said = _("Remote bots do not play on this ladder. Enter your bot on a ladder of theirs.")
        raise Conflict(season, said)
    with transaction.atomic():
        held = RemoteBot.objects.select_for_update(of=("self",), no_key=True)
        found = held.select_related("player").get(pk=bot.pk)
        if found.retired_at is not None:
            raise Conflict(found, _("This bot is retired. Make another one."))
        if not found.plays(season.game):
            said = _("This bot does not play this game. Its author can add the game on its page.")
            raise Conflict(found, said)
        return _activate(season, found.player, by, now)


def add_bot(*, season: Season, builtin: str, by: Account, now: datetime) -> Rating:
    """Let a built-in bot play on a ladder, as an anchor that others are measured by."""
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    _require_ladder(season)
    with transaction.atomic():
        return _activate(season, people.builtin_bot(name=builtin), by, now)


def leave(*, season: Season, player: Player, by: Account, now: datetime) -> Rating:
    """Remove a bot from a ladder. Matches it is still playing count.

    Its author may do so, and an organiser.
    """
    rating = Rating.objects.filter(season=season, player=player).first()
    if not (_is_author(player, by) or rights.has_role(season.club, by, Role.ORGANISER)):
        said = _("Only the author of a bot or an organiser can remove it from a ladder.")
        raise Forbidden(said)
    if rating is None or not rating.is_active:
        raise Conflict(rating or season, _("This bot does not play on this ladder."))
    with transaction.atomic():
        Rating.objects.filter(pk=rating.pk).update(is_active=False)
        audit.note_season(season, "ladder.leave", {"player": player.code}, by=by, now=now)
    rating.refresh_from_db()
    return rating


def leave_all(*, player: Player) -> None:
    """Let a remote bot that is retired play on no ladder any more."""
    rows = Rating.objects.filter(player=player, is_active=True)
    held = list(rows.select_for_update().order_by("pk").values_list("pk", flat=True))
    Rating.objects.filter(pk__in=held).update(is_active=False)


def running(*, account: Account | None) -> QuerySet[Season]:
    """Return the ladders on which bots play now, with their clubs."""
    rows = rights.readable_seasons(account).filter(
        kind=Season.Kind.LADDER, status=Season.Status.RUNNING
    )
    return rows.select_related("club").order_by("-pk")


def leaderboard(season: Season) -> QuerySet[Rating]:
    """Return the ratings of a ladder with their `rank`, best first, in a total order; one query.

    Who is certainly strong comes first: the order is that of `ordinal`.
    """
    return (
        Rating.objects.filter(season=season)
        .select_related("player__version__bot")
        .annotate(rank=Window(Rank(), order_by=F("ordinal").desc()))
        .order_by("-ordinal", "pk")
    )


def active(ratings: QuerySet[Rating]) -> QuerySet[Rating]:
    """Return those of the ratings whose bots get tables now."""
    playable = Q(player__version=None) | Q(player__version__status=Version.Status.ACCEPTED)
    return ratings.filter(playable, is_active=True)


def meetings(season: Season, players: Sequence[Player]) -> QuerySet[Meeting]:
    """Return who of these players met whom, in a total order; one query."""
    met = Meeting.objects.filter(season=season, one__in=players, other__in=players)
    return met.select_related("one", "other").order_by("one_id", "other_id")


def curve(rating: Rating) -> QuerySet[RatingChange]:
    """Return at most MOST_POINTS of a rating's changes, evenly spread, the last one among them.

    One query that reads no others.
    """
    last = rating.duplicates
    stride = max(1, -(-last // MOST_POINTS))
    numbers = range(last, 0, -stride)
    return rating.changes.filter(number__in=list(numbers)).order_by("number")


def with_tables(duplicates: QuerySet[Duplicate]) -> QuerySet[Duplicate]:
    """Load what `seated` and lists of duplicates show; four queries in all."""
    return duplicates.select_related("season").prefetch_related(
        Prefetch("matches", Match.objects.defer("secret").order_by("table_number")),
        Prefetch("matches__seats", Seat.objects.select_related("player")),
        Prefetch("changes", RatingChange.objects.select_related("rating")),
    )


def serial_of(duplicate: Duplicate) -> int | None:
    """Return a number by which the duplicates of a ladder stand in the order they were rated in.

    None for one that is not rated; expects it `with_tables`.
    """
    return min((change.pk for change in duplicate.changes.all()), default=None)


def seated(duplicate: Duplicate) -> list[Seated]:
    """Return the players of a duplicate `with_tables`, in the order of seats."""
    seats = list(duplicate.matches.all()[0].seats.all())
    sides = games.get(duplicate.season.game).sides(len(seats))
    reasons = duplicate.pick.get("reasons") or [None] * len(seats)
    changes = {change.rating.player_id: change for change in duplicate.changes.all()}
    return [
        Seated(
            player=seat.player,
            seat=seat.number,
            side=sides[seat.number],
            score=duplicate.scores[seat.number] if duplicate.scores else None,
            change=changes.get(seat.player_id),
            reasons=reasons[seat.number],
        )
        for seat in seats
    ]


def _require_ladder(season: Season) -> None:
    if season.kind != Season.Kind.LADDER:
        raise Conflict(season, _("This season is not a ladder, so an organiser seats its players."))
    seasons.require_open(season)


def _activate(season: Season, player: Player, by: Account, now: datetime) -> Rating:
    new = {
        "mu": NEW.mu,
        "sigma": NEW.sigma,
        "ordinal": NEW.ordinal,
        "created_at": now,
        "is_active": True,
    }
    again = {"is_active": True, "missed": 0, "waits_until": None}
    rating, _created = Rating.objects.update_or_create(
        season=season, player=player, defaults=again, create_defaults=new
    )
    audit.note_season(season, "ladder.enter", {"player": player.code}, by=by, now=now)
    return rating


def _is_author(player: Player, by: Account) -> bool:
    if player.is_remote:
        return RemoteBot.objects.filter(player=player, owner=by).exists()
    return Version.objects.filter(player=player, bot__owner=by).exists()
